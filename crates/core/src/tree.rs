//! A designer's file as a tree that remembers where everything was written.

mod paper;
mod parse;
mod path;
mod read;

pub use parse::{parse_embedded, parse_file, parse_value};
pub use path::Path;
pub use read::Reader;

use crate::Place;
use std::sync::atomic::{AtomicBool, Ordering};

/// The texts that places point into.
#[derive(Clone, Debug, Default)]
pub struct Sources {
    files: Vec<SourceFile>,
}

/// One text.
#[derive(Clone, Debug)]
pub struct SourceFile {
    /// The name as the user wrote it.
    pub name: String,
    /// All of it.
    pub text: String,
}

impl Sources {
    /// Adds a text; its index is what [`Place::File`] carries.
    pub fn add(&mut self, name: impl Into<String>, text: impl Into<String>) -> usize {
        self.files.push(SourceFile { name: name.into(), text: text.into() });
        self.files.len() - 1
    }

    /// The text with this index.
    pub fn get(&self, index: usize) -> Option<&SourceFile> {
        self.files.get(index)
    }
}

/// A value and where it was written.
#[derive(Debug)]
pub struct Node {
    /// The value.
    pub value: Value,
    /// Where it stands.
    pub place: Place,
    /// Whether anybody read it: what stays unread had no effect.
    used: AtomicBool,
}

/// What can stand in a file.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// `true` or `false`.
    Bool(bool),
    /// A whole number.
    Integer(i64),
    /// A number with a fraction; finite.
    Float(f64),
    /// A text.
    Text(String),
    /// A list.
    List(Vec<Node>),
    /// Keys and values, in the order in which they were written.
    Table(Vec<Entry>),
}

/// A key and its value.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// The key.
    pub key: String,
    /// Where the key stands.
    pub place: Place,
    /// The value.
    pub node: Node,
}

impl Clone for Node {
    fn clone(&self) -> Self {
        Self { value: self.value.clone(), place: self.place.clone(), used: AtomicBool::new(self.is_used()) }
    }
}

/// Nodes are equal when their values are, wherever they stand.
impl PartialEq for Node {
    fn eq(&self, other: &Self) -> bool {
        self.value == other.value
    }
}

impl Node {
    /// A value at a place, not yet read.
    pub fn new(value: Value, place: Place) -> Self {
        Self { value, place, used: AtomicBool::new(false) }
    }

    /// Whether it, or anything in it, was read.
    pub fn is_used(&self) -> bool {
        self.used.load(Ordering::Relaxed)
    }

    /// Says that it was read.
    pub fn mark_used(&self) {
        self.used.store(true, Ordering::Relaxed);
    }

    /// Says that it and everything in it was read.
    pub fn mark_all_used(&self) {
        self.mark_used();
        match &self.value {
            Value::List(items) => items.iter().for_each(Self::mark_all_used),
            Value::Table(entries) => entries.iter().for_each(|entry| entry.node.mark_all_used()),
            _ => {}
        }
    }

    /// The value of a key, without marking it as read.
    pub fn get(&self, key: &str) -> Option<&Self> {
        match &self.value {
            Value::Table(entries) => entries.iter().find(|entry| entry.key == key).map(|entry| &entry.node),
            _ => None,
        }
    }

    /// The value of a key, to change it.
    pub fn get_mut(&mut self, key: &str) -> Option<&mut Self> {
        match &mut self.value {
            Value::Table(entries) => entries.iter_mut().find(|entry| entry.key == key).map(|entry| &mut entry.node),
            _ => None,
        }
    }

    /// The value that stands at a path, without marking it as read.
    pub fn at(&self, path: &Path) -> Option<&Self> {
        path.keys().iter().try_fold(self, |node, key| node.get(key))
    }

    /// What kind of thing it is, for messages.
    pub fn kind(&self) -> &'static str {
        match self.value {
            Value::Bool(_) => "true or false",
            Value::Integer(_) => "a whole number",
            Value::Float(_) => "a number with a fraction",
            Value::Text(_) => "a text",
            Value::List(_) => "a list",
            Value::Table(_) => "a table",
        }
    }
}

impl Value {
    /// The number that it is, whole or not.
    pub const fn number(&self) -> Option<f64> {
        match self {
            Self::Integer(number) => Some(*number as f64),
            Self::Float(number) => Some(*number),
            _ => None,
        }
    }
}

/// The value as TOML on one line; keys of tables in written order.
impl std::fmt::Display for Value {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Bool(value) => write!(f, "{value}"),
            Self::Integer(value) => write!(f, "{value}"),
            Self::Float(value) => write!(f, "{value:?}"),
            Self::Text(text) => f.write_str(&path::text(text)),
            Self::List(items) => {
                let items: Vec<String> = items.iter().map(|item| item.value.to_string()).collect();
                write!(f, "[{}]", items.join(", "))
            }
            Self::Table(entries) => {
                let entries: Vec<String> = entries
                    .iter()
                    .map(|entry| format!("{} = {}", path::quoted(&entry.key), entry.node.value))
                    .collect();
                write!(f, "{{ {} }}", entries.join(", "))
            }
        }
    }
}
