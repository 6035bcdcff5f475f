//! Tests that the header has every function.

use std::fs;
use std::path::Path;

#[test]
fn every_function_is_in_the_header() {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    let header = fs::read_to_string(package.join("include/loa.h")).unwrap();
    let mut functions = 0;
    for entry in fs::read_dir(package.join("src")).unwrap() {
        let source = fs::read_to_string(entry.unwrap().path()).unwrap();
        for part in source.split("#[unsafe(no_mangle)]").skip(1) {
            let name = part.split("fn ").nth(1).unwrap().split('(').next().unwrap();
            assert!(header.contains(&format!("{name}(")), "{name}");
            functions += 1;
        }
    }
    assert!(functions >= 15, "{functions}");
}
