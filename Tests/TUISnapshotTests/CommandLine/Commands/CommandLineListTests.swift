import Doubles
import FeedDomain
import Testing

@testable import Console

/// `tweetie list`: what a service tells besides.
@Suite struct CommandLineListTests {
  private func fixture() -> CommandFixture {
    var fixture = CommandFixture()
    let noon = FakeWorld.noon
    fixture.service.people = [Person(id: Person.ID("g"), handle: "grace", name: "Grace")]
    fixture.service.extras = StubExtras(
      editions: [PostRevision(moment: noon, paragraphs: ["Tea at four"])],
      announcements: [
        Announcement(
          id: "3", moment: noon.timeAdvanced(by: .seconds(-3_600)), text: RichText("We move."),
          reactions: [Reaction("👍", count: 2)])
      ],
      serverFacts: ServerFacts(
        name: "Harbour", summary: RichText("For sailors."),
        rules: [ServerFacts.ServerRule(id: "9", words: "Be kind")], version: "4.5.0"),
      trends: [
        TrendingTagOrPage(.tag("fog"), uses: [1, 5, 2], personCount: 3),
        TrendingTagOrPage(
          .page(address: "https://a.example/", title: "Ships", site: "a.example"), uses: [],
          personCount: 0),
      ],
      scheduled: [
        ScheduledPost(
          id: "5", moment: noon.timeAdvanced(by: .seconds(86_400)), words: "Later\u{1b}[31m",
          pictures: 2)
      ],
      filters: [
        WordFilter(id: "8", title: "Boats", words: ["boats"], places: [.home], isHiding: true)
      ],
      statistics: [AllPhotosStatistic(.views, total: 12, days: [3, 9])],
      feeds: [
        CustomFeed(id: "at://a/b/c", name: "Cats", author: "ada", words: "Only cats.", likes: 7)
      ])
    return fixture
  }

  @Test(arguments: [
    (["announcements"], "Announced 1 hour ago\n  We move.\n  👍 2\n  3\n"),
    (["edits", "p9"], "Written just now\n  Tea at four\n"),
    (["lists"], "Boats\n  1\n\nCakes\n  2\n"),
    (["lists", "@grace"], "[x] Boats\n  1\n\n[ ] Cakes\n  2\n"),
    (["trends", "-n", "1"], "#fog\n  3 people are talking about it\n  1 5 2\n"),
    (["filters"], "Boats\n  boats\n  removed · home and lists\n  8\n"),
    (["statistics", "grace"], "Views 12\n  3 9\n"),
    (["feeds"], "Cats\n  Only cats.\n  @ada · 7 likes\n  at://a/b/c\n"),
    (["suggestions", "-n", "1"], "Grace @grace\n  g\n"),
    (["people", "-n", "1"], "Grace @grace\n  g\n"),
  ])
  func `list prints each entry with the id or name that commands take`(
    arguments: [String], text: String
  ) async throws {
    let fixture = fixture()

    #expect(try await fixture.run(["list"] + arguments) == .done)

    #expect(fixture.output.text == text)
  }

