import Doubles
import Terminal
import Testing

@testable import FeedDomain
@testable import PhotoDisplay
@testable import Preferences
@testable import Scenes
@testable import UseCases

/// The homes of three accounts as one stream.
@MainActor struct EverythingScreenTests {
  private static let mei = Posts.account
  private static let sol = Account(
    service: .mastodon, person: .init("s"), handle: "sol", server: "https://boats.example")
  private static let sun = Account(
    service: .mastodon, person: .init("u"), handle: "sun", server: "https://rain.example")

  private static let members = [
    AccountGroupMember(mei, .all), AccountGroupMember(sol, .all),
    AccountGroupMember(sun, PostAbilities(marks: [], canWrite: false, people: nil)),
  ]

  private static func row(
    _ id: String, by author: String, _ text: String, minutesAgo: Int, of accounts: Account...,
    photos: [Photo] = []
  ) -> FeedRow {
    let post = Posts.post(id, by: author, RichText(text), minutesAgo: minutesAgo, photos: photos)
      .scopingIDs(to: accounts[0].id)
    return .entry(
      FeedEntry(
        id: FeedEntry.ID(id).scoped(to: accounts[0].id), post: post,
        accountPostIDs: accounts.map { Post.ID(id).scoped(to: $0.id) }))
  }

  private static let rows: [FeedRow] = [
    row("1", by: "Ada Okafor", "Both harbours are open.", minutesAgo: 3, of: sol, mei),
    row("1", by: "Jonas Berg", "Rye it is.", minutesAgo: 12, of: mei),
    .gap(
      TimelineGap(id: TimelineGap.end.scoped(to: mei.id), older: Cursor("c"), entryBelow: nil)
    ),
    row(
      "2", by: "Noor", "First light.", minutesAgo: 50, of: sun,
      photos: [Posts.photo("A pier in fog")]),
  ]

  private func screen(
    columns: Int = 80, rows: Int = 24, options: DisplayOptions = DisplayOptions()
  ) -> StreamScreen {
    let screen = StreamScreen(columns: columns, rows: rows, options: options, account: Self.mei)
    screen.present { $0.members = Self.members }
    screen.open(.everything, of: [.feed(.home), .feed(.everything)])
    return screen
  }

