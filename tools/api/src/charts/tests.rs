//! Charts compared with every placement of small boards, one by one.

use std::collections::BTreeMap;

use loa_solver::{Bitboard, Color, Position, Stop};
use loa_tablebase::{Builder, Layout, Selection, Tablebase, Tablebases};
use roxmltree::{Document, Node};

use super::*;
use crate::library::Limits;

/// Returns every placement of a material.
fn placements(board: Board, material: Material) -> Vec<Position> {
    let squares: Vec<_> = board.mask().into_iter().collect();
    let sets = |count: u32| {
        (0_u64..1 << squares.len()).filter(move |set| set.count_ones() == count).map(|set| {
            let is_set = |place: usize| set >> place & 1 == 1;
            (0..squares.len()).filter(|&place| is_set(place)).map(|place| squares[place]).collect()
        })
    };
    let them: Vec<Bitboard> = sets(material.them()).collect();
    let all = sets(material.us()).flat_map(|us: Bitboard| {
        them.iter().map(move |&them| Position::new(board, us, them, Color::White))
    });
    all.filter_map(Result::ok).collect()
}

fn share(part: f64, all: f64) -> usize {
    [0.25, 0.5, 0.75].iter().filter(|&&most| part / all > most).count()
}

/// Counts won placements by the rules and a probe of each.
fn won_plainly(tables: &Tablebase, placements: &[Position]) -> Won {
    let mut won = Won::NONE;
    for position in placements {
        let probe = tables.probe(position).unwrap();
        if tables.rules().termination(position).is_some() || probe.value.wdl() != Wdl::Win {
            continue;
        }
        let wins = probe.moves.iter().filter(|known| known.value.wdl() == Wdl::Win).count();
        won.placements += 1;
        won.moves += probe.moves.len() as u64;
        won.winning += wins as u64;
        let class = 1 + share(wins as f64, probe.moves.len() as f64);
        won.by_share[if wins == 1 { 0 } else { class }] += 1;
        for (counts, stones) in won.squares.iter_mut().zip([position.us(), position.them()]) {
            stones.into_iter().for_each(|square| counts[square.index() as usize] += 1);
        }
    }
    won
}

/// Solves a board, and returns its folder and its library.
fn solved(board: Board, rules: Rules) -> (tempfile::TempDir, Library) {
    let folder = tempfile::tempdir().unwrap();
    let layout = Layout::new(folder.path());
    Builder::new(layout, rules, board, Selection::Whole).run().unwrap();
    let tables = Tablebases::open(folder.path());
    let library = Library::new(folder.path(), tables, Limits::none());
    (folder, library)
}

fn request(board: Board, rules: &str, chart: ChartKind) -> ChartRequest {
    ChartRequest::new(rules.parse().unwrap(), board, chart)
}

/// Each number of a chart equals a count over all placements by the rules and a probe.
#[test]
fn numbers_are_those_of_all_placements() {
    for (rules, board) in [("mover-pass", "4x3"), ("mover-loss-misere", "3x4"), ("own-pass", "4x3")]
    {
        let (id, board): (Rules, Board) = (rules.parse().unwrap(), board.parse().unwrap());
        let (_folder, library) = solved(board, id);
        let tables = library.tables.of(id);
        let mut all = Vec::new();
        let mut counted: Vec<(String, Vec<Position>)> = Vec::new();
        for material in tables.materials(board).unwrap() {
            let placed = placements(board, material);
            all.extend(placed.clone());
            counted.push((material.to_string(), placed));
        }
        counted.push(("all".to_owned(), all));
        let [mut wins, mut shares, mut first_moves] = [const { Vec::new() }; 3];
        for (name, placed) in &counted {
            let value = |position| tables.answer(position).unwrap();
            let mut lengths: Vec<u16> = Vec::new();
            let mut by_outcome = BTreeMap::new();
            for position in placed {
                let value = value(position);
                *by_outcome.entry(value.wdl()).or_insert(0) += 1;
                if value.wdl() == Wdl::Win && id.connection_termination(position).is_none() {
                    lengths.extend(value.plies());
                }
            }
            lengths.sort_unstable();
            if let [first, .., last] = lengths[..] {
                let at = |share: f64| lengths[(lengths.len() as f64 * share).ceil() as usize - 1];
                let sum: u64 = lengths.iter().map(|&plies| u64::from(plies)).sum();
                let mean = sum as f64 / lengths.len() as f64;
                let (count, [tenth, half, most]) = (lengths.len(), [0.1, 0.5, 0.9].map(at));
                wins.push(format!("{name},{count},{first},{tenth},{half},{mean:.2},{most},{last}"));
            }
            let of = |wdl| by_outcome.get(&wdl).copied().unwrap_or(0);
            shares.push(format!("{name},{},{},{}", of(Wdl::Win), of(Wdl::Draw), of(Wdl::Loss)));
            let Won { placements, moves, winning, by_share, .. } = won_plainly(tables, placed);
            let by_share = joined(by_share, ",");
            first_moves.push(format!("{name},{placements},{moves},{winning},{by_share}"));
        }
        let (_, all) = counted.last().unwrap();
        let won = won_plainly(tables, all);
        let squares: Vec<String> = board
            .mask()
            .into_iter()
            .map(|square| {
                let [us, them] = won.squares.map(|counts| counts[square.index() as usize]);
                format!("{square},{us},{them},{}", won.placements)
            })
            .collect();
        let mut by_plies = BTreeMap::<Option<u16>, [u64; 3]>::new();
        for position in all.iter().filter(|p| id.connection_termination(p).is_none()) {
            let value = tables.answer(position).unwrap();
            by_plies.entry(value.plies()).or_default()[match value.wdl() {
                Wdl::Win => 0,
                Wdl::Draw => 1,
                Wdl::Loss => 2,
            }] += 1;
        }
        let draws = by_plies.remove(&None).map(|[.., drawn, _]| format!(",0,{drawn},0"));
        let distances = by_plies
            .into_iter()
            .map(|(plies, counts)| format!("{},{}", plies.unwrap(), joined(counts, ",")));
        for (chart, expected) in [
            (ChartKind::Distances, distances.chain(draws).collect()),
            (ChartKind::Wins, wins),
            (ChartKind::Shares, shares),
            (ChartKind::FirstMoves, first_moves),
            (ChartKind::Squares, squares),
        ] {
            let drawn = request(board, rules, chart).draw(&library, Control::none()).unwrap();
            let rows: Vec<&str> = drawn.csv.lines().skip(1).collect();
            assert_eq!(rows, expected, "{chart:?} of {board} under {rules}");
            assert!(rows.len() > 2, "{chart:?}");
        }
    }
}

