import Doubles
import FeedDomain
import Testing

@testable import Console

/// `tweetie post --thread`: several posts from a text.
struct CommandLineThreadTests {
  private func fixture(_ text: String, files: [String: String] = [:]) -> CommandFixture {
    var fixture = CommandFixture()
    fixture.service.draftLimits = DraftLimits(
      characters: 20, attachments: 4, visibilities: [.everybody, .mentioned], allowsWarning: true,
      threads: true)
    fixture.result = .keptInOutbox(.unreachable)
    fixture.input = StubInput(piped: text, files: files)
    return fixture
  }

  private func queued(by fixture: CommandFixture) async throws -> Draft {
    guard case .publish(let draft)? = await fixture.outbox.held.first?.change else {
      return try #require(nil)
    }
    return draft
  }

  @Test(arguments: [
    ("One\n---\nTwo\n", ["One", "Two"]), ("One\r\n--- \r\nTwo", ["One", "Two"]),
    ("---\n\n  One\n\nmore\n \n---\n\n---\nTwo\n---\n", ["  One\n\nmore", "Two"]),
    ("One\n----\n - --\n---a", ["One\n----\n - --\n---a"]), ("\n---\n \n", []), ("", []),
  ])
  func `a line of three hyphens divides a thread's posts`(_ text: String, _ posts: [String]) {
    #expect(ThreadDividerSplitter.postTexts(in: text) == posts)
  }

  @Test func `post with thread queues the posts of all files as one thread, in order`() async throws
  {
    let fixture = fixture("Two\n---\nThree", files: ["a": "One", "b": "Four"])

    #expect(
      try await fixture.run(
        "post", "--thread", "a", "-", "b", "--warning", "tea", "--reply-to", "p1") == .noNetwork)

    let draft = try await queued(by: fixture)
    #expect(draft.posts.map(\.text) == ["One", "Two", "Three", "Four"])
    #expect(draft.posts.map(\.warning) == ["tea", "tea", "tea", "tea"])
    #expect(draft.posts.map(\.replyTo) == [Post.ID("p1"), nil, nil, nil])
    #expect(fixture.errors.text.hasPrefix("tweetie: Post 1 of 4: Saved in the outbox"))
  }

  @Test func `each post of a direct thread mentions the people of the first`() async throws {
    let fixture = fixture("@tom One\n---\nTwo")

    _ = try await fixture.run("post", "--thread", "--visibility", "mentioned")

    #expect(try await queued(by: fixture).posts.map(\.text) == ["@tom One", "@tom Two"])
  }

  @Test func `all posts of a thread that are too long are reported before any is sent`()
    async throws
  {
    let long = String(repeating: "x", count: 22)
    let fixture = fixture("One\n---\n\(long)\n---\nThree\n---\n\(long)y")

    #expect(try await fixture.run("post", "--thread") == .failed)

    #expect(
      fixture.errors.text == """
        tweetie: Post 2 of 4: The post is 2 characters too long.
        tweetie: Post 4 of 4: The post is 3 characters too long.

        """)
    #expect(await fixture.outbox.held.isEmpty)
  }

  @Test func `post with thread as a dry run prints the division, and sends nothing`() async throws {
    let fixture = fixture("One\nmore\n---\n\u{1B}[2JTwo")

    #expect(try await fixture.run("post", "--thread", "--dry-run") == .done)

    #expect(
      fixture.output.text == """
        Post 1 of 2 · 12 characters left
        One
        more

        Post 2 of 2 · 13 characters left
        [2JTwo

        """)
    #expect(await fixture.outbox.held.isEmpty)
  }

  @Test
  func `an empty, missing, oversized or unsupported thread is refused, and nothing is queued`()
    async throws
  {
    let many = Array(repeating: "a", count: 101).joined(separator: "\n---\n")
    for (text, sentence) in [("\n---\n", "Nothing to post."), (many, "at most 100 posts")] {
      let fixture = fixture(text)
      #expect(try await fixture.run("post", "--thread") == .failed)
      #expect(fixture.errors.text.contains(sentence))
      #expect(await fixture.outbox.held.isEmpty)
    }
    let none = fixture("")
    #expect(try await none.run("post", "--thread", "walk.txt") == .failed)
    #expect(none.errors.text == "tweetie: walk.txt: No such file or directory\n")
    var alone = fixture("One\n---\nTwo")
    alone.service.draftLimits = DraftLimits(
      characters: 20, attachments: 4, visibilities: [.everybody], allowsWarning: true)
    #expect(try await alone.run("post", "--thread") == .failed)
    #expect(alone.errors.text == "tweetie: This service has no threads.\n")
  }

  @Test(arguments: [
    ["--dry-run", "Words"], ["--thread", "--edit", "p1"], ["--thread", "--at", "2h"],
    ["--thread", ""],
  ])
  func `contradictory options of a thread are a usage error`(_ words: [String]) async throws {
    let fixture = fixture("One")

    await #expect(throws: UsageError.self) { try await fixture.run(["post"] + words) }
  }
}
