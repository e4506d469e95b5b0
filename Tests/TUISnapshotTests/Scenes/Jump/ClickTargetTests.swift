import FeedDomain
import Terminal
import Testing
import UseCases

@testable import Preferences
@testable import Scenes
@testable import Words

/// What can be clicked is what can be reached by keyboard.
@MainActor struct SpotTests {
  /// A post with one of everything.
  private static let full = FeedRow.entry(
    FeedEntry(
      id: .init("full"),
      post: Posts.post(
        "full", by: "Mei Tanaka",
        RichText(runs: [
          .init("With "), .init("@noor", .mention(Person.ID("noor"))), .init(" at "),
          .init("#harbour", .tag("harbour")), .init(", told at length on "),
          .init(
            "example.social/a/very/long/path/that/does/not/fit/into/one/line/of/this/screen/at/all",
            .link("https://example.social/long")),
        ]),
        photos: [Posts.photo("A ferry")],
        poll: Poll(
          options: [.init(title: "Rye", votes: 31), .init(title: "Spelt", votes: 19)],
          closesAt: Posts.now.timeAdvanced(by: .seconds(7_300))),
        card: LinkPreview(
          url: "https://example.social/card", title: "Ferries", summary: "When they go"),
        quote: Quote(
          id: Post.ID("quoted"), handle: "sam@example.social", name: "Sam Lee",
          text: RichText(runs: [.init("First light on "), .init("#lake", .tag("lake"))])),
        reply: .init(to: Post.ID("0"), handle: "sam@example.social"),
        counts: .init(replies: 3, boosts: 12, likes: 48)),
      boostedBy: Posts.person("Ada Okafor")))

  @Test func `jump labels open every kind of element in a post`() {
    let screen = StreamScreen(rows: 40).show([Self.full])

    for spot in screen.view.clickTargets {
      screen.view.performClick(at: spot.position, copyingAddress: false)
    }

    let person = { (id: String) in Route.profile(Person.ID(id)) }
    #expect(
      screen.navigator.routes.filter { $0 != .conversation(Post.ID("full")) } == [
        person("mei"), person("ada"), person("noor"), .stream(.tag("harbour")),
        .poll(Post.ID("full")), .photo(Post.ID("full"), index: 0),
        .conversation(Post.ID("quoted")), .stream(.tag("lake")),
        .people(.boosters(Post.ID("full"))),
        .people(.likers(Post.ID("full"))),
      ])
    #expect(
      screen.navigator.opened.map(\.address) == [
        "https://example.social/long", "https://example.social/card",
      ])
    // Whom it answers, and how many answers it has.
    #expect(screen.navigator.routes.count { $0 == .conversation(Post.ID("full")) } == 2)
    #expect(
      screen.asked.suffix(2) == [
        .toggle(Post.ID("full"), .boosted), .toggle(Post.ID("full"), .liked),
      ])
  }

  @Test
  func
    `at first only elements that open something are labelled, other actions only in the selected post`()
  {
    let screen = StreamScreen(rows: 40).show([Self.full])

    let only = screen.view.clickTargets.filter { !$0.opensContent }
    for spot in only { screen.view.performClick(at: spot.position, copyingAddress: false) }

    #expect(only.count == 4)
    #expect(
      screen.navigator.routes == [
        .people(.boosters(Post.ID("full"))), .people(.likers(Post.ID("full"))),
      ])
  }

  @Test(arguments: [(24, 80), (10, 40), (58, 200)])
  func `jump labels and clicks reach the same elements`(rows: Int, columns: Int) {
    func screen() -> StreamScreen {
      let screen = StreamScreen(columns: columns, rows: rows).show([Self.full] + Posts.evening)
      return screen
    }
    func targets(_ screen: StreamScreen) -> Set<String> {
      Set(screen.navigator.routes.map { "\($0)" } + screen.navigator.opened.map(\.address))
    }
    let (clicked, reached) = (screen(), screen())

    for row in 0..<rows - 2 {
      for column in 0..<columns {
        // What is for the selected row is done by the second of them.
        for _ in 1...2 { clicked.view.click(row: row, column: column) }
      }
    }
    for spot in reached.view.clickTargets {
      reached.view.performClick(at: spot.position, copyingAddress: false)
    }

    // A photo opens a while after a click, since a second click likes it instead.
    #expect(targets(clicked) == targets(reached).filter { !$0.hasPrefix("photo(") })
    #expect(targets(clicked).count >= 5)
  }

  @Test(arguments: [TimelineLayout.wall, .carousel])
  func `jump labels open every visible photo`(layout: TimelineLayout) {
    func screen() -> StreamScreen {
      let screen = StreamScreen(columns: 120, rows: 40).show(as: layout)
      return screen
    }
    let count = screen().view.clickTargets.count(where: \.opensContent)

    var opened = 0
    for number in 0..<count {
      // What is opened in a ring turns it.
      let screen = screen()
      let spot = screen.view.clickTargets.filter(\.opensContent)[number]
      screen.view.performClick(at: spot.position, copyingAddress: false)
      opened += screen.navigator.routes.count { if case .photo = $0 { true } else { false } }
      // A stretch that is not loaded is filled.
      #expect(screen.navigator.routes.count == 1 || screen.asked.last?.isFilling == true)
    }

    #expect(opened >= 3)
  }

  @Test func `a capital label copies a link, or the handle of a person without page`() {
    let screen = StreamScreen(rows: 40).show([Self.full])

    for spot in screen.view.clickTargets {
      screen.view.performClick(at: spot.position, copyingAddress: true)
    }

    #expect(
      screen.navigator.copied == [
        "@noor", "#harbour", "https://example.social/long", "https://example.social/card", "#lake",
      ])
    #expect(screen.navigator.messages.allSatisfy { $0.text == "There is no address to copy." })
    #expect(screen.navigator.routes.isEmpty)
  }

  @Test func `only the visible part of a post has jump labels`() {
    let screen = StreamScreen(columns: 40, rows: 12).show()

    screen.press(.lineDown, .lineDown)

    let rows = screen.view.clickTargets.map(\.position.row)
    #expect(rows.allSatisfy { (0..<10).contains($0) })
    #expect(rows == rows.sorted())
  }
}

extension StreamScene.SceneRequest {
  fileprivate var isFilling: Bool { if case .fill = self { true } else { false } }
}
