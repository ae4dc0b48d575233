"""The Fudge chase (rules/fths.md, damage off, one repeated segment) between Jon and Mad, as people write it in Python.

Both programs play the same game as ../naive/fths.rs: with numpy all chases take a turn together, with numba a compiled loop
takes them one by one.
"""

import numba
import numpy as np

SKILL, PILOTING, STABILITY = (1, 0), (0, 1), (1, 0)
# Acceleration and deceleration count on a straight in medium traffic, which costs 2.
BASE, MODIFIERS = (1 + 1 - 2, 2 - 1 - 2), -2
START, MAX_TURNS, NO_RISK = 3, 60, -4
ENDS = ("timeout", "escaped", "caught", "prey_crashed", "catcher_crashed", "both_crashed")
TIMEOUT, ESCAPED, CAUGHT, PREY_CRASHED, CATCHER_CRASHED, BOTH_CRASHED = range(len(ENDS))

# By the level of a crash, from 0 on: piloting in the next turn, the winner's distance, whether it is the last.
CRASH_PILOTING = np.array([0, 0, -1, -2, -2, 0])
CRASH_DISTANCE = np.array([1, 1, 1, 1, 2, 1])
CRASH_OUT = np.array([False, False, False, False, False, True])


def by_numpy(rng, chases, prey_risk, catcher_risk):
    """How many of `chases` ended how, and the sum of their turns."""
    risks = (prey_risk, catcher_risk)
    ends = np.zeros(len(ENDS), dtype=np.int64)
    distance = np.full(chases, START)
    streak = np.zeros(chases, dtype=np.int64)
    penalty = [np.zeros(chases, dtype=np.int64), np.zeros(chases, dtype=np.int64)]
    turns = 0

    def roll(count):
        return rng.integers(-1, 2, size=(4, count)).sum(axis=0)

    for _ in range(MAX_TURNS):
        count = len(distance)
        if count == 0:
            break
        turns += count
        change = np.ones(count, dtype=np.int64)
        held, out, total = [], [], []
        for side in (0, 1):
            total.append(SKILL[side] + PILOTING[side] + penalty[side])
            if risks[side] == NO_RISK:
                failed = np.zeros(count, dtype=np.int64)
            else:
                failed = risks[side] - (total[side] + roll(count))
            crashed = failed > 0
            level = np.clip(failed - STABILITY[side], 0, 5)
            penalty[side] = np.where(crashed, CRASH_PILOTING[level], 0)
            change = np.where(crashed, CRASH_DISTANCE[level], change)
            out.append(crashed & CRASH_OUT[level])
            held.append(~crashed)
        prey_first = risks[0] + BASE[0] > risks[1] + BASE[1]
        catcher_first = risks[0] + BASE[0] < risks[1] + BASE[1]
        prey_wins = held[0] & (~held[1] | prey_first)
        catcher_wins = held[1] & (~held[0] | catcher_first)

        end = np.zeros(count, dtype=np.int64)
        end[out[0]] = PREY_CRASHED
        end[out[1]] = CATCHER_CRASHED
        end[out[0] & out[1]] = BOTH_CRASHED
        on = end == 0
        old = distance.copy()
        closes = on & catcher_wins & (distance >= 1)
        end[on & catcher_wins & (distance < 1) & (streak >= 2)] = CAUGHT
        far = on & prey_wins & (distance > 3)
        lost = total[0] + roll(count) >= 3 - distance + MODIFIERS
        end[far & lost] = ESCAPED
        opens = on & prey_wins & (distance <= 3)
        distance = np.where(closes, np.maximum(distance - change, 0), np.where(opens, distance + change, distance))
        streak = np.where(distance == 0, np.where(old == 0, np.minimum(streak + 1, 2), 1), 0)
        ends += np.bincount(end[end > 0], minlength=len(ENDS))
        goes_on = end == 0
        distance, streak = distance[goes_on], streak[goes_on]
        penalty = [penalty[0][goes_on], penalty[1][goes_on]]
    ends[TIMEOUT] += len(distance)
    return ends, turns


@numba.njit
def roll_one():
    total = 0
    for _ in range(4):
        total += np.random.randint(-1, 2)
    return total


@numba.njit
def by_numba(chases, prey_risk, catcher_risk):
    """The same, chase by chase."""
    ends = np.zeros(6, dtype=np.int64)
    turns = 0
    for _ in range(chases):
        distance, streak, prey_penalty, catcher_penalty = START, 0, 0, 0
        end = TIMEOUT
        for _ in range(MAX_TURNS):
            turns += 1
            prey_total = SKILL[0] + PILOTING[0] + prey_penalty
            catcher_total = SKILL[1] + PILOTING[1] + catcher_penalty
            prey_failed = 0 if prey_risk == NO_RISK else prey_risk - (prey_total + roll_one())
            catcher_failed = 0 if catcher_risk == NO_RISK else catcher_risk - (catcher_total + roll_one())
            change, prey_out, catcher_out = 1, False, False
            prey_penalty, catcher_penalty = 0, 0
            if prey_failed > 0:
                level = min(max(prey_failed - STABILITY[0], 0), 5)
                prey_penalty, change, prey_out = CRASH_PILOTING[level], CRASH_DISTANCE[level], CRASH_OUT[level]
            if catcher_failed > 0:
                level = min(max(catcher_failed - STABILITY[1], 0), 5)
                catcher_penalty, change, catcher_out = CRASH_PILOTING[level], CRASH_DISTANCE[level], CRASH_OUT[level]
            if prey_out or catcher_out:
                if prey_out and catcher_out:
                    end = BOTH_CRASHED
                elif prey_out:
                    end = PREY_CRASHED
                else:
                    end = CATCHER_CRASHED
                break
            prey_held, catcher_held = prey_failed <= 0, catcher_failed <= 0
            prey_wins = prey_held and (not catcher_held or prey_risk + BASE[0] > catcher_risk + BASE[1])
            catcher_wins = catcher_held and (not prey_held or prey_risk + BASE[0] < catcher_risk + BASE[1])
            old = distance
            if catcher_wins:
                if distance >= 1:
                    distance = max(distance - change, 0)
                elif streak >= 2:
                    end = CAUGHT
                    break
            elif prey_wins:
                if distance > 3:
                    if prey_total + roll_one() >= 3 - distance + MODIFIERS:
                        end = ESCAPED
                        break
                else:
                    distance += change
            streak = (min(streak + 1, 2) if old == 0 else 1) if distance == 0 else 0
        ends[end] += 1
    return ends, turns
