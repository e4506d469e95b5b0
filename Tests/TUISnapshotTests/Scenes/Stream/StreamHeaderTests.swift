import FeedDomain
import Terminal
import Testing
import UseCases

@testable import Preferences
@testable import Scenes
@testable import Words

struct StreamHeaderTests {
  private let header = StreamHeaderLayout(wording: Wording(), options: DisplayOptions())

  private func heading(account: SafeText = "@mei@example.social", current: Int = 0)
    -> StreamHeading
  {
    var heading = StreamHeading()
    heading.account = account
    heading.tabs = ["Home", "Photos", "Trending", "Near Valparaíso"]
    heading.currentTab = current
    heading.unread = "3 new ↑"
    heading.notifications = "◆ 2"
    heading.waiting = "◷ 1"
    heading.freshness = .fetched(Posts.now)
    return heading
  }

  private func line(_ heading: StreamHeading, columns: Int) -> String {
    var canvas = Canvas(size: CellSize(rows: 1, columns: columns))
    ScreenBarPainter(theme: .dark).drawHeader(
      header.streamHeader(of: heading, now: Posts.now), on: &canvas, in: canvas.bounds)
    return canvas.text
  }

  @Test func `the account name stays at 80 columns while changes are pending`() {
    let line = line(heading(), columns: 80)

    #expect(line.hasPrefix(" @mei@example.social   Home  Photos"))
    #expect(line.hasSuffix("3 new ↑  ◆ 2  ◷ 1  up to date"))
  }

  @Test(arguments: [
    (60, " Catch-up: Trending                    by person · 12 posts"),
    (40, " Catch-up: Trending           by person"), (30, " Catch-up: Trending"),
    (14, " Catch…  by …"),
  ])
  func `the text beside a title is shortened before the title`(columns: Int, line: String) {
    var canvas = Canvas(size: CellSize(rows: 1, columns: columns))
    ScreenBarPainter(theme: .dark).drawHeader(
      SceneHeader("Catch-up: Trending", aside: "by person · 12 posts"), on: &canvas,
      in: canvas.bounds)

    #expect(canvas.text == line)
  }

  @Test func `a failure is shown even if it is cut, two blanks after the title`() {
    var canvas = Canvas(size: CellSize(rows: 1, columns: 40))
    ScreenBarPainter(theme: .dark).drawHeader(
      SceneHeader("Catch-up: Trending", failure: "The server does not answer."), on: &canvas,
      in: canvas.bounds)

    #expect(canvas.text == " Catch-up: Trending  The server does n…")
  }

  @Test func `a stream fetched a while ago shows the time of the fetch`() {
    var canvas = Canvas(size: CellSize(rows: 1, columns: 80))
    let later = Posts.now.timeAdvanced(by: .seconds(60))
    ScreenBarPainter(theme: .dark).drawHeader(
      header.streamHeader(of: heading(), now: later), on: &canvas, in: canvas.bounds)

    #expect(canvas.text.hasSuffix("as of \(Wording().clockTimeText(Posts.now))"))
  }

