//! What a store promises, once for every back end; then what only one with files can promise.

mod both;
mod damage;
mod disk;
mod kill;
mod make;
mod model;
mod older;
