import Glibc
import ServiceRig
import TerminalRig
import Testing

/// The real program in the mode for screen readers.
struct ScreenReaderStories {
  /// A line that somebody types, and the words that are read aloud from then on, in this order.
  private struct Step: Sendable {
    let typed: String
    let heard: [String]

    init(_ typed: String, _ heard: String...) { (self.typed, self.heard) = (typed, heard) }
  }

  private static let home = "1. 森 はるか, @haruka@kyoto.example, 9 minutes ago"
  private static let second = "2. Tom Ashworth, @tom, 10 minutes ago"

  /// What somebody types in every scene of the built-in service, in several tours, with the words
  /// of every item that is selected on the way.
  private static let tours: [[Step]] = [
    [
      Step(
        "where", home, "Hand-painted, yes.", "1 reply, 3 likes", "Home, ", "1 of ", "Full posts"),
      Step("keys", "enter: open", "R: reply"), Step("list", home, second, "30 more items: list 11"),
      Step("next", second, "That is a proper destination blind.", "1 reply, 5 likes"),
      Step("", "3. 森 はるか", "The first tram of the day", "photo 3:2: A small green tram"),
      Step("like", "Liked."), Step("like", "Like removed."), Step("bookmark", "Bookmarked."),
      Step("2", second),
      Step("enter", "Conversation, 5 posts, 5 items", "3. Tom Ashworth"),
      Step("next", "4. 森 はるか", "Hand-painted, yes."), Step("back", "Home, ", second),
      Step("R", "Reply to @tom", "That is a proper destination blind.", "@tom"),
      Step("A reply"), Step("in two lines"), Step(".who sees it", "unlisted"),
      Step(".back", "Draft saved in the outbox.", second),
      Step("profile", "Tom Ashworth, Posts", "1. Tom Ashworth, @tom"),
      Step("next", "2. "), Step("tab", "Tom Ashworth, With replies"),
      Step("back", second),
      Step("notifications", "Notifications, All", "1. unread, Giulio Nowak follows you"),
      Step("next", "2. unread, Ada Okafor replied to you", "Exactly like that, yes."),
      Step("tab", "Notifications, Mentions", "1. unread, Ada Okafor replied to you"),
      Step("back", second), Step("search", "Search, ", "Search: "),
      Step("harbour", "1. נועה לוי", "Counts sea slugs"), Step("next", "2. נועה לוי"),
      Step("back", second),
      Step("messages", "This service does not support direct messages."),
      Step("likers", "Likes, 5 people", "1. "), Step("next", "2. "), Step("back", second),
      Step("frobnicate", "There is no command frobnicate."),
      Step("999", "There is no item 999."), Step("quit"),
    ],
    [
      Step("accounts", home, "Accounts, 2 items", "1. Tweetie User, @tweetieuser", "in use"),
      Step("next", "2. + Add an account"), Step("back", home),
      Step("tabs", "Streams, ", "1. Home, shown as a tab"),
      Step("next", "2. Photos, shown as a tab"), Step("back", home),
      Step("settings", "Settings, ", "1. Display: Theme: auto", "Colour theme of the screen."),
      Step("next", "2. Display: Number of colours: auto"), Step("/", "filter: "),
      Step("screen reader", "1. Display: Screen reader mode: off", "lines to be read aloud"),
      Step("back"), Step("back", home), Step("themes", "Themes, 11 items", "1. auto", "2. dark"),
      Step("back", home),
      Step("outbox", "Outbox", "Nothing is waiting to be sent."), Step("back", home),
      Step("log", "Log, everything", "Nothing has been logged."), Step("back", home),
      Step("suggestions", "People you might like", "1. "), Step("next", "2. "),
      Step("back", home), Step("catch-up", "Catch-up: Home", "You have read everything here."),
      Step("enter", "The last day: Home", "Ada Okafor, @ada@compilers.example"),
      Step("next", "3. "), Step("view", "by conversation"), Step("back", home),
      Step("M", "Mute", "1. @haruka@kyoto.example, not muted", "Words, @name or #tag: "),
      Step(".back", home), Step("rules", "Rules: "), Step(".back", home),
      Step(":", "commands, ", "1. Open the selected item, Enter"),
      Step("screen reader", "1. Setting: Screen reader mode"), Step(".back", home),
      Step("menu", "menu, ", "1. Open the selected item, Enter"),
      Step("tab", "1. Open the selected item, Enter"), Step("esc", home),
      Step("f", "1. 森 はるか", "replying to @tom"), Step("esc", home),
      Step("help", "Help, Key preset: Tweetie", "1. Here: Open the selected item: Enter"),
      Step("undo", "1. Act: Undo the last action: U"), Step(".back"), Step(".back", home),
      Step("quit"),
    ],
    [
      Step("density", home, "One line per post: only the screen changes."),
      Step("view", "Photo wall: only the screen changes."),
      Step("view", "only the screen changes."),
      Step("3", "3. 森 はるか", "The first tram of the day"),
      Step(
        "photo", "Photo by 森 はるか", "photo 3:2: A small green tram", "Photographer: 森 はるか",
        "Camera: Pocket 12"),
      Step("details", "Details hidden"), Step("details", "Details shown", "Camera: Pocket 12"),
      Step("next-photo", "Photo by Nguyễn Thùy Linh", "photo 4:3: A wood-fired oven"),
      Step("back", "3. 森 はるか"),
      Step("qr-code", "QR code", "https://tweetie.example/@haruka@kyoto.example/"),
      Step("back", "3. 森 はるか"), Step(":"),
      Step("read nearby", "1. Read: Nearby"),
      Step("1", "Nearby, ", "N chooses a place.", "1. Ada Okafor"),
      Step("choose-place", "Place", "Choose a place for nearby photos."),
      Step("Kyoto", "Near 京都", "1. 森 はるか", "A small green tram"),
      Step("next", "2. 森 はるか", "引き出しひとつに四日"), Step("quit"),
    ],
    [
      Step("links", home, "Links shared today", "No page was shared by several"),
      Step("view", "Links shared this week"), Step("back", home),
      Step("popular", "Popular, ", "1. Pixel the Cat", "The bowl is half empty."),
      Step("next", "2. Jonas Brandt", "Sunday: walked a street"), Step("back", home),
      Step("quiet-people", "Quiet people, ", "1. Mei Tanaka-Olsen", "I am a very modest post."),
      Step("next", "2. Lucía Hernández", "La mía se rindió con la humedad."), Step("back", home),
      Step("bookmark", "Bookmarked."),
      Step("tag-bookmark", "Tags of this bookmark", "Your own tag, such as recipes: "),
      Step("trams", "1. trams ✓, 1 bookmark"), Step(".back", home),
      Step("bookmark-tags", "Bookmarks by tag", "1. trams, 1 bookmark", "Bookmarks by tag: "),
      Step("1", "Bookmarks: trams", "1. 森 はるか", "Hand-painted, yes."), Step("back", home),
      Step(":"),
      Step("timeline mastodon.localhost", "1. Read the public posts of mastodon.localhost"),
      Step("1", "mastodon.localhost, "), Step("back", home), Step("quit"),
    ],
    [
      Step("hide-conversation", home, "Hide this conversation permanently?", "1. hide it"),
      Step("1", "The conversation is hidden. U undoes it.", "1. Mei Tanaka-Olsen"),
      Step("undo", "The conversation is shown again."),
      Step("c", "New post", "What's on your mind?"), Step(".alt+p", "Answer 1: "),
      Step("Rye", "Answer 1: Rye", "Answer 2: "), Step("Wheat", "Answer 2: Wheat", "Answer 3: "),
      Step(".alt+p", "What's on your mind?"), Step("Which flour?"), Step(".send"),
      Step("own-profile", "Tweetie User, Posts", "1. Tweetie User, @tweetieuser"),
      Step("next", "2. Tweetie User", "Which flour?", "Rye, 0%", "Wheat, 0%"),
      Step("vote", "You cannot vote in your own poll.", "1. Rye, 0%", "2. Wheat, 0%"),
      Step("back", "2. Tweetie User"),
      Step("next", "3. Tweetie User", "Moved my whole reading life"),
      Step("redraft", "Your post was deleted. Its text is in this draft.", "Moved my whole"),
      Step(".back", "Draft saved in the outbox."), Step("quit"),
    ],
  ]