  @Test func `a stream with feeds that failed shows the fetch time instead of up to date`() {
    var heading = heading()
    heading.freshness = .fetched(Posts.now, isWhole: false)
    #expect(
      line(heading, columns: 80).hasSuffix("as of \(Wording().clockTimeText(Posts.now))"))
  }

  @Test func `an unanswered request shows its duration, and the key that asks again`() {
    var heading = heading()
    (heading.unread, heading.notifications, heading.waiting) = ("", "", "")
    heading.activity = "no answer yet"
    heading.stall = UnansweredServiceRequest(
      waitingSince: Posts.now.timeAdvanced(by: .seconds(-12)), hint: "r asks anew")

    #expect(line(heading, columns: 80).hasSuffix("no answer for 12 s  r asks anew"))
    #expect(line(heading, columns: 36).hasSuffix("no answer for 12 s"))
    let plain = StreamHeaderLayout(wording: Wording(), options: DisplayOptions(isPlain: true))
    let words = plain.streamHeader(of: heading, now: Posts.now).rightText.map(\.text.string)
      .joined()
    #expect(words.hasSuffix("no answer yet  r asks anew"))
  }

  @MainActor @Test func `refused changes have their own sign in the heading`() {
    let screen = StreamScreen().show()

    screen.hear(.waiting(0, nil, refused: 2))

    #expect(screen.text.split(separator: "\n")[0].hasSuffix("✗ 2"))
    screen.hear(.waiting(1, nil, refused: 0))
    #expect(screen.text.split(separator: "\n")[0].hasSuffix("◷ 1"))
  }

  @Test func `tabs before the current one are left out first`() {
    let line = line(heading(current: 3), columns: 80)

    #expect(line.hasPrefix(" @mei@example.social  ‹ Near Valparaíso "))
    #expect(line.contains("◷ 1"))
  }

  @Test func `a long account name gives way to tabs and unread posts`() {
    let line = line(
      heading(account: "@somebody.with.a.long.name@example.social"), columns: 80)

    #expect(line.contains("Home"))
    #expect(line.contains("3 new ↑"))
  }

  @Test func `on a narrow screen the current tab is shown`() {
    #expect(line(heading(current: 1), columns: 40).hasPrefix("  Home  Photos "))
    #expect(line(heading(current: 1), columns: 20).hasPrefix(" ‹ Photos "))
  }

  @Test func `arrows mark tabs that are left out, and a click on one opens the nearest of them`() {
    var heading = heading(current: 2)
    heading.freshness = .unknown
    let line = line(heading, columns: 50)

    #expect(line.hasPrefix("  Home  Photos  Trending › "))
    #expect(header.headerClickTarget(at: 25, of: heading, now: Posts.now, columns: 50) == .tab(3))
    heading.currentTab = 3
    let far = self.line(heading, columns: 50)
    #expect(far.hasPrefix(" ‹ Trending  Near Valparaíso "))
    #expect(header.headerClickTarget(at: 1, of: heading, now: Posts.now, columns: 50) == .tab(1))
  }

  @Test func `a click on a tab opens it, and a click on the account name opens the accounts`() {
    let heading = heading(current: 3)
    let line = Array(line(heading, columns: 80))
    let column = line.indices.first { line[$0...].starts(with: "Near") } ?? 0

    let target = header.headerClickTarget(at: column, of: heading, now: Posts.now, columns: 80)

    #expect(target == .tab(3))
    #expect(header.headerClickTarget(at: 3, of: heading, now: Posts.now, columns: 80) == .accounts)
  }

  @Test(arguments: [
    ("@tom", StreamHeaderLayout.HeaderClickTarget.accounts), ("3 new", .firstUnread),
    ("◆ 2", .notifications),
    ("◷ 1", .outbox), ("✗ 4", .outbox), ("Photos", .tab(1)),
  ])
  func `clicks on counts and names in the heading open their scenes`(
    words: String, target: StreamHeaderLayout.HeaderClickTarget
  ) throws {
    var heading = heading(account: "@tom")
    (heading.notifications, heading.waiting, heading.refusedChanges) = ("◆ 2", "◷ 1", "✗ 4")
    let line = Array(line(heading, columns: 120))
    let found = line.indices.first { line[$0...].starts(with: words) }
    let column = try #require(found)

    func hit(_ column: Int) -> StreamHeaderLayout.HeaderClickTarget? {
      header.headerClickTarget(at: column, of: heading, now: Posts.now, columns: 120)
    }

    #expect(hit(column) == target)
    #expect(hit(column + words.count - 1) == target)
    // A blank on either side belongs to a tab.
    #expect(hit(column - (target == .tab(1) ? 2 : 1)) != target)
  }

  @Test func `without symbols new notifications are counted in words`() {
    let wording = Wording()

    #expect(wording.newNotificationsText(1) == "1 notification")
    #expect(wording.newNotificationsText(2) == "2 notifications")
  }
}
