//! Sparse rows under fixed policies, laid out as a turn runs through them.
//!
//! Where a chase goes from one state often has neighbouring slots, so that probabilities are kept, and moved, in blocks of
//! a few slots: a row is a list of blocks with what each of their slots gets. That fewer and wider steps are taken changes
//! no digit: each slot gets the same terms in the same order.

use super::slots::Slots;
use crate::model::graph::{Graph, Node};
use crate::play::Roles;
use chaselab_core::Side;
use multiversion::multiversion;

/// So many slots in a row make a block.
const WIDTH: usize = 4;

/// Something for each slot of a block.
pub(super) type Block = [f64; WIDTH];

/// How many blocks hold so many slots.
pub(super) fn blocks(slots: usize) -> usize {
    slots.div_ceil(WIDTH)
}

/// What a turn runs through, from the last slot down: rows that are the same in every turn, laid out once, and decisions in
/// which another turn may bring another mix, looked up as they come.
pub(super) struct Rows {
    rows: Vec<Row>,
    /// Where the rows lead, one row after the other.
    moves: Vec<Move>,
    /// Decisions: slots and nodes.
    forks: Vec<(u32, u32)>,
    parts: Vec<Part>,
}

/// So many decisions, and so many rows and moves that come next.
#[derive(Clone, Copy, Default)]
struct Part {
    forks: usize,
    rows: usize,
    moves: usize,
}

/// A row.
struct Row {
    /// From where it leads.
    slot: u32,
    /// In how many moves.
    moves: u32,
}

/// What goes from a slot to one block.
struct Move {
    to: u32,
    /// The probability of each slot.
    shares: Block,
}

impl Rows {
    /// Those of a graph. Blocks of the next turn are numbered on after those of this one.
    pub(super) fn new(graph: &Graph, roles: &Roles<'_>, slots: &Slots) -> Self {
        let later = blocks(slots.len());
        let mut laid = Laid { moves: Vec::new(), places: vec![0; 2 * later] };
        let mut this = Self { rows: Vec::new(), moves: Vec::new(), forks: Vec::new(), parts: vec![Part::default()] };
        for (slot, id) in slots.nodes().rev() {
            let slot = slot as u32;
            let begin = laid.moves.len();
            match graph.node(id) {
                Node::Over(..) => {}
                Node::Chance { same_turn, next_turn } => {
                    same_turn.iter().for_each(|(to, p)| laid.add(begin, 0, slots.of(to), p));
                    next_turn.iter().for_each(|(to, p)| laid.add(begin, later, slots.of(to), p));
                }
                // The same in every turn.
                decision if roles.stationary() => {
                    ways(decision, roles, 1, |to, p| laid.add(begin, 0, slots.of(to), p));
                }
                Node::Choose { .. } => {
                    if this.part().rows > 0 {
                        this.parts.push(Part::default());
                    }
                    this.part().forks += 1;
                    this.forks.push((slot, id));
                    continue;
                }
            }
            let moves = laid.moves.len() - begin;
            this.rows.push(Row { slot, moves: moves as u32 });
            let part = this.part();
            (part.rows, part.moves) = (part.rows + 1, part.moves + moves);
        }
        Self { moves: laid.moves, ..this }
    }

    /// The last part.
    fn part(&mut self) -> &mut Part {
        self.parts.last_mut().expect("there is one from the beginning")
    }

    /// One turn: what stands in a slot goes on to lower ones of this turn, or to those of the next. Slots after the ends
    /// ascend by level, so that from the highest down nothing comes back to one that was left.
    pub(super) fn sweep(&self, graph: &Graph, roles: &Roles<'_>, slots: &Slots, turn: usize, mass: &mut [Block]) {
        let (mut forks, mut rows, mut moves) = (self.forks.as_slice(), self.rows.as_slice(), self.moves.as_slice());
        for part in &self.parts {
            let (these_forks, these_rows, these_moves);
            (these_forks, forks) = forks.split_at(part.forks);
            (these_rows, rows) = rows.split_at(part.rows);
            (these_moves, moves) = moves.split_at(part.moves);
            let mass_by_slot = mass.as_flattened_mut();
            for &(slot, id) in these_forks {
                let here = mass_by_slot[slot as usize];
                if here != 0.0 {
                    ways(graph.node(id), roles, turn, |to, p| mass_by_slot[slots.of(to) as usize] += here * p);
                }
            }
            sweep(these_rows, these_moves, mass);
        }
    }
}

