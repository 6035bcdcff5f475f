//! Progress of a solve where there is no terminal.

use crate::loa;

/// A line such as "4v3 (6 of 6), ply 3, 60.2 % of all", perhaps with
/// ", 5.2 million/s, left 00:00:01, in all 00:00:02".
#[derive(Debug)]
struct Line<'a> {
    family: &'a str,
    number: usize,
    of: usize,
    stage: &'a str,
    percent: f64,
}

fn parsed(line: &str) -> Line<'_> {
    let parts: Vec<&str> = line.split(", ").collect();
    if let [_, _, _, rate, left, in_all] = parts[..] {
        let rate = rate.strip_suffix(" million/s").unwrap();
        assert!(rate.parse::<f64>().unwrap() > 0.0, "{line}");
        let times = [left.strip_prefix("left "), in_all.strip_prefix("in all ")];
        for time in times.map(|time| time.unwrap().split(':')) {
            assert!(time.clone().count() == 3, "{line}");
            assert!(time.flat_map(str::parse::<u32>).all(|part| part < 60));
        }
    } else {
        assert_eq!(parts.len(), 3, "{line}");
    }
    let (family, place) = parts[0].split_once(" (").unwrap();
    let (number, of) = place.trim_end_matches(')').split_once(" of ").unwrap();
    Line {
        family,
        number: number.parse().unwrap(),
        of: of.parse().unwrap(),
        stage: parts[1],
        percent: parts[2].strip_suffix(" % of all").unwrap().parse().unwrap(),
    }
}

#[test]
fn a_log_shows_family_stage_and_share() {
    let folder = tempfile::tempdir().unwrap();
    let answer = loa(folder.path(), "solve 5x5 --pieces 7 --log-every 0");
    assert_eq!(answer.status, 0, "{}", answer.stderr);
    let (tables, progress): (Vec<&str>, Vec<&str>) =
        answer.stderr.lines().partition(|line| line.contains("positions, longest"));
    assert_eq!(tables.len(), 10, "{}", answer.stderr);
    let lines = Vec::from_iter(progress.into_iter().map(parsed));
    let mut families = Vec::from_iter(lines.iter().map(|line| (line.number, line.family)));
    families.dedup();
    let order = ["2v2", "3v2", "3v3", "4v2", "5v2", "4v3"];
    assert_eq!(families, Vec::from_iter((1..).zip(order)));
    assert!(lines.iter().all(|line| line.of == order.len()));
    assert!(lines.is_sorted_by_key(|line| line.percent), "{lines:?}");
    assert!(lines.iter().all(|line| line.percent < 100.0), "{lines:?}");
    for stage in ["mark", "ply 1", "seed", "ply 2", "ply 20", "packing"] {
        assert!(lines.iter().any(|line| line.stage == stage), "{stage}");
    }
}

#[test]
fn a_short_solve_lists_its_tables_alone() {
    let folder = tempfile::tempdir().unwrap();
    let answer = loa(folder.path(), "solve 4x4");
    assert_eq!(answer.stderr.lines().count(), 9, "{}", answer.stderr);
    let quiet = loa(folder.path(), "solve 4x3 --quiet");
    assert_eq!((quiet.status, quiet.stderr.as_str()), (0, ""));
}
