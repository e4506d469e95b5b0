import FeedDomain
import Terminal
import Testing
import UseCases

@testable import PhotoDisplay
@testable import Preferences
@testable import Scenes
@testable import Words

@MainActor struct StreamTests {
  @Test func `the user's new post scrolls into sight above the selected top post`() {
    let screen = StreamScreen().show()
    let own = FeedRow.entry(FeedEntry(Posts.post("own", RichText("My own words"))))
    screen.show([own] + Posts.evening, more: (false, true))
    let before = screen.text

    screen.presenter.perform(.showRowsAbove)

    #expect(!before.contains("My own words") && screen.text.contains("My own words"))
    #expect(screen.view.pane.selected?.post?.post.id == Post.ID("1"))
  }

  @Test func `the user's new post stays out of sight if a lower post is selected`() {
    let screen = StreamScreen().show()
    screen.press(.down)
    let own = FeedRow.entry(FeedEntry(Posts.post("own", RichText("My own words"))))
    screen.show([own] + Posts.evening, more: (false, true))
    let before = screen.text

    screen.presenter.perform(.showRowsAbove)

    #expect(screen.text == before && !before.contains("My own words"))
  }

  @Test func `the user's new post scrolls into sight above a post that fills the screen`() {
    let screen = StreamScreen(rows: 8).show()
    let own = FeedRow.entry(FeedEntry(Posts.post("own", RichText("My own words"))))
    screen.show([own] + Posts.evening, more: (false, true))

    screen.presenter.perform(.showRowsAbove)

    #expect(screen.text.contains("My own words"))
    #expect(screen.view.pane.selected?.post?.post.id == Post.ID("1"))
  }

