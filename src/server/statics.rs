//! The web client, from memory: an exact table of paths, so that there is no folder to climb out of.
//!
//! Every page of the client is `index.html`; the client reads its own path. Each file has an ETag of its content and
//! is asked for again each time (`no-cache`), so that a new hub is never met with an old client.

use std::borrow::Cow;
use std::collections::HashMap;
use std::fmt::Write as _;
use std::io::Write as _;
use std::sync::LazyLock;

use axum::body::Body;
use axum::extract::Request;
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use flate2::Compression;
use flate2::write::GzEncoder;
use http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use sha2::{Digest, Sha256};

use super::linker;
use super::problem::Problem;
use crate::error::Code;

/// Every file of the client.
#[derive(rust_embed::Embed)]
#[folder = "web/"]
struct Client;

/// What a page may do: nothing but its own scripts, styles and pictures, and calls to the hub that it came from.
/// Of all code only the sanitiser may make HTML of a text, and only the page's own worker may be registered.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; manifest-src 'self'; \
                      worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; \
                      trusted-types dompurify service-worker";

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
    kind: HeaderValue,
    plain: Coded,
    /// Absent where it would be no smaller.
    gzip: Option<Coded>,
}

/// A file under one content coding (none: as it is), and the tag that a browser remembers these bytes by.
struct Coded {
    coding: Option<HeaderValue>,
    bytes: Bytes,
    etag: HeaderValue,
}

static TABLE: LazyLock<HashMap<String, File>> = LazyLock::new(|| {
    let mut files: HashMap<String, Bytes> =
        Client::iter().filter_map(|path| Some((path.to_string(), bytes_of(Client::get(&path)?)))).collect();
    let text =
        |(path, bytes): (&String, &Bytes)| Some((path.clone(), String::from_utf8(bytes.to_vec()).ok()?));
    let linked = linker::link(&files.iter().filter_map(text).collect());
    files.extend(linked.into_iter().map(|(path, text)| (path, Bytes::from(text))));
    let file = |(path, bytes): (String, Bytes)| {
        let gzip = gzip(&bytes).map(|packed| Coded::new(Some(HeaderValue::from_static("gzip")), packed));
        let file = File { kind: kind(&path), plain: Coded::new(None, bytes), gzip };
        (path, file)
    };
    files.into_iter().map(file).collect()
});

impl Coded {
    fn new(coding: Option<HeaderValue>, bytes: Bytes) -> Self {
        Self { coding, etag: etag(&bytes), bytes }
    }
}

fn bytes_of(file: rust_embed::EmbeddedFile) -> Bytes {
    match file.data {
        Cow::Borrowed(bytes) => Bytes::from_static(bytes),
        Cow::Owned(bytes) => Bytes::from(bytes),
    }
}

fn gzip(bytes: &[u8]) -> Option<Bytes> {
    let mut packed = GzEncoder::new(Vec::new(), Compression::best());
    // Writing to a vector cannot fail; where it did, the plain bytes would be served.
    packed.write_all(bytes).ok()?;
    let packed = packed.finish().ok()?;
    (packed.len() < bytes.len()).then(|| Bytes::from(packed))
}

fn kind(path: &str) -> HeaderValue {
    HeaderValue::from_static(match path.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("json") => "application/json",
        Some("webmanifest") => "application/manifest+json",
        Some("ts") => "application/typescript; charset=utf-8",
        Some("md" | "txt") => "text/plain; charset=utf-8",
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
    let coded = match &file.gzip {
        Some(gzip) if takes_gzip(request.headers()) => gzip,
        _ => &file.plain,
    };
    let known = request.headers().get_all(header::IF_NONE_MATCH).iter().any(|tags| lists(tags, &coded.etag));
    let mut response = if known {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        ([(header::CONTENT_TYPE, file.kind.clone())], Body::from(coded.bytes.clone())).into_response()
    };
    let headers = response.headers_mut();
    headers.extend(HEADERS);
    headers.insert(header::ETAG, coded.etag.clone());
    headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    if !known && let Some(coding) = &coded.coding {
        headers.insert(header::CONTENT_ENCODING, coding.clone());
    }
    response
}

/// Whether a client says that it reads gzip. One that weighs its codings (`q=`) and refuses gzip is heard too.
fn takes_gzip(headers: &HeaderMap) -> bool {
    let codings = headers.get_all(header::ACCEPT_ENCODING).iter().filter_map(|value| value.to_str().ok());
    codings.flat_map(|list| list.split(',')).any(|coding| {
        let mut words = coding.split(';').map(str::trim);
        let named = words.next().is_some_and(|name| name.eq_ignore_ascii_case("gzip") || name == "*");
        named && !words.any(|weight| matches!(weight, "q=0" | "q=0.0" | "q=0.00" | "q=0.000"))
    })
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
        found.push(linker::STYLE.to_owned());
        found.sort();
        let mut listed: Vec<_> = TABLE.keys().cloned().collect();
        listed.sort();
        assert_eq!(listed, found);
        assert!(
            listed.iter().all(|path| kind(path) != "application/octet-stream"),
            "each has a content type"
        );
    }

    /// What the linker does not know would be left as it is, and no browser takes it inside a scope.
    #[test]
    fn every_module_of_the_page_is_linked() {
        let file = |path: &str| String::from_utf8(TABLE[path].plain.bytes.to_vec()).unwrap();
        let linked = file(linker::ENTRY);
        let is_left = |line: &&str| ["import ", "export "].iter().any(|word| line.starts_with(word));
        assert_eq!(linked.lines().find(is_left), None);
        assert!(linked.contains(r#"$modules["hub.js"]"#) && !linked.contains(r#"import("."#));
        assert!(!file("index.html").contains("/styles/") && file("hub.js").contains("\nimport {"));
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
    fn a_client_that_reads_gzip_is_told_apart_from_one_that_refuses_it() {
        let takes = |text: &'static str| {
            takes_gzip(&HeaderMap::from_iter([(header::ACCEPT_ENCODING, HeaderValue::from_static(text))]))
        };
        assert!(takes("gzip") && takes("br;q=1.0, GZIP;q=0.5") && takes("*"));
        assert!(!takes("br") && !takes("gzip;q=0") && !takes("identity") && !takes_gzip(&HeaderMap::new()));
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