/// Where a decision leads in a turn, with the chance of each pair of actions.
fn ways(decision: Node<'_>, roles: &Roles<'_>, turn: usize, mut each: impl FnMut(u32, f64)) {
    let Node::Choose { fork, explored, after, .. } = decision else { return };
    let mix = |side| roles.mix(turn, fork, side).unwrap_or_default();
    let columns = explored.catcher.len().max(1);
    for prey in mix(Side::Prey) {
        let row = explored.prey.rank(prey.action) * columns;
        for catcher in mix(Side::Catcher) {
            each(after[row + explored.catcher.rank(catcher.action)], prey.probability * catcher.probability);
        }
    }
}

/// Rows in the making.
struct Laid {
    moves: Vec<Move>,
    /// Where each block stands last in the row that is made; of a block that is not in it, anything.
    places: Vec<u32>,
}

impl Laid {
    /// Adds an entry to the row whose blocks begin at `begin`. What leads to the same slot again is another block: terms
    /// are not merged, so that no sum is rounded in another way.
    #[inline]
    fn add(&mut self, begin: usize, first: usize, slot: u32, probability: f64) {
        let (block, lane) = (first + slot as usize / WIDTH, slot as usize % WIDTH);
        let place = self.places[block] as usize;
        if let Some(known) = self.moves[begin..].get_mut(place.wrapping_sub(begin))
            && known.to as usize == block
            && known.shares[lane] == 0.0
        {
            known.shares[lane] = probability;
            return;
        }
        self.places[block] = self.moves.len() as u32;
        let mut shares = [0.0; WIDTH];
        shares[lane] = probability;
        self.moves.push(Move { to: block as u32, shares });
    }
}

/// [`Rows::sweep`] with the widest instructions that the machine has.
#[multiversion(targets("x86_64+avx"))]
fn sweep(rows: &[Row], mut moves: &[Move], mass: &mut [Block]) {
    for row in rows {
        let (these, others) = moves.split_at(row.moves as usize);
        moves = others;
        let here = mass.as_flattened()[row.slot as usize];
        if here == 0.0 {
            continue;
        }
        for Move { to, shares } in these {
            let block = &mut mass[*to as usize];
            for lane in 0..WIDTH {
                block[lane] += here * shares[lane];
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_move_what_single_entries_would() {
        // From slots 9 down; some lead to the same slot twice, some to the next turn, which begins at block 3.
        let entries =
            [(9, 8, 0.25), (9, 7, 0.5), (9, 8, 0.125), (8, 5, 0.75), (8, 13, 0.25), (7, 0, 1.0), (5, 12, 0.1)];
        let (mut rows, mut laid) = (Vec::new(), Laid { moves: Vec::new(), places: vec![0; 6] });
        for from in (0..10).rev() {
            let begin = laid.moves.len();
            for &(_, to, p) in entries.iter().filter(|entry| entry.0 == from) {
                laid.add(begin, to as usize / 12 * 3, to % 12, p);
            }
            rows.push(Row { slot: from, moves: (laid.moves.len() - begin) as u32 });
        }
        let mut blocks = [Block::default(); 6];
        blocks.as_flattened_mut()[9] = 0.3;
        let mut expected = [0.0; 24];
        expected[9] = 0.3;
        for (from, to, p) in entries {
            expected[to as usize] += expected[from as usize] * p;
        }
        sweep(&rows, &laid.moves, &mut blocks);
        assert_eq!(blocks.as_flattened(), expected);
        // What leads to the same slot again is a move of its own.
        assert_eq!(laid.moves.len(), 7);
    }
}