  @Test func `a stream is drawn at 80 columns`() {
    let screen = StreamScreen()
    screen.present { $0.status = .init(unread: 3, fetchedAt: Posts.now, isEmpty: false) }

    screen.show()

    #expect(
      screen.text == """
         @mei@example.social   Home  Photos  Trending               3 new ↑  up to date
        ▌ Mei Tanaka  @mei@example.social · 3m                             ↻ Ada Okafor
        ▌ The ferry was late, so we had an hour of evening light over #harbour and
        ▌ nothing to do but look. More at example.social/ferry
        ▌ ↩ 3    ↻ 12   ♥ 48

          Jonas Berg  @jonas@example.social · 42m
          Which loaf for Sunday?
          ━━━━━━━━━━╌╌╌╌╌╌  62%  Rye ✓
          ━━━━━━╌╌╌╌╌╌╌╌╌╌  38%  Spelt
          50 votes · closes in 2 h
          ↩ 1    ↻      ♡ 5

          ┄┄┄┄┄┄┄┄┄┄┄┄ posts not loaded · Enter loads them ┄┄┄┄┄┄┄┄┄┄┄┄

          Noor  @noor@example.social · 2h
          ↩ replying to @sam@example.social
          ⚠ film spoiler
          folded · x shows it
          ↩      ↻ 2    ♡ 1.2k ⚑

          Sam Lee  @sam@example.social · 2d · followers only
          First light.
         Enter open  l like  R reply  b boost  u unread  r refresh  ? help  c write
        """)
  }

  @Test func `a small screen keeps the name and the time`() {
    let screen = StreamScreen(columns: 40, rows: 12)

    screen.show()

    #expect(
      screen.text == """
          Home  Photos  Trending
        ▌ Mei Tanaka · 3m          ↻ Ada Okafor
        ▌ The ferry was late, so we had an hour
        ▌ of evening light over #harbour and
        ▌ nothing to do but look. More at
        ▌ example.social/ferry
        ▌ ↩ 3    ↻ 12   ♥ 48

          Jonas Berg  @jonas@example.soc… · 42m
          Which loaf for Sunday?
          ━━━━━━╌╌╌  62%  Rye ✓
         Enter open  l like  R reply  b boost
        """)
  }

  @Test func `the smallest screen is readable`() {
    let screen = StreamScreen(columns: 20, rows: 6)
    screen.present { $0.status = .init(unread: 3, fetchedAt: Posts.now, isEmpty: false) }

    screen.show()

    #expect(
      screen.text == """
          Home ›    3 new ↑
        ▌ Mei Tanaka · 3m ↻
        ▌ The ferry was
        ▌ late, so we had
        ▌ an hour of
         Enter open  l like
        """)
  }

  @Test func `a large screen limits the length of lines`() {
    let screen = StreamScreen(columns: 200, rows: 60)

    screen.show(more: (false, false))

    let longest = screen.draw().text.split(separator: "\n").dropFirst().dropLast().map(\.count)
      .max()
    #expect(longest == PostLayout.widest + 2)
    #expect(screen.text.contains("End of the stream."))
  }

  @Test func `the plain mode uses words instead of symbols`() {
    let screen = StreamScreen(options: DisplayOptions(isPlain: true))

    screen.show()

    let lines = screen.text.split(separator: "\n").prefix(5)
    #expect(lines[0].contains("[Home]"))
    #expect(lines[4] == "> 3 replies, 12 boosts, 48 likes, yours too, boosted by Ada Okafor")
    #expect(!screen.text.contains { "▌┄█♥↻↩▣".contains($0) })
  }

  @Test func `a terminal limited to ASCII gets words instead of symbols`() {
    let screen = StreamScreen(options: DisplayOptions(hasSigns: false))

    screen.show()

    #expect(
      screen.text.contains("3 replies, 12 boosts, 48 likes, yours too, boosted by Ada Okafor"))
    #expect(!screen.text.contains { "♥↻↩▣⚑◷".contains($0) })
  }

  @Test
  func `a terminal limited to ASCII gets a note instead of other letters, in every layout`() {
    let screen = StreamScreen(options: DisplayOptions(hasSigns: false))
    let place = Place(name: "京都", latitude: 35, longitude: 135)

    screen.show([
      .entry(FeedEntry(Posts.post("1", RichText("一番電車が来た。Early."), place: place)))
    ])
    #expect(screen.text.contains("(other letters)"))
    #expect(!screen.text.contains("京都"))

    screen.present { $0.layout = .lines }
    #expect(screen.text.contains("(other letters)") && screen.text.contains("Early."))
    #expect(!screen.text.contains("電車"))
  }

  @Test func `without colours a like is still visible`() {
    let screen = StreamScreen().show()

    let canvas = screen.draw(theme: .none)

    #expect(canvas.text.contains("♥ 48") && canvas.text.contains("♡ 5"))
    let colours = canvas.rows.joined().flatMap { [$0.style.foreground, $0.style.background] }
    #expect(colours.allSatisfy { $0 == .standard })
  }

  @Test func `while a stream is fetched for the first time a message says so`() {
    let screen = StreamScreen().show([], more: (false, false))
    screen.present { $0.activity = .opening }

    #expect(screen.text.contains("⠋ Fetching this stream for the first time"))
    #expect(!screen.text.contains("opening"))
    #expect(screen.view.isAnimating(at: Posts.now))
  }

  @Test func `on a terminal limited to ASCII the spinner is made of ASCII characters`() {
    let options = DisplayOptions(hasSigns: false)
    let signs = (0..<5).map { Spinner.spinnerSign(frame: $0, options).string }

    #expect(signs == ["|", "/", "-", "\\", "|"])
    let screen = StreamScreen(options: options).show([], more: (false, false))
    screen.present { $0.activity = .opening }
    #expect(screen.text.contains("| Fetching this stream for the first time"))
  }

  @Test func `an empty stream says so and names the keys to go on`() {
    let screen = StreamScreen().show([], more: (false, false))

    screen.present { $0.status = .init(unread: 0, fetchedAt: Posts.now, isEmpty: true) }

    #expect(screen.text.contains("Nobody you follow has posted yet."))
    #expect(screen.text.contains("Tab shows the next stream, r refreshes."))
    #expect(!screen.view.isAnimating(at: Posts.now))
  }

  @Test(arguments: [(100, "22:15"), (86_400, "Nov 15 22:13")])
  func `a failure without stored posts shows its reason and the time of the next try`(
    seconds: Int, time: String
  ) {
    let screen = StreamScreen()

    screen.present {
      $0.problem = .failed(.unreachable, retryAt: Posts.now.timeAdvanced(by: .seconds(seconds)))
    }

    #expect(screen.text.contains("Nothing can be shown: there is no connection."))
    #expect(screen.text.contains("Next try at \(time); r tries now."))
  }

  @Test func `a failure keeps the posts and shows when they were fetched`() {
    let screen = StreamScreen()
    screen.present { $0.status = .init(unread: 0, fetchedAt: Posts.now, isEmpty: false) }
    screen.show()

    screen.present { $0.problem = .failed(.unreachable, retryAt: nil) }
    screen.say(.refreshFailed(.unreachable))

    #expect(screen.text.contains("offline · as of 22:13"))
    #expect(screen.text.contains("Mei Tanaka"))
    #expect(screen.navigator.messages.last?.tone == .bad)
  }

  @Test func `a failure two days after the last fetch names the day of the fetch`() {
    let screen = StreamScreen()
    let fetchedAt = Posts.now.timeAdvanced(by: .seconds(-2 * 86_400))
    screen.present { $0.status = .init(unread: 0, fetchedAt: fetchedAt, isEmpty: false) }
    screen.show()

    screen.present { $0.problem = .failed(.unreachable, retryAt: nil) }

    #expect(screen.text.contains("offline · as of Nov 12 22:13"))
  }

  @Test func `a rate limit shows its end first, short enough for a narrow top line`() {
    let now = Posts.now
    let text = Wording().fetchFailureMessage(
      .rateLimited(until: nil), fetchedAt: now, retryAt: now.timeAdvanced(by: .seconds(7_200)),
      now: now)

    #expect(text == "asked to wait until tomorrow 00:13 · as of 22:13")
  }

  @Test(arguments: [
    (100, "next try 22:15"), (7_200, "next try tomorrow 00:13"),
    (3 * 86_400, "next try Nov 17 22:13"),
  ])
  func `the next try names its day if that is not today`(seconds: Int, text: String) {
    let screen = StreamScreen()
    screen.present { $0.status = .init(unread: 0, fetchedAt: Posts.now, isEmpty: false) }
    screen.show()
    let retryAt = Posts.now.timeAdvanced(by: .seconds(seconds))

    screen.present { $0.problem = .failed(.unreachable, retryAt: retryAt) }

    #expect(screen.text.contains(text), "\(screen.text)")
  }

  @Test
  func `a stream that the server is still preparing is shown as incomplete, and announced once`() {
    let screen = StreamScreen()
    screen.present { $0.status = .init(unread: 0, fetchedAt: Posts.now, isEmpty: false) }
    screen.show()

    screen.present { $0.problem = .gathering(retryAt: Posts.now.timeAdvanced(by: .seconds(100))) }
    screen.say(.stillGathering)

    #expect(screen.text.contains("incomplete · next try 22:15"))
    #expect(screen.text.contains("Mei Tanaka"))
    #expect(
      screen.navigator.messages.map(\.text.string) == [
        "The server is still preparing this stream; Tweetie keeps checking."
      ])
    screen.present { $0.problem = nil }
    #expect(!screen.text.contains("incomplete"))
  }

  @Test func `a stream that the server is still preparing is not called empty`() {
    let screen = StreamScreen().show([], more: (false, false))
    screen.present { $0.status = .init(unread: 0, fetchedAt: Posts.now, isEmpty: true) }

    screen.present { $0.problem = .gathering(retryAt: Posts.now.timeAdvanced(by: .seconds(100))) }

    #expect(screen.text.contains("The server is still preparing this stream"))
    #expect(screen.text.contains("Next try at 22:15; r tries now."))
  }

  @Test func `control characters in a post stay in their cells`() {
    let evil = "\u{1b}[2J\u{1b}]0;title\u{7}\u{9b}31mx\r\u{8}\u{202e}y\tz\u{200b}"
    let screen = StreamScreen()
    let post = Posts.post(
      "1", by: "E\u{1b}[Hve\nill", RichText(evil + "\n" + evil), warning: nil,
      photos: [Posts.photo(evil)],
      poll: Poll(
        options: [.init(title: evil, votes: .max), .init(title: evil, votes: .max)], closesAt: nil),
      card: LinkPreview(url: "javascript:alert(1)", title: evil, summary: evil),
      quote: Quote(id: .init("q"), handle: evil, name: evil, text: RichText(evil)),
      counts: .init(replies: .max, boosts: .min, likes: -1))

    screen.show([.entry(FeedEntry(post)), Posts.evening[1]])

    let canvas = screen.draw()
    let scalars = canvas.rows.joined().flatMap { $0.character.unicodeScalars }
    #expect(scalars.allSatisfy { $0.value >= 0x20 && !(0x7f...0x9f).contains($0.value) })
    #expect(!scalars.contains("\u{202e}") && !scalars.contains("\u{200b}"))
    #expect(canvas.links.isEmpty)
    #expect(canvas.rows.allSatisfy { $0.count == 80 })
    #expect(canvas.text.contains("\n  Jonas Berg  @jonas@example.social · 42m\n"))
  }
}
