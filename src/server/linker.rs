//! The page's many small files as few large ones. A browser spends some milliseconds on every request, and the page
//! has more than a hundred modules; so the modules that it starts with are served as one, and its style sheets too.
//!
//! Nothing is rewritten but imports and exports, and comments are left out: each module keeps its text in a scope of its
//! own, in the order in which the browser would have run them. Modules that are loaded later find those that are there already, so that none
//! exists twice. Only the forms of import and export that `web/` uses are known; a test finds any other.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

/// The module that the page starts with.
pub(super) const ENTRY: &str = "app.js";
/// The style sheet that stands for those of the page.
pub(super) const STYLE: &str = "style.css";
/// Code of others, which is served as it was published.
const VENDOR: &str = "vendor/";
/// Where the modules that are there are found, by their paths.
const MODULES: &str = r#"globalThis[Symbol.for("dialog-hub.modules")]"#;

/// The texts of the client's files, by their paths.
pub(super) type Texts = BTreeMap<String, String>;

/// What is served in place of some of the files, and beside them.
pub(super) fn link(texts: &Texts) -> Texts {
    let mut order = Vec::new();
    visit(texts, ENTRY, &mut order, &mut BTreeSet::new());
    let first: BTreeSet<_> = order.iter().cloned().collect();
    let mut served = Texts::new();
    served.insert(ENTRY.to_owned(), together(texts, &order));
    let mut waiting: Vec<_> = order.iter().flat_map(|path| later(path, &texts[path])).collect();
    while let Some(path) = waiting.pop() {
        let Some(text) = texts.get(&path).filter(|_| !first.contains(&path) && !served.contains_key(&path))
        else {
            continue;
        };
        waiting.extend(imports(&path, text).map(|import| import.path));
        waiting.extend(later(&path, text));
        served.insert(path.clone(), apart(&path, text, &first));
    }
    if let Some(index) = texts.get("index.html") {
        let (index, sheets) = one_sheet(index);
        served.insert("index.html".to_owned(), index);
        let lines = sheets.iter().filter_map(|path| texts.get(path)).flat_map(|text| uncommented(text));
        served.insert(STYLE.to_owned(), joined(lines));
    }
    served
}

/// Modules in the order in which they run: each behind those that it imports.
fn visit(texts: &Texts, path: &str, order: &mut Vec<String>, seen: &mut BTreeSet<String>) {
    let Some(text) = texts.get(path).filter(|_| seen.insert(path.to_owned())) else { return };
    for import in imports(path, text) {
        visit(texts, &import.path, order, seen);
    }
    order.push(path.to_owned());
}

/// All modules as one; the entry's own text comes last, for it may wait at its top level.
fn together(texts: &Texts, order: &[String]) -> String {
    let mut all = format!("const $modules = ({MODULES} = {{}});\n");
    for path in order {
        let (body, exports) = unexported(&replaced(path, &texts[path], |import| import.taken("$modules")));
        // Writing to a String cannot fail.
        let _ = if path == ENTRY {
            write!(all, "{body}")
        } else {
            let names = exports.join(", ");
            writeln!(all, "$modules[\"{path}\"] = (() => {{\n{body}return {{ {names} }};\n}})();")
        };
    }
    all
}

/// A module that is loaded later: it takes what is there already from where it is.
fn apart(path: &str, text: &str, first: &BTreeSet<String>) -> String {
    let taken = replaced(path, text, |import| {
        if first.contains(&import.path) { import.taken(MODULES) } else { import.text.to_owned() }
    });
    if path.starts_with(VENDOR) { taken } else { joined(uncommented(&taken)) }
}

/// One statement `import { a, b as c } from "./path.js";`, over one line or several.
struct Import<'a> {
    text: &'a str,
    names: &'a str,
    path: String,
}

impl Import<'_> {
    /// The same names, taken from the modules that are there.
    fn taken(&self, modules: &str) -> String {
        let names = self.names.replace(" as ", ": ");
        format!("const {{{names}}} = {modules}[\"{}\"];", self.path)
    }
}

fn imports<'a>(path: &str, text: &'a str) -> impl Iterator<Item = Import<'a>> {
    let starts = text.match_indices("import {").map(|(at, _)| at);
    starts.filter(|at| *at == 0 || text[..*at].ends_with('\n')).filter_map(move |at| {
        let end = at + text[at..].find(';')? + 1;
        let statement = &text[at..end];
        let (names, from) = statement.strip_prefix("import {")?.split_once('}')?;
        let from = from.split('"').nth(1)?;
        Some(Import { text: statement, names, path: resolve(path, from) })
    })
}

