//! Which hosts and origins pass, and which do not, however they are written.

use super::*;

fn access() -> Access {
    Access::new(
        "192.168.7.5".parse().unwrap(),
        vec!["hub.example".parse().unwrap(), "ports.example:8443".parse().unwrap()],
        vec!["https://console.example".parse().unwrap(), "http://tools.example:8080".parse().unwrap()],
    )
}

fn headers(pairs: &[(&'static str, &str)]) -> HeaderMap {
    let mut map = HeaderMap::new();
    for (name, value) in pairs {
        map.append(*name, HeaderValue::from_bytes(value.as_bytes()).unwrap());
    }
    map
}

fn check(pairs: &[(&'static str, &str)]) -> Result<(), Denied> {
    access().check(&Method::POST, &Uri::from_static("/x"), &headers(pairs))
}

#[test]
fn loopback_names_the_listen_address_and_public_hosts_are_answered() {
    for host in [
        "localhost",
        "localhost:8787",
        "LocalHost:1",
        "127.0.0.1",
        "127.0.0.1:8787",
        "127.9.8.7:80",
        "[::1]",
        "[::1]:8787",
        "[0:0:0:0:0:0:0:1]:9",
        "192.168.7.5",
        "192.168.7.5:8787",
        "hub.example",
        "HUB.example:8787",
        "ports.example:8443",
    ] {
        assert_eq!(check(&[("host", host)]), Ok(()), "{host}");
    }
}

#[test]
fn other_hosts_are_refused() {
    for host in [
        "attacker.test",
        "attacker.test:8787",
        "localhost.evil.com",
        "127.0.0.1.nip.io",
        "evil-hub.example",
        "xhub.example",
        "hub.example.evil.com",
        "sub.hub.example",
        "ports.example",
        "ports.example:8444",
        "192.168.7.6",
        "0.0.0.0",
        "[::]",
        "[::2]",
        "[::ffff:127.0.0.1]",
        "10.0.0.1:8787",
        "a.localhost",
    ] {
        assert_eq!(check(&[("host", host)]), Err(Denied::OtherHost), "{host}");
    }
}

#[test]
fn odd_hosts_are_refused() {
    for host in [
        "",
        " ",
        ":8787",
        "localhost:",
        "localhost:x",
        "localhost:0",
        "localhost:65536",
        "localhost:+80",
        "localhost:80:80",
        "::1",
        "[::1",
        "[::1]8787",
        "[::1]:",
        "[127.0.0.1]",
        "user@localhost",
        "localhost/x",
        "local host",
        "localhost,evil.test",
        "localhost.",
        "127.1",
        "2130706433",
        "0x7f.1",
        "0177.0.0.1",
        "http://localhost",
        "lócalhost",
        "localhost#",
        "localhost?",
    ] {
        assert_eq!(check(&[("host", host)]), Err(Denied::BadHost), "{host}");
    }
}

#[test]
fn a_missing_or_doubled_host_is_refused() {
    assert_eq!(check(&[]), Err(Denied::BadHost));
    assert_eq!(check(&[("host", "localhost"), ("host", "localhost")]), Err(Denied::BadHost));
}

#[test]
fn an_absolute_target_must_name_the_same_host() {
    let target = Uri::from_static("http://evil.test/api/threads");
    assert_eq!(
        access().check(&Method::GET, &target, &headers(&[("host", "localhost")])),
        Err(Denied::BadHost)
    );
    let target = Uri::from_static("http://localhost/api/threads");
    assert_eq!(access().check(&Method::GET, &target, &headers(&[("host", "localhost")])), Ok(()));
}

#[test]
fn own_and_allowed_origins_pass() {
    for (host, origin) in [
        ("127.0.0.1:8787", "http://127.0.0.1:8787"),
        ("localhost:8787", "http://localhost:8787"),
        ("[::1]:8787", "http://[::1]:8787"),
        ("localhost", "http://localhost"),
        ("localhost:80", "http://localhost"),
        ("localhost", "http://localhost:80"),
        ("localhost:8787", "HTTP://LOCALHOST:8787"),
        ("hub.example", "https://hub.example"),
        ("hub.example", "http://hub.example"),
        ("hub.example:443", "https://hub.example"),
        ("ports.example:8443", "https://ports.example:8443"),
        ("localhost:8787", "https://console.example"),
        ("localhost:8787", "https://console.example:443"),
        ("hub.example", "http://tools.example:8080"),
    ] {
        assert_eq!(check(&[("host", host), ("origin", origin)]), Ok(()), "{origin} at {host}");
    }
}

#[test]
fn other_origins_are_refused() {
    for (host, origin) in [
        ("127.0.0.1:8787", "https://evil.example"),
        ("127.0.0.1:8787", "https://127.0.0.1:8787"),
        ("127.0.0.1:8787", "http://127.0.0.1:8788"),
        ("127.0.0.1:8787", "http://127.0.0.1"),
        ("127.0.0.1:8787", "http://localhost:8787"),
        ("localhost:8787", "http://127.0.0.1:8787"),
        ("localhost", "http://console.example"),
        ("localhost", "https://console.example:8443"),
        ("localhost", "https://sub.console.example"),
        ("localhost", "https://console.example.evil.com"),
        ("localhost", "https://evilconsole.example"),
        ("localhost", "https://hub.example"),
        ("hub.example", "https://hub.example:8443"),
        ("localhost", "http://localhost.evil.com"),
        ("localhost", "ws://localhost"),
    ] {
        assert_eq!(
            check(&[("host", host), ("origin", origin)]),
            Err(Denied::OtherOrigin),
            "{origin} at {host}"
        );
    }
}

#[test]
fn odd_origins_are_refused() {
    for origin in [
        "null",
        "",
        "localhost",
        "http://",
        "http:localhost",
        "http:/localhost",
        "http://localhost/",
        "http://localhost/x",
        "http://localhost?x",
        "http://localhost#x",
        "http://user@localhost",
        "http://localhost http://localhost",
        "http://localhost, http://evil.test",
        "http:\\\\localhost",
        "http://localhost\\",
        "file://",
        "data://localhost",
        "chrome-extension://abc",
        "http://[::1",
        "http://localhost:x",
        "http://l\u{f3}calhost\t",
    ] {
        assert_eq!(check(&[("host", "localhost"), ("origin", origin)]), Err(Denied::BadOrigin), "{origin}");
    }
    assert_eq!(
        check(&[("host", "localhost"), ("origin", "http://localhost"), ("origin", "http://localhost")]),
        Err(Denied::BadOrigin)
    );
}

#[test]
fn a_cross_site_call_without_an_origin_changes_nothing() {
    let cross = headers(&[("host", "localhost"), ("sec-fetch-site", "cross-site")]);
    for method in [Method::POST, Method::DELETE, Method::PUT, Method::PATCH] {
        assert_eq!(
            access().check(&method, &Uri::from_static("/x"), &cross),
            Err(Denied::CrossSite),
            "{method}"
        );
    }
    assert_eq!(
        access().check(&Method::GET, &Uri::from_static("/"), &cross),
        Ok(()),
        "a link from elsewhere opens the page"
    );
    let allowed =
        [("host", "localhost"), ("origin", "https://console.example"), ("sec-fetch-site", "cross-site")];
    assert_eq!(check(&allowed), Ok(()));
    assert_eq!(check(&[("host", "localhost"), ("sec-fetch-site", "same-origin")]), Ok(()));
}

#[test]
fn flags_that_name_no_host_or_origin_are_refused() {
    for text in ["", "https://hub.example", "hub.example/", "*.example", "hub.example:0"] {
        assert_eq!(text.parse::<PublicHost>(), Err(BadAuthority), "{text}");
    }
    for text in ["", "*", "null", "hub.example", "https://hub.example/", "https://*"] {
        assert_eq!(text.parse::<AllowedOrigin>(), Err(BadOrigin), "{text}");
    }
    assert_eq!(
        "https://Hub.example:443".parse::<AllowedOrigin>().unwrap().to_string(),
        "https://hub.example"
    );
}