/// A picture has a name and a description, keeps within its frame, and refers to nothing.
#[test]
fn pictures_are_whole() {
    let number =
        |node: Node<'_, '_>, name| -> f64 { node.attribute(name).unwrap().parse().unwrap() };
    let library = Library::built_in();
    for kind in ChartKind::ALL {
        let chart = request("4x4".parse().unwrap(), "misere", kind);
        let drawn = chart.draw(&library, Control::none()).unwrap();
        let document = Document::parse(&drawn.svg).unwrap();
        let root = document.root_element();
        let [title, described] = ["title", "desc"].map(|name| {
            let named = root.children().find(|node| node.has_tag_name(name));
            named.unwrap().text().unwrap().to_owned()
        });
        assert_eq!(title, drawn.title);
        assert!(described.contains("4x4 under mover-pass-misere"), "{described}");
        let (width, height) = (number(root, "width"), number(root, "height"));
        for node in root.descendants().filter(|node| node.has_tag_name("rect")) {
            if node.attribute("class") == Some("paper") {
                continue;
            }
            let [x, y, wide, high] = ["x", "y", "width", "height"].map(|name| number(node, name));
            assert!(x >= 0.0 && x + wide <= width && y >= 0.0 && y + high <= height, "{node:?}");
            assert!(wide > 0.0 && high > 0.0, "{node:?}");
        }
        for text in root.descendants().filter(|node| node.has_tag_name("text")) {
            let words = text.text().unwrap_or_default();
            // A broad letter takes 7 units.
            let long = 7.0 * words.chars().count() as f64;
            let x = number(text, "x");
            let right = match text.attribute("text-anchor") {
                Some("end") => x,
                Some("middle") => x + long / 2.0,
                _ => x + long,
            };
            assert!(right <= width + 7.0, "{words} ends at {right}");
        }
        for foreign in ["script", "href", "url("] {
            assert!(!drawn.svg.contains(foreign), "{foreign}");
        }
        assert!(drawn.to_string().contains(drawn.csv.split(',').next().unwrap()));
    }
}

#[test]
fn a_chart_ends_when_it_is_stopped_or_takes_too_long() {
    let mut library = Library::built_in();
    let chart = request("4x4".parse().unwrap(), "club", ChartKind::Squares);
    let ask = |library: &Library, stop: &Stop| {
        let mut watch = Watch { stop, found: &mut |_| {}, rest: &mut || {} };
        chart.answer(library, &mut watch)
    };
    // On a busy machine the usual time can be too short.
    library.limits.search = std::time::Duration::from_secs(3600);
    assert!(ask(&library, &Stop::default()).is_ok());
    let stopped = ask(&library, &Stop::when(|| true)).unwrap_err();
    assert_eq!(stopped.status, Status::Interrupted);
    library.limits.search = std::time::Duration::ZERO;
    let late = ask(&library, &Stop::default()).unwrap_err();
    assert_eq!(late.http_status(), 413);
    assert!(late.text().contains("takes longer than 0.00 s"), "{late}");
    library.limits.memory = Some(1 << 10);
    let memory = ask(&library, &Stop::default()).unwrap_err();
    assert!(memory.text().contains("of memory"), "{memory}");
}