/// The paths of `import("./path.js")`, absolute since the module's place changes.
fn later(path: &str, text: &str) -> Vec<String> {
    let calls = text.split(r#"import("."#).skip(1).filter_map(|rest| rest.split_once('"'));
    calls.map(|(from, _)| resolve(path, &format!(".{from}"))).collect()
}

fn replaced(path: &str, text: &str, with: impl Fn(&Import<'_>) -> String) -> String {
    let mut body = text.to_owned();
    for import in imports(path, text) {
        body = body.replacen(import.text, &with(&import), 1);
    }
    let parts: Vec<_> = body.split(r#"import("."#).collect();
    let mut placed = parts[0].to_owned();
    for part in &parts[1..] {
        let (from, rest) = part.split_once('"').unwrap_or((part, ""));
        let _ = write!(placed, r#"import("/{}"{rest}"#, resolve(path, &format!(".{from}")));
    }
    placed
}

/// The lines that are not comments alone.
fn uncommented(text: &str) -> impl Iterator<Item = &str> {
    let mut is_comment = false;
    text.lines().filter(move |line| {
        let start = line.trim_start();
        is_comment |= start.starts_with("/*");
        let is_left_out = is_comment || start.starts_with("//") || start.is_empty();
        is_comment &= !line.ends_with("*/");
        !is_left_out
    })
}

/// The text without `export` and without comments, and the names that were exported.
fn unexported(text: &str) -> (String, Vec<String>) {
    let (mut body, mut names) = (String::with_capacity(text.len()), Vec::new());
    for line in uncommented(text) {
        if let Some(listed) = line.strip_prefix("export {") {
            let listed = listed.trim_end_matches(['}', ';', ' ']);
            names.extend(listed.split(',').map(str::trim).filter(|name| !name.is_empty()).map(str::to_owned));
            continue;
        }
        let declared = line.strip_prefix("export ").unwrap_or(line);
        if declared.len() < line.len() {
            let kinds = ["async ", "function ", "class ", "const "];
            let name = kinds.iter().fold(declared, |rest, kind| rest.strip_prefix(kind).unwrap_or(rest));
            let is_name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '$');
            names.push(name.split(|c| !is_name(c)).next().unwrap_or_default().to_owned());
        }
        body.push_str(declared);
        body.push('\n');
    }
    (body, names)
}

fn joined<'a>(lines: impl Iterator<Item = &'a str>) -> String {
    lines.flat_map(|line| [line, "\n"]).collect()
}

/// The page with one style sheet, and the paths of those that it names.
fn one_sheet(index: &str) -> (String, Vec<String>) {
    let sheet = |line: &str| {
        let path = line.trim().strip_prefix(r#"<link rel="stylesheet" href="/"#)?.split('"').next()?;
        Some(path.to_owned())
    };
    let sheets: Vec<_> = index.lines().filter_map(sheet).collect();
    let mut is_linked = false;
    let mut page = String::with_capacity(index.len());
    for line in index.lines() {
        match sheet(line) {
            None => page.push_str(line),
            Some(_) if is_linked => continue,
            Some(_) => {
                is_linked = true;
                let _ = write!(page, r#"    <link rel="stylesheet" href="/{STYLE}">"#);
            }
        }
        page.push('\n');
    }
    (page, sheets)
}

/// A path as the module at `base` means it.
fn resolve(base: &str, path: &str) -> String {
    let mut parts: Vec<_> = base.split('/').collect();
    parts.pop();
    for part in path.split('/') {
        match part {
            "." => {}
            ".." => drop(parts.pop()),
            name => parts.push(name),
        }
    }
    parts.join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(files: &[(&str, &str)]) -> Texts {
        files.iter().map(|(path, text)| ((*path).to_owned(), (*text).to_owned())).collect()
    }

    #[test]
    fn modules_stand_behind_what_they_import_each_in_its_scope() {
        let files = texts(&[
            ("app.js", "import { a as b } from \"./x/a.js\";\nb();\n"),
            (
                "x/a.js",
                "import { one,\n  two } from \"../one.js\";\nexport function a() {}\nexport const $c = one;\n",
            ),
            (
                "one.js",
                "// One.\n\n/**\n * Said.\n */\nexport class one {}\n/** Two. */\nconst two = 2; // kept\nexport { two };\n",
            ),
        ]);
        let linked = &link(&files)[ENTRY];
        let expected = "const $modules = (globalThis[Symbol.for(\"dialog-hub.modules\")] = {});\n\
             $modules[\"one.js\"] = (() => {\nclass one {}\nconst two = 2; // kept\nreturn { one, two };\n})();\n\
             $modules[\"x/a.js\"] = (() => {\nconst { one,\n  two } = $modules[\"one.js\"];\nfunction a() {}\n\
             const $c = one;\nreturn { a, $c };\n})();\n\
             const { a: b } = $modules[\"x/a.js\"];\nb();\n";
        assert_eq!(linked, expected);
    }

    #[test]
    fn a_module_that_is_loaded_later_finds_those_that_are_there() {
        let files = texts(&[
            ("app.js", "import { t } from \"./in/t.js\";\nimport(\"./late.js\");\n"),
            ("in/t.js", "export const t = () => import(\"../late.js\");\n"),
            (
                "late.js",
                "import { t } from \"./in/t.js\";\nimport { v } from \"./vendor/v.js\";\nexport const l = t;\n",
            ),
            ("vendor/v.js", "export const v = 1;\n"),
            ("alone.js", "import { t } from \"./in/t.js\";\n"),
        ]);
        let served = link(&files);
        assert_eq!(
            served["late.js"],
            "const { t } = globalThis[Symbol.for(\"dialog-hub.modules\")][\"in/t.js\"];\n\
             import { v } from \"./vendor/v.js\";\nexport const l = t;\n"
        );
        assert!(served[ENTRY].contains("() => import(\"/late.js\")") && !served.contains_key("alone.js"));
    }

    #[test]
    fn the_style_sheets_are_one_in_their_order() {
        let link_to = |path: &str| format!("    <link rel=\"stylesheet\" href=\"/{path}\">\n");
        let index = format!("<head>\n{}{}</head>\n", link_to("b.css"), link_to("a.css"));
        let served =
            link(&texts(&[("app.js", ""), ("index.html", &index), ("a.css", "a{}\n"), ("b.css", "b{}\n")]));
        assert_eq!(served["index.html"], format!("<head>\n{}</head>\n", link_to(STYLE)));
        assert_eq!(served[STYLE], "b{}\na{}\n");
    }
}
