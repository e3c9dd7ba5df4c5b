//! The web client, from memory: an exact table of paths, so that there is no folder to climb out of.
//!
//! Every page of the client is `index.html`; the client reads its own path. Each file has an ETag of its content and
//! is asked for again each time (`no-cache`), so that a new hub is never met with an old client.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::sync::LazyLock;

use axum::body::Body;
use axum::extract::Request;
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use http::{HeaderName, HeaderValue, Method, StatusCode, header};
use sha2::{Digest, Sha256};

use super::problem::Problem;
use crate::error::Code;

macro_rules! files {
    ($($path:literal),* $(,)?) => {
        /// Every file of the client, by its path under `web/`.
        const FILES: &[(&str, &[u8])] = &[$(($path, include_bytes!(concat!("../../web/", $path)))),*];
    };
}

files![
    "answers.js",
    "app.js",
    "card.js",
    "cards.css",
    "dom.js",
    "drafts.js",
    "errors.js",
    "follows.js",
    "history.js",
    "http.js",
    "hub.js",
    "icon.svg",
    "inbox.js",
    "index.html",
    "journal.js",
    "journal_section.js",
    "json.js",
    "label.js",
    "page.js",
    "position.js",
    "reading.js",
    "schema.js",
    "style.css",
    "thread.js",
    "threads.js",
    "title.js",
    "view.js",
    "visible.js",
    "words.js",
    "cards/approval.js",
    "cards/choice.js",
    "cards/form.js",
    "cards/kinds.js",
    "cards/questionnaire.js",
    "cards/raw.js",
    "cards/simple.js",
];

/// What a page may do: nothing but its own scripts, styles and pictures, and calls to the hub that it came from.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; manifest-src 'self'; \
                      base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'";

/// Headers of every file.
const HEADERS: [(HeaderName, HeaderValue); 6] = [
    (header::CACHE_CONTROL, HeaderValue::from_static("no-cache")),
    (header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY)),
    (header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
    (header::REFERRER_POLICY, HeaderValue::from_static("no-referrer")),
    (HeaderName::from_static("cross-origin-opener-policy"), HeaderValue::from_static("same-origin")),
    (HeaderName::from_static("cross-origin-resource-policy"), HeaderValue::from_static("same-origin")),
];

struct File {
    bytes: Bytes,
    kind: HeaderValue,
    etag: HeaderValue,
}

static TABLE: LazyLock<HashMap<&'static str, File>> = LazyLock::new(|| {
    FILES
        .iter()
        .map(|&(path, bytes)| {
            (path, File { bytes: Bytes::from_static(bytes), kind: kind(path), etag: etag(bytes) })
        })
        .collect()
});

fn kind(path: &str) -> HeaderValue {
    HeaderValue::from_static(match path.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("json" | "webmanifest") => "application/manifest+json",
        _ => "application/octet-stream",
    })
}

fn etag(bytes: &[u8]) -> HeaderValue {
    let mut text = String::from("\"");
    for byte in &Sha256::digest(bytes)[..12] {
        // Writing to a String cannot fail.
        let _ = write!(text, "{byte:02x}");
    }
    text.push('"');
    HeaderValue::from_str(&text).unwrap_or(HeaderValue::from_static("\"\""))
}

/// Whatever is no route of the API: a file of the client, or `no-route`.
pub async fn file_or_no_route(request: Request) -> Response {
    let Some(file) = find(request.uri().path()) else {
        return Problem::new(Code::NoRoute, "there is nothing at this path").into_response();
    };
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        let mut response = Problem::new(Code::NoVerb, "a file of the client is only read").into_response();
        response.headers_mut().insert(header::ALLOW, HeaderValue::from_static("GET,HEAD"));
        return response;
    }
    let known = request.headers().get_all(header::IF_NONE_MATCH).iter().any(|tags| lists(tags, &file.etag));
    let mut response = if known {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        ([(header::CONTENT_TYPE, file.kind.clone())], Body::from(file.bytes.clone())).into_response()
    };
    response.headers_mut().extend(HEADERS);
    response.headers_mut().insert(header::ETAG, file.etag.clone());
    response
}

/// The table has no name with `%`, `\` or `..`, so nothing of a path is decoded or mended.
fn find(path: &str) -> Option<&'static File> {
    let page = path == "/" || ["/t/", "/d/"].iter().any(|pages| path.starts_with(pages));
    let name = if page { "index.html" } else { path.strip_prefix('/')? };
    TABLE.get(name)
}

/// Whether a list of tags names this one (weakly, as `If-None-Match` compares), or all.
fn lists(tags: &HeaderValue, etag: &HeaderValue) -> bool {
    let Ok(tags) = tags.to_str() else {
        return false;
    };
    tags.split(',')
        .map(|tag| tag.trim())
        .any(|tag| tag == "*" || tag.strip_prefix("W/").unwrap_or(tag) == etag)
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    fn below(folder: &Path, under: &str, found: &mut Vec<String>) {
        for entry in std::fs::read_dir(folder).unwrap() {
            let entry = entry.unwrap();
            let name = format!("{under}{}", entry.file_name().into_string().unwrap());
            if entry.file_type().unwrap().is_dir() {
                below(&entry.path(), &format!("{name}/"), found);
            } else {
                found.push(name);
            }
        }
    }

    #[test]
    fn the_table_has_every_file_of_the_client() {
        let mut found = Vec::new();
        below(&Path::new(env!("CARGO_MANIFEST_DIR")).join("web"), "", &mut found);
        found.sort();
        let mut listed: Vec<_> = FILES.iter().map(|(path, _)| (*path).to_owned()).collect();
        listed.sort();
        assert_eq!(listed, found);
        assert!(
            listed.iter().all(|path| kind(path) != "application/octet-stream"),
            "each has a content type"
        );
    }

    #[test]
    fn pages_of_the_client_are_its_index() {
        for path in ["/", "/t/build-7", "/t/", "/d/dlg-1", "/index.html"] {
            assert_eq!(find(path).map(|file| &file.kind), Some(&kind("index.html")), "{path}");
        }
    }

    #[test]
    fn no_path_leaves_the_table() {
        for path in [
            "/../Cargo.toml",
            "/%2e%2e/Cargo.toml",
            "//index.html",
            "/.",
            "/..",
            "/web/index.html",
            "/INDEX.HTML",
            "/index.html/",
            "*",
            "",
            "/t",
            "/app.js\\",
        ] {
            assert!(find(path).is_none(), "{path}");
        }
    }

    #[test]
    fn tags_are_compared_weakly_and_from_a_list() {
        let etag = etag(b"x");
        let list = |text: String| lists(&HeaderValue::from_str(&text).unwrap(), &etag);
        let tag = etag.to_str().unwrap();
        assert!(
            list(tag.into()) && list(format!("W/{tag}")) && list(format!("\"a\", {tag}")) && list("*".into())
        );
        assert!(!list("\"a\"".into()) && !list(tag.trim_matches('"').into()) && !list(String::new()));
    }
}
