//! What fuzzers have found worth keeping holds, as it is and with something gone wrong in it.

use std::fs;
use std::path::Path;

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};
use proptest::test_runner::TestRunner;
use tests::fuzz;

use crate::property::{Bytes, Damage, config};

#[test]
fn framing() {
    assert_holds("framing", fuzz::framing);
}

#[test]
fn message() {
    assert_holds("message", fuzz::message);
}

#[test]
fn arguments() {
    assert_holds("arguments", fuzz::arguments);
}

#[test]
fn session() {
    assert_holds("session", fuzz::session);
}

#[test]
fn uris() {
    assert_holds("uris", fuzz::uris);
}

fn assert_holds(target: &str, check: fn(&[u8])) {
    let seeds = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fuzz/seeds");
    let mut paths: Vec<_> = fs::read_dir(seeds.join(target))
        .expect("each target has seeds")
        .map(|seed| seed.expect("it can be read").path())
        .collect();
    paths.sort();
    let seeds: Vec<_> = paths
        .iter()
        .map(|path| {
            // Shown when it fails: the last one is the one.
            eprintln!("{}", path.display());
            let seed = fs::read(path).expect("it can be read");
            check(&seed);
            seed
        })
        .collect();

    let damages = vec((select(Damage::ALL), any::<Index>(), any::<Index>()), 1..4);
    let broken = (select(seeds), damages).prop_map(|(mut seed, damages)| {
        for (damage, from, to) in damages {
            damage.make(&mut seed, from, to);
        }
        Bytes(seed)
    });
    let tried = TestRunner::new(config()).run(&broken, |Bytes(bytes)| {
        check(&bytes);
        Ok(())
    });
    tried.unwrap_or_else(|error| panic!("{error}"));
}
