//! The rules systems of Chaselab, each a folder with its tables.
