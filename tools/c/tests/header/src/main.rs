//! Generates the header of the functions for C from their sources. With `--check`, fails if the
//! header differs from it.

#![allow(clippy::unwrap_used, reason = "a failure says where")]

use std::path::Path;
use std::{env, fs};

/// Returns the macros of the header: its version, and the mark of functions whose status matters.
fn macros() -> String {
    let version = env!("CARGO_PKG_VERSION");
    let numbers: Vec<&str> = version.split(['.', '-']).collect();
    let [major, minor, patch, ..] = numbers[..] else { panic!("the version is {version}") };
    format!(
        "
// The version of this header; loa_version() returns that of the library.
#define LOA_VERSION \"{version}\"
#define LOA_VERSION_MAJOR {major}
#define LOA_VERSION_MINOR {minor}
#define LOA_VERSION_PATCH {patch}

// Compilers warn if a program ignores a status, unless it defines LOA_MUST_USE as nothing.
#ifndef LOA_MUST_USE
#if defined(__GNUC__)
#define LOA_MUST_USE __attribute__((warn_unused_result))
#elif defined(_MSC_VER)
#define LOA_MUST_USE _Check_return_
#else
#define LOA_MUST_USE
#endif
#endif"
    )
}

/// Returns the header that cbindgen generates from the sources of a package.
fn header(package: &Path) -> String {
    let mut config = cbindgen::Config::from_file(package.join("cbindgen.toml")).unwrap();
    config.after_includes = Some(macros());
    let mut builder = cbindgen::Builder::new().with_config(config);
    for name in ["status", "types", "tables", "fault", "probe", "choices", "game", "text"] {
        builder = builder.with_src(package.join(format!("src/{name}.rs")));
    }
    let mut header = Vec::new();
    builder.generate().unwrap().write(&mut header);
    String::from_utf8(header).unwrap()
}

fn main() {
    let package = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let (header, path) = (header(&package), package.join("include/loa.h"));
    match env::args().nth(1).as_deref() {
        Some("--check") => {
            let is_current = fs::read_to_string(path).is_ok_and(|found| found == header);
            assert!(
                is_current,
                "loa.h differs from the sources: cargo run -p loa-header writes it"
            );
        }
        _ => fs::write(path, header).unwrap(),
    }
}
