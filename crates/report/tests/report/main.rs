//! From results to everything that a user sees.

mod charts;
mod documents;
mod fixture;
mod flags;
mod folders;
mod formats;
mod frames;
mod pages;
mod tables;