  private static let feed = """
    <rss version="2.0" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd"><channel>
    <title>Harbour Talk</title><item><guid>2</guid><title>The Pier at Night</title>
    <enclosure url="/night.mp3" type="audio/mpeg" length="300000"/>
    <itunes:duration>1:02:03</itunes:duration>
    <pubDate>Fri, 20 Nov 2026 18:00:00 GMT</pubDate></item>
    <item><guid>1</guid><title>The lamps are lit</title><description>&lt;p&gt;All of them,
    &lt;b&gt;tonight&lt;/b&gt;.&lt;/p&gt;</description>
    <pubDate>Fri, 20 Nov 2026 06:00:00 GMT</pubDate></item></channel></rss>
    """

  /// What somebody types in the scenes for web feeds.
  private static let feedTour = [
    Step("toggle-read", "1. unread, Harbour Talk", "The Pier at Night", "Marked as read."),
    Step("undo", "Marked 1 entry as unread again."), Step(".", "Unread only"),
    Step(".", "Read and unread"), Step("$", "Added to your podcasts."),
    Step("next", "2. unread, Harbour Talk", "The lamps are lit", "All of them, tonight."),
    Step("enter", "The lamps are lit", "1. All of them, tonight."),
    Step("back", "2. Harbour Talk", "The lamps are lit"),
    Step("podcasts", "Podcasts, ", "1. The Pier at Night, 1:02:03"),
    Step("back", "2. Harbour Talk"), Step("web-feeds", "Feeds, ", "1. All feeds"),
    Step("next", "2. Harbour Talk"), Step("view", "Most unread first"),
    Step("back", "2. Harbour Talk", "The lamps are lit"), Step("quit"),
  ]

