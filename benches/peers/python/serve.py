"""Answers requests of the benchmark, a line of JSON each, with what was found and the nanoseconds that it took.

Only the work itself is timed: neither the start of Python, nor compiling, nor the talk between the two programs.
"""

import json
import sys
import time

import icepool
import numpy as np
from scipy.optimize import linprog

import chase


def play(request, rng):
    """Chases by numpy or by numba."""
    chases, prey, catcher = request["chases"], request["prey"], request["catcher"]
    start = time.perf_counter_ns()
    if request["peer"] == "numpy":
        ends, turns = chase.by_numpy(rng, chases, prey, catcher)
    else:
        ends, turns = chase.by_numba(chases, prey, catcher)
    took = time.perf_counter_ns() - start
    return {"ns": took, "turns": int(turns), "ends": {name: int(count) for name, count in zip(chase.ENDS, ends)}}


POOLS = {
    "4d6 high 3": lambda: icepool.d6.highest(4, 3),
    "10d10 high 3": lambda: icepool.d10.highest(10, 3),
    "20d10 high 2": lambda: icepool.d10.highest(20, 2),
    "16d10 high 8": lambda: icepool.d10.highest(16, 8),
    "20d6": lambda: 20 @ icepool.d6,
    "4dF": lambda: 4 @ icepool.Die([-1, 0, 1]),
}


def pool(request, _):
    """The exact weights of a pool."""
    start = time.perf_counter_ns()
    die = POOLS[request["pool"]]()
    weights = list(die.items())
    took = time.perf_counter_ns() - start
    return {"ns": took, "weights": [[int(face), str(weight)] for face, weight in weights]}


def games(request, _):
    """The values of matrix games, a linear program each."""
    matrices = [np.array(rows) for rows in request["games"]]
    start = time.perf_counter_ns()
    values = []
    for payoff in matrices:
        rows, columns = payoff.shape
        # The mix of the rows and the value: as much as possible against every column.
        found = linprog(
            c=np.append(np.zeros(rows), -1.0),
            A_ub=np.hstack([-payoff.T, np.ones((columns, 1))]),
            b_ub=np.zeros(columns),
            A_eq=np.append(np.ones(rows), 0.0).reshape(1, -1),
            b_eq=[1.0],
            bounds=[(0, None)] * rows + [(None, None)],
        )
        values.append(float(found.x[-1]))
    took = time.perf_counter_ns() - start
    return {"ns": took, "values": values}


ANSWERS = {"numpy": play, "numba": play, "icepool": pool, "linprog": games}


def main():
    rng = np.random.default_rng(1)
    # Compiling is not measured.
    chase.by_numba(1, 0, 0)
    for line in sys.stdin:
        request = json.loads(line)
        print(json.dumps(ANSWERS[request["peer"]](request, rng)), flush=True)


if __name__ == "__main__":
    main()
