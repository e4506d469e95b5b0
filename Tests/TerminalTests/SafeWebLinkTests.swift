import Testing

@testable import Terminal

struct SafeWebLinkTests {
  @Test(arguments: [
    ("https://example.org/a?b#c", "https://example.org/a?b#c"),
    ("HTTPS://Example.org/A", "https://example.org/A"),
    ("https://de.example/wiki/Käse", "https://de.example/wiki/K%C3%A4se"),
    ("https://münchen.example/", "https://xn--mnchen-3ya.example/"),
    ("https://例え。テスト/日本?q=é", "https://xn--r8jz45g.xn--zckzah/%E6%97%A5%E6%9C%AC?q=%C3%A9"),
    ("https://bücher.example:8443/ü", "https://xn--bcher-kva.example:8443/%C3%BC"),
    ("http://[::1]:80/", "http://[::1]:80/"),
    ("https://правда.example", "https://xn--80aafi6cg.example"),
    ("https://good.example/\u{338}@evil", "https://good.example/%CC%B8@evil"),
  ])
  func `a link's non-ASCII characters are encoded as in browsers`(typed: String, address: String) {
    #expect(SafeWebLink(typed)?.address == address)
  }

  @Test(arguments: [
    "javascript:alert(1)", "data:text/html,x", "file:///etc/passwd", "ssh://host", "", "https:",
    "https://", "https:///path", "https:/example.org", "example.org", "https://a b.example/",
    "https://example.org/\n", "https://example.org/\u{1b}]8;;", "https://example.org/\u{9b}31m",
    "https://good.example@evil.example/", "https://user:word@evil.example/",
    "https://evil.example\\@good.example/", "https://example.org/\u{7f}",
    "https://good.example@\u{338}evil.example/",
    "https://example.org/" + String(repeating: "a", count: 2083),
    "https://example.org/" + String(repeating: "ä", count: 700),
  ])
  func `a malformed or unsupported address is no link`(address: String) {
    #expect(SafeWebLink(address) == nil)
  }

  @Test(
    arguments: [
      ("https://evil.example/x", "good.example", "evil.example"),
      ("https://evil.example/x", "https://good.example/…", "evil.example"),
      ("https://evil.example:444/", "www.good.example", "evil.example"),
      ("https://xn--pple-43d.com/", "apple.com", "xn--pple-43d.com"),
      ("https://аpple.com/", "аpple.com", "xn--pple-43d.com"),
      ("https://www.good.example/a", "good.example/a", nil),
      ("https://good.example/a", "https://www.good.example", nil),
      ("https://münchen.example/", "münchen.example", nil),
      ("https://evil.example/", "read this", nil), ("https://evil.example/", "3.14", nil),
      ("https://evil.example/", "Mr. Good", nil),
    ] as [(String, String, String?)])
  func `a link text that names another host is detected`(
    address: String, words: String, host: String?
  ) throws {
    let link = try #require(SafeWebLink(address))

    #expect(link.misleadingHost(in: words) == host)
  }
}