  @Test(arguments: [
    (["announcements"], #"{"id":"3","published_at":"#),
    (["server"], #"{"name":"Harbour","summary":"#),
    (["edits", "p9"], #"{"written_at":"#),
    (["lists"], #"{"id":"1","title":"Boats","has_person":null}"#),
    (["trends"], #"{"tag":"fog","url":null,"#), (["scheduled"], #"{"id":"5","posts_at":"#),
    (
      ["filters"],
      #"{"id":"8","title":"Boats","words":["boats"],"places":["home"],"hides":true,"ends_at":null}"#
    ),
    (["statistics", "grace"], #"{"name":"views","total":12,"days":[3,9]}"#),
    (
      ["feeds", "Cats"],
      #"{"id":"at://a/b/c","name":"Cats","author":"ada","words":"Only cats.","likes":7,"#
    ), (["familiar", "grace"], #"{"id":"g","handle":"grace""#),
  ])
  func `list with JSON prints an object in each line`(arguments: [String], start: String)
    async throws
  {
    let fixture = fixture()

    #expect(try await fixture.run(["list"] + arguments + ["--json"]) == .done)

    #expect(fixture.output.text.hasPrefix(start), "\(fixture.output.text)")
    #expect(!fixture.output.text.contains("\u{1b}"))
  }

  @Test func `list links prints pages that several people shared, with what they wrote`()
    async throws
  {
    var fixture = fixture()
    func share(_ id: String, by name: String, hoursAgo: Int) -> FeedEntry {
      let address = "https://sea.example/\(hoursAgo > 24 ? "old" : "new")"
      let person = Person(id: Person.ID(name), handle: name, name: name)
      return FeedEntry(
        Post(
          id: Post.ID(id), author: person,
          createdAt: FakeWorld.noon.timeAdvanced(by: .seconds(-3600 * hoursAgo)),
          content: Post.PostContent(
            text: RichText(runs: [.init("Look: "), .init(address, .link(address))]))))
    }
    fixture.store = FakeFeedStore([
      .home: [
        share("4", by: "Ada", hoursAgo: 1), share("3", by: "Bo", hoursAgo: 2),
        share("2", by: "Ada", hoursAgo: 50), share("1", by: "Bo", hoursAgo: 60),
      ]
    ])

    #expect(try await fixture.run("list", "links") == .done)
    #expect(
      fixture.output.text.hasPrefix(
        "https://sea.example/new\n  https://sea.example/new\n  shared by Ada and Bo\n"))
    #expect(fixture.output.text.contains("  Ada: Look: "))
    #expect(!fixture.output.text.contains("sea.example/old"))
    #expect(try await fixture.run("list", "links", "week", "--json") == .done)
    #expect(fixture.output.text.contains(#"{"url":"https://sea.example/old","title":null,"#))
  }

  @Test func `the JSON of list server contains the ids of the server's rules`() async throws {
    let fixture = fixture()

    #expect(try await fixture.run("list", "server", "--json") == .done)

    #expect(fixture.output.text.contains(#""rules":[{"id":"9","words":"Be kind"}]"#))
    #expect(fixture.output.text.filter { $0 == "\n" }.count == 1)
  }

  @Test func `list without a subject prints the lists that the service supports`() async throws {
    var fixture = fixture()
    fixture.service.extras = StubExtras([.trends, .lists])
    fixture.service.people = nil

    #expect(try await fixture.run("list") == .done)
    #expect(fixture.output.text == "links [week]\nlists [@HANDLE]\ntrends\n")
    #expect(try await fixture.run("list", "filters") == .failed)

    #expect(
      fixture.errors.text.contains(
        "This account's service does not support \"tweetie list filters\"."))
  }

  @Test func `list prints a message if there are no trends or suggestions`() async throws {
    var fixture = CommandFixture()
    fixture.service.extras = StubExtras()
    fixture.service.people = []

    #expect(try await fixture.run("list", "trends") == .done)
    #expect(try await fixture.run("list", "suggestions") == .done)

    #expect(fixture.output.text == "")
    #expect(fixture.errors.text.contains("Nothing is trending."))
    #expect(fixture.errors.text.contains("No suggestions."))
  }

  @Test(arguments: [
    ["paint"], ["edits"], ["statistics"], ["familiar"], ["trends", "x"], ["trends", "-n", "none"],
  ])
  func `list with malformed arguments is a usage error`(arguments: [String]) {
    #expect(throws: UsageError.self) {
      try LaunchOptions.parsedCommandLine(from: ["list"] + arguments, environment: [:])
    }
  }

  @Test func `list without a network exits with code 4, and fails for an unknown handle`()
    async throws
  {
    var fixture = fixture()
    let extras = StubExtras()
    await extras.fail(.unreachable)
    fixture.service.extras = extras

    #expect(try await fixture.run("list", "trends") == .noNetwork)
    #expect(try await fixture.run("list", "lists", "@nobody") == .failed)
  }
}
