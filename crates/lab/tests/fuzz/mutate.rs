//! Mutations of TOML texts that know a token from the next.

use crate::corpus::{ODD, PATHS};
use crate::random::Random;

/// A text with a few mutations; bytes, since what stands in a file need not be text.
pub fn mutated(random: &mut Random, texts: &[String]) -> Vec<u8> {
    let mut text = random.pick::<String>(texts).clone();
    // One mutation in two thirds of all, so that much gets past the first check.
    let times = if random.once_in(3) { 1 + random.below(5) } else { 1 };
    for _ in 0..times {
        text = once(random, text, texts);
    }
    let mut bytes = text.into_bytes();
    if random.once_in(40) && !bytes.is_empty() {
        // The file is cut, in the middle of a character perhaps, or a byte of it is broken.
        let at = random.below(bytes.len());
        match random.below(3) {
            0 => bytes.truncate(at),
            1 => bytes[at] = random.below(256) as u8,
            _ => bytes.splice(at..at, "é".bytes().take(1 + random.below(2))).for_each(drop),
        }
    }
    bytes
}

fn once(random: &mut Random, text: String, texts: &[String]) -> String {
    let kind = random.below(16);
    match kind {
        0..=3 => with_token(random, &text, |random, token| {
            if is_value(token) { random.pick::<String>(&ODD).clone() } else { token.to_owned() }
        }),
        4 => with_token(random, &text, near_number),
        5 => with_token(random, &text, |_, _| String::new()),
        6 => with_token(random, &text, misspelt),
        7 => swapped(random, &text),
        8 => with_lines(random, text, |random, lines| {
            let line = random.pick::<String>(lines).clone();
            let at = random.below(lines.len() + 1);
            lines.insert(at, line);
        }),
        9 => with_lines(random, text, |random, lines| {
            let at = random.below(lines.len());
            lines.remove(at);
        }),
        10 | 11 => {
            let path = random.pick::<String>(&PATHS);
            let line = format!("{path} = {}", random.pick::<String>(&ODD));
            // At the top, where no header is above it.
            format!("{line}\n{text}")
        }
        12 => {
            let other = random.pick::<String>(texts).clone();
            let line = other.lines().nth(random.below(other.lines().count().max(1))).unwrap_or_default().to_owned();
            with_lines(random, text, |random, lines| {
                let at = random.below(lines.len() + 1);
                lines.insert(at, line);
            })
        }
        13 => {
            let path = random.pick::<String>(&PATHS).clone();
            let values = [random.pick::<String>(&ODD).clone(), random.pick::<String>(&ODD).clone()];
            format!("{text}\n[grid]\n\"{}\" = [{}, {}]\n", path.replace('"', "\\\""), values[0], values[1])
        }
        14 => text.replace('\n', ["\r\n", "\r", "\n\n", "\n\u{feff}"][random.below(4)]),
        _ => {
            let odd =
                ["\u{0}", "\u{1b}[2J", "\u{202e}", "\u{feff}", "\u{85}", "\"", "'''", "[", "{", "=", ".", "#", "\\"];
            let mut at = random.below(text.len() + 1);
            while !text.is_char_boundary(at) {
                at -= 1;
            }
            format!("{}{}{}", &text[..at], random.pick::<str>(&odd), &text[at..])
        }
    }
}

/// Words, numbers and quoted texts as one token each, anything else character by character.
pub fn tokens(text: &str) -> Vec<&str> {
    let mut tokens = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let is_of_word = |c: char| c.is_alphanumeric() || "_-+.".contains(c);
        let end = match first {
            '"' | '\'' => rest[1..].find([first, '\n']).map_or(rest.len(), |end| end + 2),
            '#' => rest.find('\n').unwrap_or(rest.len()),
            _ if is_of_word(first) => rest.find(|c| !is_of_word(c)).unwrap_or(rest.len()),
            _ => first.len_utf8(),
        };
        let (token, after) = rest.split_at(end);
        tokens.push(token);
        rest = after;
    }
    tokens
}

/// What a mutation should hit: no space, no comment.
fn matters(token: &str) -> bool {
    !token.trim().is_empty() && !token.starts_with('#')
}

fn is_value(token: &str) -> bool {
    token.starts_with(['"', '\'', '-', '+'])
        || token.starts_with(|c: char| c.is_ascii_digit())
        || ["true", "false"].contains(&token)
}

fn with_token(random: &mut Random, text: &str, change: impl Fn(&mut Random, &str) -> String) -> String {
    let mut tokens: Vec<String> = tokens(text).into_iter().map(str::to_owned).collect();
    // A few tries to hit what the change is for.
    for _ in 0..12 {
        if tokens.is_empty() {
            break;
        }
        let at = random.below(tokens.len());
        if matters(&tokens[at]) {
            let changed = change(random, &tokens[at]);
            if changed != tokens[at] {
                tokens[at] = changed;
                break;
            }
        }
    }
    tokens.concat()
}

/// A number near the one that is written, or far from it.
fn near_number(random: &mut Random, token: &str) -> String {
    let Ok(number) = token.parse::<i64>() else { return token.to_owned() };
    match random.below(6) {
        0 => number.wrapping_add(1).to_string(),
        1 => number.wrapping_sub(1).to_string(),
        2 => number.wrapping_neg().to_string(),
        3 => number.wrapping_mul(1 << random.below(62)).to_string(),
        4 => format!("{number}.0"),
        _ => format!("{number}.{}", random.below(1000)),
    }
}

fn misspelt(random: &mut Random, token: &str) -> String {
    let mut letters: Vec<char> = token.chars().collect();
    let at = random.below(letters.len());
    match random.below(4) {
        0 => {
            letters.remove(at);
        }
        1 => letters.insert(at, ['x', '-', '_', '.', '0', 'é', '"'][random.below(7)]),
        2 => letters[at] = char::from_u32(random.below(0x250) as u32).unwrap_or('?'),
        _ => letters.swap(0, at),
    }
    letters.into_iter().collect()
}

fn swapped(random: &mut Random, text: &str) -> String {
    let mut tokens = tokens(text);
    let places: Vec<usize> = (0..tokens.len()).filter(|&at| matters(tokens[at])).collect();
    if !places.is_empty() {
        let (a, b) = (places[random.below(places.len())], places[random.below(places.len())]);
        tokens.swap(a, b);
    }
    tokens.concat()
}

fn with_lines(random: &mut Random, text: String, change: impl FnOnce(&mut Random, &mut Vec<String>)) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    if lines.is_empty() {
        return text;
    }
    change(random, &mut lines);
    lines.join("\n") + "\n"
}
