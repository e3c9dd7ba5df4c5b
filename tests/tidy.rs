//! The rules of the house that a machine can check: file lengths, a pure core, arrows that point down,
//! nothing left over.

use std::fs;
use std::path::{Path, PathBuf};

const MAX_LINES: usize = 400;

/// Each layer, a folder or a file below `src`, with all that it may use of the others.
const ARROWS: [(&str, &[&str]); 10] = [
    ("core", &[]),
    ("error", &["core"]),
    ("config", &["core"]),
    ("wire", &["core", "error"]),
    ("store", &["core"]),
    ("fanout", &["core", "wire", "error"]),
    ("hub", &["core", "wire", "error", "store", "fanout"]),
    ("server", &["core", "wire", "error", "hub", "fanout"]),
    ("client", &["core", "wire", "error"]),
    ("cli", &["core", "wire", "error", "store", "hub", "server", "client", "config"]),
];

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// The files below some folders with one of these endings, without what others wrote.
fn files(folders: &[&str], endings: &[&str]) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut open: Vec<PathBuf> =
        folders.iter().map(|folder| root().join(folder)).filter(|p| p.exists()).collect();
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(&folder).expect("a readable folder") {
            let path = entry.expect("a readable entry").path();
            let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default().to_owned();
            if path.is_dir() {
                if !["node_modules", "vendor", "target"].contains(&name.as_str()) {
                    open.push(path);
                }
            } else if endings.iter().any(|ending| name.ends_with(ending)) {
                found.push(path);
            }
        }
    }
    found.sort();
    assert!(!found.is_empty(), "nothing to check in {folders:?}");
    found
}

fn shown(path: &Path) -> String {
    path.strip_prefix(root()).unwrap_or(path).display().to_string()
}

fn text(path: &Path) -> String {
    fs::read_to_string(path).expect("a file of UTF-8")
}

/// Lines of code: what stands behind `//` is left out.
fn code(path: &Path) -> Vec<(usize, String)> {
    let lines = text(path);
    let code = |line: &str| line.split("//").next().unwrap_or_default().to_owned();
    lines.lines().enumerate().map(|(n, line)| (n + 1, code(line))).collect()
}

fn assert_none(what: &str, found: Vec<String>) {
    assert!(found.is_empty(), "{what}:\n  {}", found.join("\n  "));
}

#[test]
fn no_file_is_longer_than_a_reader_holds() {
    let all = files(&["src", "tests", "benches", "web"], &[".rs", ".js", ".mjs", ".css", ".html"]);
    let long =
        all.iter().map(|path| (path, text(path).lines().count())).filter(|(_, lines)| *lines > MAX_LINES);
    assert_none("over 400 lines", long.map(|(path, lines)| format!("{} {lines}", shown(path))).collect());
}

#[test]
fn every_file_says_what_it_holds() {
    let bare = files(&["src", "tests", "benches"], &[".rs"])
        .into_iter()
        .filter(|path| !text(path).starts_with("//!"));
    assert_none("no //! at the top", bare.map(|path| shown(&path)).collect());
}

#[test]
fn the_core_does_no_io_and_keeps_nothing() {
    let impure = [
        "tokio",
        "std::fs",
        "std::net",
        "std::io",
        "std::env",
        "std::thread",
        "std::process",
        "Instant",
        "SystemTime",
        "getrandom",
        "parking_lot",
        "Mutex",
        "RwLock",
        "OnceLock",
        "LazyLock",
        "thread_local",
        "static ",
        "async ",
        "now_v7",
        "new_v4",
        "tracing",
        "println",
        "unsafe",
    ];
    let mut found = Vec::new();
    for path in files(&["src/core"], &[".rs"]) {
        for (line, code) in code(&path) {
            let code = code.replace("&'static ", "");
            found.extend(
                impure
                    .iter()
                    .filter(|word| code.contains(**word))
                    .map(|word| format!("{}:{line} {word}", shown(&path))),
            );
        }
    }
    assert_none("in the core, which is pure", found);
}

#[test]
fn arrows_point_down_only() {
    let layers: Vec<&str> = ARROWS.iter().map(|(layer, _)| *layer).collect();
    let all = files(&["src"], &[".rs"]);
    let mut found = Vec::new();
    for (layer, may) in ARROWS {
        let (folder, file) = (root().join("src").join(layer), root().join(format!("src/{layer}.rs")));
        let of_layer: Vec<_> =
            all.iter().filter(|path| path.starts_with(&folder) || **path == file).collect();
        assert!(!of_layer.is_empty(), "there is no {layer}");
        for path in of_layer {
            for (line, code) in code(path) {
                let used = code.split("crate::").skip(1).map(|rest| {
                    rest.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').next().unwrap_or_default()
                });
                for target in used.filter(|t| layers.contains(t) && *t != layer && !may.contains(t)) {
                    found.push(format!("{}:{line} {layer} → {target}", shown(path)));
                }
            }
        }
    }
    assert_none("an arrow that points up", found);
}

#[test]
fn nothing_is_left_over() {
    // Written so that this file does not name itself.
    let words = [
        ["to", "do!"].concat(),
        ["unimple", "mented!"].concat(),
        ["FIX", "ME"].concat(),
        ["XX", "X"].concat(),
        ["db", "g!("].concat(),
        ["#[ig", "nore"].concat(),
        [".on", "ly("].concat(),
        ["test.", "skip"].concat(),
    ];
    let mut found = Vec::new();
    for path in files(&["src", "tests", "benches", "web"], &[".rs", ".js", ".mjs", ".css", ".html"]) {
        for (line, words_of) in text(&path).lines().enumerate() {
            found.extend(
                words
                    .iter()
                    .filter(|word| words_of.contains(word.as_str()))
                    .map(|word| format!("{}:{} {word}", shown(&path), line + 1)),
            );
        }
    }
    assert_none("left in the tree", found);
}

fn is_for_tests(path: &Path) -> bool {
    let shown = shown(path);
    shown.contains("/tests") || shown.ends_with("/properties.rs")
}

#[test]
fn an_unwrap_outside_tests_says_why_it_cannot_fail() {
    let mut found = Vec::new();
    for path in files(&["src"], &[".rs"]).into_iter().filter(|path| !is_for_tests(path)) {
        let lines: Vec<String> = text(&path).lines().map(str::to_owned).collect();
        for (n, line) in lines.iter().enumerate() {
            if line.contains("#[cfg(test)]") {
                break;
            }
            let is_doc = line.trim_start().starts_with("//");
            let says_why = line.contains("// ") || n > 0 && lines[n - 1].trim_start().starts_with("// ");
            if !is_doc && line.contains(".unwrap()") && !says_why {
                found.push(format!("{}:{}", shown(&path), n + 1));
            }
            if line.contains(".expect(\"\")") {
                found.push(format!("{}:{} an empty reason", shown(&path), n + 1));
            }
        }
    }
    assert_none("an unwrap without a reason", found);
}
