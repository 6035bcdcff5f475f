//! A program by another author: looks positions up in bytes in memory, solves a board, and
//! judges its own engine by perfect play.
//!
//!     cargo run --manifest-path examples/new_author/Cargo.toml

// For the project's own lints, because its tests compile this program, too.
#![allow(clippy::print_stdout)]

use std::error::Error;

use loa_engine::{Engine, EngineMove, Failed};
use loa_judge::judging::{EnginePool, Sample, judge};
use loa_record::Game;
use loa_solver::{Board, Control, Move, Rules};
use loa_tablebase::{Builder, Selection, Table, TableSet, Tablebase};

/// The bytes of a table, as they might come from a network.
const TABLE: &[u8] = include_bytes!("../../../tablebase/tables/mover-pass/4x4/2v2.loa");

fn main() -> Result<(), Box<dyn Error>> {
    probe_from_bytes()?;
    let folder = tempfile::tempdir()?;
    let tables = solve("4x4".parse()?, folder.path())?;
    judge_own_engine(&tables)
}

/// Answers a question from the bytes of one table.
fn probe_from_bytes() -> Result<(), Box<dyn Error>> {
    let mut tables = TableSet::new();
    tables.insert(Table::from_bytes(TABLE)?);
    let options = Tablebase::options().embedded(false).source(tables);
    let tablebase = options.tablebase(Rules::default());
    let probe = tablebase.probe(&"4/x2o/o3/3x x".parse()?)?;
    println!("{}: {}", probe.position, probe.value);
    for candidate in &probe.moves {
        println!("  {} {}", candidate.played, candidate.value);
    }
    Ok(())
}

/// Solves a board and returns its tables.
fn solve(board: Board, folder: &std::path::Path) -> Result<Tablebase, Box<dyn Error>> {
    let rules = Rules::default();
    let builder = Builder::new(folder, rules, board, Selection::Whole);
    let report = builder.run()?;
    let tables = Tablebase::options().embedded(false).open(folder, rules);
    let value = tables.answer(&board.start())?;
    println!("{board}: {} tables, the start is a {value}", report.written);
    Ok(tables)
}

/// Judges the engine below in positions of all kinds in the tables.
fn judge_own_engine(tables: &Tablebase) -> Result<(), Box<dyn Error>> {
    let board: Board = "4x4".parse()?;
    let mut sample = Sample::new(tables, board, tables.materials(board)?);
    sample.positions = 200;
    let questions = sample.draw(Control::none())?;
    let start = || Ok(Box::new(most_central) as Box<dyn Engine>);
    let judgement = judge(&EnginePool::new(&start), &questions);
    let effects = &judgement.all.effects;
    println!("the engine kept the result in {} of {} positions", effects.kept, effects.moves());
    for judged in judgement.worst(3) {
        println!(
            "  {}: {} is a {}, {} a {}",
            judged.position, judged.played, judged.move_value, judged.best[0], judged.value
        );
    }
    Ok(())
}

/// An engine in a dozen lines: it moves to the square nearest to the centre.
fn most_central(game: &Game) -> Result<EngineMove, Failed> {
    let board = game.position().board();
    let distance = |played: &Move| match played {
        Move::Stone { to, .. } => {
            let off = |place: u32, count: u32| (2 * place + 1).abs_diff(count);
            off(to.file(), board.files()).max(off(to.rank(), board.ranks()))
        }
        Move::Pass => 0,
    };
    let moves = game.preset().rules.moves(game.position());
    let nearest = moves
        .into_iter()
        .min_by_key(distance)
        .ok_or_else(|| loa_engine::Fault::Own("no move".into()))?;
    Ok(EngineMove::new(nearest))
}
