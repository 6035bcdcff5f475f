//! Tests that the header agrees with the sources.

use std::fs;
use std::path::Path;

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

/// Returns the header that cbindgen generates from the sources.
fn made() -> String {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
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

/// `LOA_WRITE_HEADER=1 cargo test -p loa-c --test door header` writes the header.
#[test]
fn the_header_is_that_of_the_sources() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("include/loa.h");
    let made = made();
    if std::env::var_os("LOA_WRITE_HEADER").is_some() {
        fs::write(&path, &made).unwrap();
    }
    assert!(
        fs::read_to_string(&path).unwrap() == made,
        "{} differs from the sources; run: LOA_WRITE_HEADER=1 cargo test -p loa-c --test door header",
        path.display()
    );
}

#[test]
fn every_function_is_in_the_header() {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    let header = made();
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