  /// Runs the program with the lines of a tour, and expects the words of all steps in their order,
  /// and neither drawings nor escape sequences.
  private static func expectWords(of tour: [Step], in home: TemporaryHome) async throws {
    let run = try await home.run(
      "printf '%s\\n' \(input(tour.map(\.typed))) | tweetie --screen-reader")

    #expect(run.code == 0)
    #expect(run.errors == "")
    #expect(
      run.output.hasPrefix("Screen reader mode is on, because of the option --screen-reader.\n"))
    #expect(!hasDrawing(run.output))
    #expect(!run.output.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" })
    var rest = run.output[...]
    for step in tour {
      for words in step.heard {
        guard let found = rest.firstRange(of: words) else {
          Issue.record("“\(words)” after “\(step.typed)” in: \(rest.prefix(2_000))")
          return
        }
        rest = rest[found.upperBound...]
      }
    }
  }

  private static func input(_ lines: [String]) -> String {
    lines.map { "'\($0.replacing("'", with: "'\\''"))'" }.joined(separator: " ")
  }

  private static func hasDrawing(_ text: String) -> Bool {
    text.unicodeScalars.contains {
      (0x2500...0x259F).contains($0.value) || (0x2800...0x28FF).contains($0.value)
    }
  }

  @Test(arguments: tours.indices)
  func `every selected item is read through a pipe, without a drawing or an escape sequence`(
    tour: Int
  ) async throws {
    try await Self.expectWords(of: Self.tours[tour], in: .signedIn())
  }

  @Test func `articles, podcasts and the list of web feeds are read through a pipe`() async throws {
    let server = try LoopbackServer { request in
      request.path == "/feed" ? .reply(200, body: Array(Self.feed.utf8)) : .reply(404)
    }
    let home = try TemporaryHome.furnished()
    let added = try await home.run("tweetie feeds add \(server.origin)/feed")
    #expect(added.code == 0, "\(added.errors)")

    try await Self.expectWords(of: Self.feedTour, in: home)
  }

  @Test(arguments: ["dumb", "vt52", "no-such-terminal", "xterm-256color"])
  func `screen reader mode works in any terminal, and leaves it unchanged`(term: String)
    async throws
  {
    let session = try await TerminalSession.start(
      ["--demo"], environment: ["TERM": term, "TWEETIE_SCREEN_READER": "1"], home: .furnished())
    try await session.waitUntil(contains: "because of the environment variable")
    try await session.waitUntil(contains: "1. ")

    try await session.type("next\n", untilContains: "2. ")
    await session.resize(to: WindowSize(columns: 40, rows: 12))
    try await session.type("l\n", untilContains: "Liked.")
    try await session.quitCleanly(with: "quit\n")
  }

  @Test func `screen reader mode prints nothing without a typed line`() async throws {
    let home = try TemporaryHome.furnished(newPosts: "300ms", refresh: "500ms")
    let session = try await TerminalSession.start(["--demo", "--screen-reader"], home: home)
    try await session.waitUntil(contains: "1. ")
    try await session.type("again\n", until: "the item twice") {
      $0.text.split(separator: "1. ").count > 2
    }
    // What was asked for is read by then.
    try await Task.sleep(for: .seconds(2))

    let before = await session.audit.byteCount
    try await Task.sleep(for: .seconds(6))
    #expect(await session.audit.byteCount == before)

    // What came meanwhile is read before the next answer.
    try await session.type("again\n", untilContains: " new ")
    await session.type("quit\n")
    #expect(try await session.exitStatus() == .exited(0))
  }

  @Test func `signing in does not show the password in screen reader mode`() async throws {
    let session = try await TerminalSession.start(["--screen-reader"], home: .furnished())
    try await session.waitUntil(contains: "User")
    try await session.type("tweetieuser\n", untilContains: "Password")
    try await session.type("tweetie123\n", untilContains: "Home")

    // The password stands in a hint of the built-in service, and nowhere by itself.
    let lines = await session.screenText.split(separator: "\n")
    #expect(!lines.contains("tweetie123"))
    try await session.quitCleanly(with: "quit\n")
  }

  @Test(arguments: [SIGINT, SIGTERM])
  func `a signal ends screen reader mode, and restores the terminal`(signal: Int32) async throws {
    let session = try await TerminalSession.start(["--screen-reader"], home: .furnished())
    try await session.waitUntil(contains: "User")
    try await session.type("tweetieuser\n", untilContains: "Password")

    await session.signal(signal)

    try await session.expectCleanExit()
  }

  @Test func `Control-D ends screen reader mode`() async throws {
    let session = try await TerminalSession.start(
      ["--demo", "--screen-reader"], home: .furnished())
    try await session.waitUntil(contains: "1. ")

    await session.press(.control("d"))

    try await session.expectCleanExit()
  }

  @Test func `a post is written and sent in screen reader mode`() async throws {
    let home = try await TemporaryHome.signedIn()

    let lines = ["c", "Good morning,", "harbour.", ".", ".send", "own-profile", "next", "quit"]
    let run = try await home.run("printf '%s\\n' \(Self.input(lines)) | tweetie --screen-reader")

    #expect(run.code == 0)
    #expect(run.output.contains("New post"))
    let profile = try await home.run("tweetie feed @tweetieuser -n 3")
    #expect(profile.output.contains("Good morning,"))
    #expect(profile.output.contains("harbour."))
  }

  /// Writes a shell script to a home, and returns its path.
  private static func editor(_ script: String, in home: TemporaryHome) -> String {
    let path = home.path + "/editor"
    home.write("#!/bin/sh\n\(script)\n", to: path)
    chmod(path, 0o700)
    return path
  }

  @Test func `an external editor gets the terminal from screen reader mode`() async throws {
    let home = try TemporaryHome.furnished()
    let editor = Self.editor(
      """
      modes=$(stty -g)
      stty raw -echo
      sleep 3
      stty -a >\(home.path)/modes
      stty "$modes"
      echo 'Written elsewhere' >"$1"
      echo >\(home.path)/done
      """, in: home)
    let session = try await TerminalSession.start(
      ["--demo", "--screen-reader"], environment: ["EDITOR": editor], home: home)
    try await session.waitUntil(contains: "1. ")
    try await session.type("c\n", untilContains: "New post")
    await session.type(".editor\n")
    let end = home.path + "/done"
    try await session.waitUntil("the editor's end", isTrue: { home.text(of: end) != nil })
    try await session.type(".again\n", untilContains: "Written elsewhere")

    let modes = try #require(home.text(of: home.path + "/modes"))
    #expect(modes.contains("-echo ") && modes.contains("-icanon"))
    let text = await session.screenText
    #expect(!text.contains("Nothing changed."))
    await session.type(".back\n")
    try await session.quitCleanly(with: "quit\n")
  }

  @Test func `lines wait until the external editor has ended`() async throws {
    let home = try await TemporaryHome.signedIn()
    let editor = Self.editor("sleep 3\necho 'Written elsewhere' >\"$1\"", in: home)
    let lines = ["c", ".editor", ".again", ".back", "quit"]

    let run = try await home.run(
      "printf '%s\\n' \(Self.input(lines)) | tweetie --screen-reader",
      environment: ["EDITOR": editor])

    #expect(run.code == 0)
    #expect(run.output.contains("Written elsewhere"))
    #expect(!run.output.contains("Nothing changed."))
  }

  @Test func `in the C locale screen reader mode prints only ASCII`() async throws {
    let home = try await TemporaryHome.signedIn()

    let run = try await home.run(
      "printf '%s\\n' list next next quit | tweetie --screen-reader",
      environment: ["LC_ALL": "C", "LANG": ""])

    #expect(run.code == 0)
    #expect(run.output.utf8.allSatisfy { $0 < 0x80 })
  }

  @Test func `the setting switches screen reader mode on, and 0 in the variable off`() async throws
  {
    let home = try TemporaryHome.furnished(more: "screen-reader = on")

    let on = try await home.run("echo quit | tweetie --demo")
    let off = try await home.run(
      "echo quit | tweetie --demo", environment: ["TWEETIE_SCREEN_READER": "0"])

    #expect(on.code == 0)
    #expect(on.output.hasPrefix("Screen reader mode is on, because of the setting"))
    #expect(off.code == 2)
  }

  private static let down = "\u{1B}[B"
  private static let selectedPost = "▌ 森 はるか  @haruka@kyoto.example · 12m"

  /// Keys in the full screen, from scene to scene, and what stands in the row of the cursor after
  /// each. The cursor is in the field of a list only while somebody types.
  private static let cursorTour = [
    ("", "▌ 森 はるか"), ("j", "▌ Tom Ashworth"), ("j", selectedPost),
    ("n", "▌ +  Giulio Nowak"), ("j", "▌ @  Ada Okafor"), ("q", selectedPost),
    ("a", "▌ Tweetie User"), ("j", "▌ + Add an account"), ("q", selectedPost),
    ("T", "Home"), ("j", "Photos"), ("q", selectedPost),
    (",", "▌ Theme"), ("j", "▌ Number of colours"), ("q", selectedPost),
    ("L", "▌ "), ("j", "▌ "), ("q", selectedPost),
    ("\r", selectedPost), ("j", "▌ "), ("q", selectedPost),
    ("v", "▐"), ("v", "CC-BY-SA-4.0"), ("v", selectedPost),
    (" ", "› Enter"), (down, "› z"), (down, "› l"), (" ", selectedPost),
    (":" + down, "› "), (down, "› Like or unlike"), ("\u{7F}", selectedPost),
    ("?", "Find"), (down, "Open the selected item"), ("\u{7F}", selectedPost),
    ("\u{14}", "› auto"), (down, "› dark"),
  ]

  @Test func `in the full screen the hidden cursor is on the selected row of every scene`()
    async throws
  {
    let session = try await TerminalSession.signedIn(in: .furnished())
    for (keys, words) in Self.cursorTour {
      try await session.type(keys, until: "the cursor in the row of \(words) after \(keys)") {
        screen in
        let row = screen.cursor.row
        // The people who like a post are others from day to day.
        return (keys != "L" || screen.text(ofRow: 0).contains("Likes"))
          && screen.rows.indices.contains(row) && screen.rows[row].contains(words)
      }
    }
    #expect(try await session.quitBySignal() == .exited(0))
  }
}
