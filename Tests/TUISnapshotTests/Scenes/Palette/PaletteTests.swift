import Terminal
import TerminalRig
import Testing

@testable import FeedDomain
@testable import Preferences
@testable import Scenes
@testable import Words

@MainActor @Suite struct PaletteTests {
  private let navigator = NavigatorSpy()

  @Test func `the palette is drawn at 80 by 24`() {
    let view = scene()

    view.type("lik")

    #expect(
      view.drawn(rows: 22, columns: 80).text == """
        ╭──────────────────────────────────────────────────────────────────────────────╮
        │                                                                              │
        │  : lik                                                                       │
        │  › Like or unlike                                                        l   │
        │    Show who liked the post                                               L   │
        │    Show the week's most liked posts of your home stream                      │
        │    Discover, pin and like feeds                                              │
        │    Find posts with the same tags · more like this                        *   │
        │                                                                              │
        │                                                                              │
        │                                                                              │
        │                                                                              │
        │                                                                              │
        │                                                                              │
        │                                                                              │
        │                                                                              │
        │                                                                              │
        │                                                                              │
        │                                                                              │
        │  Enter run it   ↑↓ choose   Esc leave                                        │
        │                                                                              │
        ╰──────────────────────────────────────────────────────────────────────────────╯
        """)
  }

  @Test func `the cursor stands on the selected entry of the palette once an arrow moved it`() {
    let view = scene()
    view.type("lik")
    #expect(view.drawn(rows: 22, columns: 80).cursor?.row == 2)

    view.press(.down)
    let moved = view.drawn(rows: 22, columns: 80)
    #expect(moved.cursor == nil && moved.point?.row == 4)

    view.type("e")
    #expect(view.drawn(rows: 22, columns: 80).cursor?.row == 2)
  }

  @Test func `the setting of the key preset is found by its name`() {
    let view = scene()

    view.type("preset")
    view.press(.enter)

    #expect(navigator.choices == [.setting("reading.key-preset")])
  }

  @Test func `a synonym is left out of the palette where it would be cut`() {
    let view = scene()

    view.type("more like")

    #expect(view.drawn(rows: 22, columns: 80).text.contains("same tags · more like this"))
    let narrow = view.drawn(rows: 10, columns: 40).text
    #expect(narrow.contains("Find posts with the same tags   "))
    #expect(!narrow.contains("…"))
  }

  @Test func `only the visible part of a very long name is searched`() {
    let name = String(repeating: "a👩‍👩‍👧", count: 100_000)
    let entry = PaletteEntry(
      choice: .command(.like), title: SafeText(sanitizing: name), name: name,
      synonyms: [SafeText(sanitizing: name)], key: "")
    let searched = SearchablePaletteEntry(entry)

    for line in [searched.title, searched.name] + searched.synonyms {
      #expect(line.characters.count == FuzzySearchableLine.longest)
    }
    #expect(FuzzySearch("aa").matchingEntries(of: [searched]) == [entry])
    #expect(FuzzySearch("ab").matchingEntries(of: [searched]) == [])
    // What is typed, or pasted, counts as far as a line goes.
    #expect(
      FuzzySearch(String(repeating: "a", count: 1_000_000)).matchingEntries(of: [searched]) == [])
  }

  @Test func `a stream with a very long name is a palette entry`() throws {
    let list = Feed.list(id: "1", name: String(repeating: "Boats ", count: 200_000))
    let entries = PaletteEntry.allPaletteEntries(
      offering: [], streams: [.feed(.home), .feed(list)],
      abilities: PaletteAbilities(
        posts: PostAbilities.all, hasNotices: true, hasPlaces: true),
      keys: .defaults, wording: Wording())

    let entry = try #require(entries.first { $0.choice == .tab(.feed(list)) })
    #expect(entry.title.string.count <= 200)
    #expect(FuzzySearch("boats").matchingEntries(of: entries).first == entry)
  }

  @Test func `the palette at 40 by 12 has no frame`() {
    let view = scene()

    #expect(
      view.drawn(rows: 10, columns: 40).text == """
        :
        › Reply                                R
          Refresh                              r
          Read: Home                           1
          Read: Photos                         2
          Read: Nearby                         3
          Select the next item                 j
          Select the previous item             k

        Enter run it   ↑↓ choose   Esc leave
        """)
  }

  @Test func `the palette at 20 by 6 fills the screen`() {
    let view = scene()

    #expect(
      view.drawn(rows: 4, columns: 20).text == """
        :
        › Reply            R
          Refresh          r
          Read: Home       1
        """)
  }

  @Test func `the palette at 200 by 60 keeps its size`() {
    let view = scene()

    let canvas = view.drawn(rows: 58, columns: 200)

    #expect(canvas.text.contains("│  › Reply"))
    #expect(canvas.rows.allSatisfy { row in row.prefix(60).allSatisfy { $0.character == " " } })
  }

  @Test func `Enter runs the selected entry, and arrows wrap around`() {
    let view = scene()

    view.press(.enter)
    view.press(.down)
    view.press(.down)
    view.press(.enter)
    for _ in 0..<3 { view.press(.up) }
    view.press(.enter)

    #expect(navigator.choices.prefix(2) == [.command(.reply), .tab(.feed(.home))])
    #expect(navigator.choices.count == 3 && navigator.choices.last != .command(.reply))
  }

  @Test func `Escape and Backspace in an empty field close the palette`() {
    let view = scene()
    view.type("x")
    view.press(.backspace)
    #expect(navigator.routes.isEmpty)

    view.press(.backspace)
    view.press(.escape)

    #expect(navigator.routes == [.back, .back])
    #expect(navigator.choices.isEmpty)
  }

  @Test func `a palette query without a match shows a message`() {
    let view = scene()

    view.type("qqq")
    view.press(.enter)

    #expect(view.drawn(rows: 22, columns: 80).text.contains("No matching command works here."))
    #expect(navigator.choices.isEmpty)
  }

  @Test func `an address typed in the palette is the first entry`() {
    let lead = ResolvableLink.address("https://example.social/@ada/12345")
    let view = scene { $0 == lead.text ? lead : nil }

    _ = view.handleEvent(.paste("https://example.social/@ada/12345\n"))
    #expect(view.drawn(rows: 22, columns: 80).text.contains("› Open \(lead.text)"))
    view.press(.enter)

    #expect(navigator.choices == [.link(lead)])
  }

  @Test func `a click runs a palette entry`() {
    let view = scene()
    _ = view.drawn(rows: 4, columns: 20)

    view.click(row: 3, column: 4)

    #expect(navigator.choices == [.tab(.feed(.home))])
  }

  @Test func `timeline with a server's name opens the public posts of the server`() {
    let view = scene()

    _ = view.handleEvent(.paste("timeline fosstodon.org"))
    #expect(
      view.drawn(rows: 22, columns: 80).text.contains("› Read the public posts of fosstodon.org"))
    view.press(.enter)

    #expect(navigator.choices == [.stream(DerivedFeed.server("fosstodon.org").feed())])
  }

  @Test(arguments: ["timeline", "timeline 10.0.0.1", "timeline a b", "timelines a.example"])
  func `timeline without a public server name is no palette entry`(typed: String) {
    #expect(PaletteEntry(timelineTyped: typed, Wording()) == nil)
  }

  @Test func `every command is in the palette once, with its key`() {
    let entries = entries(abilities: .all)

    let commands = entries.compactMap { entry in
      if case .command(let command) = entry.choice { command } else { nil }
    }
    let numbers = Command.allCases.filter { $0.name.hasPrefix("stream") }
    // Comments are hidden at one service alone, and not every service shows posts inside posts.
    #expect(
      Set(commands)
        == Set(Command.allCases).subtracting(
          numbers + [
            .palette, .hide, .quote, .count, .nextResult, .previousResult, .markGroup, .markAll,
            .toggleRead, .markShown, .markAbove, .markBelow, .markFeed, .webFeeds,
            .podcasts, .queueEpisode, .previousUnread,
            .fullText, .nextHeading, .previousHeading, .rules, .exportArticle,
          ]))
    #expect(Set(commands).count == commands.count)
    let keyless = CommandTable.rows.filter(\.keys.isEmpty).map {
      PaletteChoice.command($0.command)
    }
    #expect(
      entries.allSatisfy {
        $0.key.isEmpty == (keyless.contains($0.choice) || $0.isSetting) && !$0.title.isEmpty
      })
  }

  @Test(arguments: [
    ("language", "display.language"), ("screen reader", "display.screen-reader"),
    ("profile pictures", "display.people"), ("time to undo", "writing.undo"),
    ("display.theme", "display.theme"), ("spell", "writing.spelling"),
  ])
  func `a setting is found in the palette by words and opened`(typed: String, name: String) {
    let found = FuzzySearch(typed).matchingEntries(of: entries(abilities: .all))
    #expect(found.prefix(3).contains { $0.choice == .setting(name) })
  }

  @Test func `letters scattered inside words do not match`() {
    #expect(FuzzySearch("lk").matchedOffsets(in: "like").isEmpty)
    #expect(FuzzySearch("on").matchedOffsets(in: "photos nearby").isEmpty)
    #expect(!FuzzySearch("pn").matchedOffsets(in: "photos nearby").isEmpty)
  }

  @Test func `streams that are not tabs have no number key`() {
    let entries = PaletteEntry.allPaletteEntries(
      offering: [], streams: [.feed(.photos)], hidden: [.feed(.home)],
      abilities: PaletteAbilities(posts: .all, hasNotices: true, hasPlaces: true),
      keys: .defaults, wording: Wording())

    #expect(entries.prefix(2).map(\.choice) == [.tab(.feed(.photos)), .tab(.feed(.home))])
    #expect(entries.prefix(2).map(\.key) == ["1", ""])
  }

  @Test func `commands that the account lacks are not listed`() {
    let lookingOnly = PostAbilities(marks: [], canWrite: false, people: nil)

    let entries = entries(abilities: lookingOnly, hasNotices: false)

    for command in [Command.like, .reply, .likers, .vote, .notifications, .outbox] {
      #expect(!entries.contains { $0.choice == .command(command) }, "\(command)")
    }
  }

  @Test(arguments: [
    ("lik", "like"), ("wl", "likers"), ("refr", "refresh"), ("first un", "first-unread"),
    ("HELP", "help"), ("sign out", "sign-out"), ("outbox", "outbox"),
    ("publish", "publish-media"),
  ])
  func `a few letters find a command`(typed: String, command: String) {
    let best = FuzzySearch(typed).matchingEntries(of: entries(abilities: .all)).first

    #expect(best?.choice == .command(Command(named: command) ?? .quit))
  }

  @Test(arguments: [
    ("exit", Command.quit), ("logout", .signOut), ("login", .addAccount), ("retweet", .boost),
    ("fav", .like), ("filter", .mute), ("message", .compose), ("hashtag", .search),
    ("image", .viewPhoto), ("video", .play), ("unfollow", .follow), ("dm", .compose),
    ("spoiler", .reveal), ("download", .savePhoto), ("drafts", .outbox), ("url", .openLink),
  ])
  func `a command is found by a synonym`(typed: String, command: Command) {
    let best = FuzzySearch(typed).matchingEntries(of: entries(abilities: .all)).prefix(2)

    #expect(best.contains { $0.choice == .command(command) }, "\(best.map(\.title))")
  }

  @Test func `typing a command's full name selects it`() {
    let all = entries(abilities: .all)

    for case .command(let command) in all.map(\.choice) {
      #expect(FuzzySearch(command.name).matchingEntries(of: all).first?.choice == .command(command))
    }
  }

  @Test(arguments: ["q", "q!", "wq"])
  func `the quit commands of other editors quit`(typed: String) {
    let view = scene()

    view.type(typed)
    view.press(.enter)

    #expect(navigator.choices == [.command(.quit)])
  }

  @Test(arguments: [
    ("reponse", "Réponse"), ("RÉP", "réponse"), ("duong", "đường"), ("uber", "Über"),
    ("tre", "trễ"), ("nino", "nin\u{303}o"), ("日", "日本"),
  ])
  func `accents and capitals are ignored`(typed: String, word: String) {
    #expect(!FuzzySearch(typed).matchedOffsets(in: word).isEmpty)
  }

  @Test func `matching letters are highlighted, also in a matching synonym`() {
    let view = scene()

    view.type("retw")
    let canvas = view.drawn(rows: 22, columns: 80)

    let row = canvas.rows[3]
    let marked = row.filter { $0.style.attributes.contains(.underlined) }.map { $0.character }
    #expect(canvas.text.contains("› Boost or unboost · retweet "))
    #expect(String(marked) == "retw")
  }

  @Test func `the last chosen command is first, also after a restart`() throws {
    let home = try TemporaryHome()
    let recent = RecentCommands(path: "\(home.path)/commands")
    for command in [Command.search, .compose, .help, .log, .tabs, .accounts, .log] {
      recent.recordRecentCommand(command)
    }

    let kept = RecentCommands(path: "\(home.path)/commands").commands
    let entries = PaletteEntry.allPaletteEntries(
      recent: kept, offering: [.reply], streams: [],
      abilities: PaletteAbilities(posts: .all, hasNotices: true, hasPlaces: true),
      keys: .defaults, wording: Wording())

    #expect(kept == [.log, .accounts, .tabs, .help, .compose])
    #expect(entries.prefix(6).map(\.choice) == (kept + [.reply]).map { .command($0) })
    #expect(RecentCommands(path: nil).commands.isEmpty)
  }

  @Test func `a list added while typing is found, and the query and selection stay`() {
    let view = scene()
    view.type("re")
    view.press(.down)
    let before = view.drawn(rows: 22, columns: 80).text
    let list = PaletteEntry(
      choice: .tab(.feed(.list(id: "1", name: "Regatta boats"))), title: "Read: Regatta boats",
      name: "Regatta boats", key: "")

    view.replacePaletteEntries(entries(abilities: .all))
    #expect(view.drawn(rows: 22, columns: 80).text == before)
    view.replacePaletteEntries(entries(abilities: .all) + [list])
    view.press(.enter)
    let chosen = navigator.choices
    view.type("gatta")
    view.press(.enter)

    #expect(before.contains("› "))
    #expect(chosen.count == 1 && chosen != [list.choice])
    #expect(navigator.choices.last == list.choice)
  }

  @Test func `letters in the wrong order, or too many of them, do not match`() {
    #expect(FuzzySearch("kil").matchedOffsets(in: "like").isEmpty)
    #expect(FuzzySearch("likee").matchedOffsets(in: "like").isEmpty)
    #expect(FuzzySearch("").matchingEntries(of: entries(abilities: .all)).count > 10)
    #expect(FuzzySearch("🦊").matchedOffsets(in: "like").isEmpty)
  }

  private func entries(abilities: PostAbilities, hasNotices: Bool = true) -> [PaletteEntry] {
    PaletteEntry.allPaletteEntries(
      offering: [.reply, .refresh], streams: [.feed(.home), .feed(.photos), .nearby],
      abilities: PaletteAbilities(
        posts: abilities, hasNotices: hasNotices, hasPlaces: true,
        hasSeveralHomeStreams: hasNotices,
        hasMessages: true),
      keys: .defaults, wording: Wording())
  }

  private func scene(leads: @escaping (String) -> ResolvableLink? = { _ in nil }) -> PaletteView {
    PaletteView(entries(abilities: .all), recognizeLink: leads, wording: Wording())
      .opened(by: navigator)
  }
}

extension FuzzySearch {
  fileprivate func matchingEntries(of entries: [PaletteEntry]) -> [PaletteEntry] {
    matchingEntries(of: entries.map { SearchablePaletteEntry($0) })
  }
}