  @Test func `each post of Everything has the badges of the accounts that see it`() {
    let screen = screen(rows: 18)

    screen.show(Self.rows)

    #expect(
      screen.text == """
         @mei@example.social   Home  Everything
        ▌ SM Ada Okafor  @ada@example.social · 3m
        ▌ Both harbours are open.
        ▌ ↩      ↻      ♡

          M Jonas Berg  @jonas@example.social · 12m
          Rye it is.


          ┄┄┄┄┄┄┄┄┄┄┄┄ posts not loaded · Enter loads them ┄┄┄┄┄┄┄┄┄┄┄┄

          U Noor  @noor@example.social · 50m
          First light.
          ▣ photo 3:2  A pier in fog



         Enter open  l like  R reply  b boost  r refresh  ? help  c write  B bookmark
        """)
  }

  @Test func `account badges stay in a narrow window`() {
    let screen = screen(columns: 40, rows: 12)

    screen.show(Self.rows)

    #expect(
      screen.text == """
          Home  Everything
        ▌ SM Ada Okafor  @ada@example.soc… · 3m
        ▌ Both harbours are open.
        ▌ ↩      ↻      ♡

          M Jonas Berg  @jonas@example.s… · 12m
          Rye it is.


           posts not loaded · Enter loads them

         Enter open  l like  R reply  b boost
        """)
  }

  @Test func `account badges stand before the time in one-line posts`() {
    let screen = screen(rows: 8)

    screen.show(Self.rows, as: .lines)

    #expect(
      screen.text == """
         @mei@example.social   Home  Everything
        ▌ SM     3m  Ada Okafor       Both harbours are open.
          M     12m  Jonas Berg       Rye it is.
          ┄┄┄┄┄┄┄┄┄┄┄┄ posts not loaded · Enter loads them ┄┄┄┄┄┄┄┄┄┄┄┄
          U     50m  Noor             First light.                                    ▣


         Enter open  l like  R reply  b boost  r refresh  ? help  c write  B bookmark
        """)
  }

  @Test
  func `one-line posts with and without a mark for unread are aligned`() {
    let feeds = Account(service: .rss, person: .init("f"), handle: "feeds")
    let screen = screen(rows: 8)
    var reading = PostAbilities.all
    reading.service = .rss
    screen.present {
      $0.members = [AccountGroupMember(Self.mei, .all), AccountGroupMember(feeds, reading)]
    }

    screen.show(
      [
        Self.row("1", by: "Harbour", "The ferry is back.", minutesAgo: 3, of: feeds),
        Self.row("2", by: "Jonas Berg", "Rye it is.", minutesAgo: 12, of: Self.mei),
      ], as: .lines)

    #expect(screen.text.contains("▌ F  ●     3m  Harbour          The ferry is back."))
    #expect(screen.text.contains("  M       12m  Jonas Berg       Rye it is."))
  }

  @Test func `account badges stand before the photographer's name on a wall`() {
    let screen = screen(columns: 120, rows: 40)

    screen.show(Self.rows, as: .wall)

    #expect(screen.text.contains("U Noor"))
  }

  @Test(arguments: [
    (120, 40, "  p author  L liked by  @ as another"),
    (200, 60, "  p author  L liked by  @ as another  v view  Z density  Tab next  Q quit"),
  ])
  func `on a large screen the stream Everything is the same, with more key hints`(
    columns: Int, rows: Int, more: String
  ) {
    let screen = screen(columns: columns, rows: rows)

    screen.show(Self.rows)

    let stream = """
       @mei@example.social   Home  Everything
      ▌ SM Ada Okafor  @ada@example.social · 3m
      ▌ Both harbours are open.
      ▌ ↩      ↻      ♡

        M Jonas Berg  @jonas@example.social · 12m
        Rye it is.


        ┄┄┄┄┄┄┄┄┄┄┄┄ posts not loaded · Enter loads them ┄┄┄┄┄┄┄┄┄┄┄┄

        U Noor  @noor@example.social · 50m
        First light.
        ▣ photo 3:2  A pier in fog
      """
    let keys = " Enter open  l like  R reply  b boost  r refresh  ? help  c write  B bookmark"
    #expect(screen.text == stream + String(repeating: "\n", count: rows - 14) + keys + more)
  }

  @Test func `in the plain mode each post names its account instead of a badge`() {
    let screen = screen(options: DisplayOptions(isPlain: true))

    screen.show(Self.rows)

    #expect(screen.text.contains("Ada Okafor  @ada@example.social · 3m · @sol@boats.example"))
    #expect(!screen.text.contains("SM "))
  }

  @Test func `account badges have different letters and colours`() {
    let screen = screen()
    screen.show(Self.rows)

    let signs = AccountBadge.accountBadges(of: Self.members.map(\.account))

    #expect(Set(signs.values.map(\.letter.string)) == ["M", "S", "U"])
    #expect(AccountBadge.accountBadges(of: Self.members.map(\.account).reversed()) == signs)
    let styles = signs.values.map { Theme.dark.personNameStyle(of: $0.handle, DisplayOptions()) }
    #expect(Set(styles.map { "\($0)" }).count > 1)
  }

  @Test func `a failed service is shown in one line until it answers`() {
    let screen = screen(rows: 10)
    screen.show(Self.rows)

    screen.present { $0.failedAccounts = [FailedAccount(Self.sol, .unreachable)] }
    #expect(
      screen.text.split(separator: "\n")[1].hasPrefix(" @sol@boats.example: "))

    screen.present { $0.failedAccounts = [] }
    #expect(!screen.text.contains("@sol@boats.example: "))
  }

  @Test func `subscriptions that failed are listed in one line until they are fetched`() {
    let screen = StreamScreen(rows: 10).show()
    func feed(_ name: String, _ problem: Subscription.WebFeedProblem) -> Subscription {
      Subscription(
        id: .init(name), address: "https://\(name)", name: name, problem: problem)
    }

    screen.present {
      $0.brokenSubscriptions = [
        feed("rain.example", .gone), feed("boats.example", .unreadable),
        feed("fog.example", .gone), feed("tide.example", .gone),
      ]
    }
    #expect(
      screen.text.split(separator: "\n")[1]
        == " rain.example: discontinued  boats.example: could not be read last time  2 more")

    screen.present { $0.brokenSubscriptions = [] }
    #expect(!screen.text.contains("rain.example"))
  }

  @Test func `opening a merged post uses the account that received it`() {
    let screen = screen()
    screen.show(Self.rows)

    screen.press(.open)
    screen.press(.likers)
    screen.press(.profile)

    let routes = screen.navigator.routes.map(\.accountAndRoute)
    #expect(routes.map(\.account) == [Self.sol.id, Self.sol.id, Self.sol.id])
    #expect(
      routes.map(\.route) == [
        .conversation(.init("1")), .people(.likers(.init("1"))), .profile(.init("ada")),
      ])
  }

  @Test func `actions on a merged post depend on the abilities of its account`() {
    let screen = screen()
    screen.show(Self.rows)

    screen.press(.like)
    screen.press(.down, .down, .down)
    screen.press(.like)

    #expect(screen.asked == [.toggle(Post.ID("1").scoped(to: Self.sol.id), .liked)])
  }

  @Test func `the key to act as another account is offered if several accounts see the post`() {
    let screen = screen()
    screen.show(Self.rows)
    #expect(screen.view.priorityCommands == [.actAs])
    #expect(screen.view.hints.contains(.actAs))

    screen.press(.actAs)
    #expect(screen.asked == [.actAsNextAccount(FeedEntry.ID("1").scoped(to: Self.sol.id))])

    screen.press(.down)
    #expect(screen.view.priorityCommands == [])
    #expect(!screen.press(.actAs))
  }

  @Test func `the key for Everything opens the stream Everything`() {
    let screen = StreamScreen().show()

    #expect(screen.press(.everything))
    #expect(screen.asked.last == .open(.everything))
  }

  @Test func `messages name the account that acts, or say that no other account sees the post`() {
    let screen = screen()
    screen.show(Self.rows)

    screen.say(.actsAs(Self.mei))
    screen.say(.actsAs(nil))
    screen.say(.needsSecondAccount)

    #expect(
      screen.navigator.messages.map(\.text.string) == [
        "You act as @mei@example.social on this post.",
        "None of your other accounts can see this post.",
        "Everything needs more than one account: A adds one.",
      ])
  }
}
