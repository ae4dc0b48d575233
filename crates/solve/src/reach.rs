//! When play can first come to each node.

use crate::model::graph::{Graph, Node};

/// For each node the first turn in which play can be there; 0 where it cannot within `max_turns`. `open` says whether a
/// fork, by its index, can lead to its successor at this place.
pub fn first_turns(graph: &Graph, max_turns: usize, open: impl Fn(usize, usize) -> bool) -> Vec<usize> {
    let mut first = vec![0; graph.len()];
    let mut queue: Vec<u32> = graph.starts().iter().map(|&(id, _)| id).collect();
    let mut later = Vec::new();
    for turn in 1..=max_turns {
        while let Some(id) = queue.pop() {
            if first[id as usize] != 0 {
                continue;
            }
            first[id as usize] = turn;
            match graph.node(id) {
                Node::Over(..) => {}
                Node::Chance { same_turn, next_turn } => {
                    queue.extend_from_slice(same_turn.to);
                    later.extend(next_turn.to.iter().filter(|&&id| first[id as usize] == 0));
                }
                Node::Choose { fork, after, .. } => {
                    queue.extend(after.iter().enumerate().filter(|&(at, _)| open(fork, at)).map(|(_, &to)| to));
                }
            }
        }
        std::mem::swap(&mut queue, &mut later);
    }
    first
}
