import ServiceRig
import TerminalRig
import Testing

/// A server that answers with something else than a page.
extension MastodonStories {
  private static let html = "<!DOCTYPE html><title>Welcome to our network</title>"
  private static let post =
    #"{"id":"9","account":{"id":"a","acct":"a"},"content":"Nobody's post""#

  /// What comes instead of a page, and how the program ends.
  private static let odd: [(reply: ScriptedReply, code: Int32)] = [
    (.reply(200, ["Content-Type": "text/html"], body: Array(html.utf8)), 1),
    (.reply(200, ["Content-Type": "application/json"], body: Array(html.utf8)), 1),
    (.reply(500, ["Content-Type": "text/html"], body: Array(html.utf8)), 1),
    (.reply(200), 1), (.reply(204), 1), (.reply(200, body: Array(" \r\n".utf8)), 1),
    (.redirect(302, to: "http://127.0.0.1:1/login"), 1),
    (.redirect(307, to: "/welcome"), 1),
    (.reply(511, ["Content-Type": "text/html"], body: Array(html.utf8)), 1),
    (.json("{}"), 1), (.json("null"), 1), (.json("\"\(post)\"".replacing("\"", with: "'")), 1),
    (.json("[\(post)}"), 1), (.json("[\(post)},"), 1), (.json("[\(post)}]]"), 1),
    (.reply(200, ["Content-Encoding": "gzip"], body: Array("[\(post)}]".utf8)), 1),
  ]

  @Test func `an invalid page is reported, and the stored posts stay`() async throws {
    let home = try TemporaryHome.furnished()
    try await signIn(in: home)
    let first = try await home.run("tweetie feed home -n 3 --json")
    #expect(first.code == 0)
    #expect(first.output.contains("Post 1499"))

    for (number, odd) in Self.odd.enumerated() {
      server.answerOddly(odd.reply)
      let run = try await home.run("tweetie feed home -n 3 --json")
      #expect(run.code == odd.code, "\(number): \(run.errors)")
      #expect(run.output == "", "\(number)")
      #expect(run.errors.hasPrefix("tweetie: "), "\(number)")
      #expect(!run.errors.contains("Nobody"), "\(number)")
    }

    let stored = try await home.run("tweetie feed home -n 3 --offline --json")
    #expect(stored.output == first.output)
  }

  @Test func `a valid JSON page is read whatever its content type`() async throws {
    let home = try TemporaryHome.furnished()
    try await signIn(in: home)

    for type in ["text/html", "text/plain; charset=utf-16", "image/png", ""] {
      let page = Array("[\(Self.post)}]".utf8)
      server.answerOddly(.reply(200, ["Content-Type": type], body: page))
      let run = try await home.run("tweetie feed home -n 3 --json")
      #expect(run.output.contains("Nobody's post"), "\(type): \(run.errors)")
    }
  }

  /// As on machines that give threads little room.
  @Test func `deeply nested JSON is refused without a crash, also on a stack of 512 kB`()
    async throws
  {
    let home = try TemporaryHome.furnished()
    try await signIn(in: home)

    for depth in [65, 600, 100_000] {
      for (open, close) in [("[", "]"), (#"{"x":"#, "}"), (#"{"reblog":"#, "}")] {
        let nested =
          String(repeating: open, count: depth) + "0" + String(repeating: close, count: depth)
        for page in [nested, "[\(Self.post),\"ignored\":\(nested)}]"] {
          server.answerOddly(.json(page))
          let run = try await home.run("ulimit -s 512; tweetie feed home -n 3")
          #expect(run.code == 1, "\(depth) \(open): \(run.errors)")
          #expect(run.errors.contains("cannot be read"), "\(depth) \(open)")
        }
      }
    }
    // As deep as may be, and what people write as deep as their servers let them.
    let nested = String(repeating: "[", count: 62) + String(repeating: "]", count: 62)
    let tags = ["blockquote", "ul><li", "b"].map { tag in
      String(repeating: "<\(tag)>", count: 9_000) + "deep inside"
    }
    for text in tags {
      let post = #"{"id":"9","account":{"id":"a","acct":"a"},"content":"\#(text)""#
      server.answerOddly(.json(#"[\#(post),"x":\#(nested)}]"#))
      let run = try await home.run("ulimit -s 512; tweetie feed home -n 3")
      #expect(run.code == 0, "\(text.prefix(20)): \(run.errors)")
      #expect(run.output.contains("deep inside"), "\(text.prefix(20))")
    }
  }
}
