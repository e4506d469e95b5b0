import Terminal
import TerminalRig
import Testing

@testable import FeedDomain
@testable import Preferences
@testable import Scenes
@testable import UseCases
@testable import Words

@MainActor @Suite struct MenuTests {
  private let navigator = NavigatorSpy()

  @Test func `every command is in the menu once`() {
    let commands = contents().entries.map(\.command)

    #expect(Set(commands) == Set(Command.allCases))
    #expect(commands.count == Command.allCases.count)
  }

  @Test
  func `in the menu the scene's commands come first, and each group lists usable commands first`() {
    let contents = contents()

    #expect(contents.groups[0].title == "Here")
    #expect(contents.groups[0].entries.map(\.command) == [.open, .like, .help])
    for group in contents.groups.dropFirst() {
      let possible = group.entries.map { $0.reason == nil }
      #expect(possible == possible.sorted { $0 && !$1 }, "\(group.title)")
    }
  }

  @Test func `the menu shows a command with the title that the scene gives it`() {
    var scene = SceneCommandsForMenu()
    (scene.hints, scene.titles) = ([.delete], [.delete: "Leave"])

    let title = contents(of: scene).entries.first { $0.command == .delete }?.title

    #expect(title == "Leave")
  }

  @Test func `the menu gives the reason why a command cannot be used`() {
    var scene = SceneCommandsForMenu()
    (scene.hints, scene.places) = ([.open], [.posts])
    (scene.unavailable, scene.reasons) = ([.vote, .hide], [.vote: "This post has no poll."])
    let entries = contents(of: scene).entries
    func reason(_ command: Command) -> String? {
      entries.first { $0.command == command }?.reason?.string
    }

    #expect(reason(.open) == nil && reason(.boost) == nil && reason(.quit) == nil)
    #expect(reason(.vote) == "This post has no poll.")
    #expect(reason(.hide) == "Mastodon does not offer this.")
    var moderating = PostAbilities.all
    moderating.marks.insert(.hidden)
    #expect(
      contents(of: scene, abilities: moderating).entries.first { $0.command == .hide }?.reason
        == "Nothing can be hidden here.")
    #expect(reason(.zoomIn) == "Open the photo first (z).")
    #expect(reason(.follow) == "Open a profile first (p).")
    #expect(reason(.everything) == "This needs a second account.")
    #expect(reason(.webFeeds) == "Mastodon does not offer this.")
    #expect(reason(.stream(1)) == nil && reason(.stream(4)) == "No stream has this number.")
  }

  @Test func `on a read-only account the menu says that posts cannot be written`() {
    let entries = contents(abilities: PostAbilities(marks: [], canWrite: false)).entries

    #expect(
      entries.first { $0.command == .reply }?.reason
        == Wording().sentence(for: .noWriting, at: nil))
  }

  @Test func `on a read-only account a command that the scene renames can still be used`() {
    var scene = SceneCommandsForMenu()
    (scene.hints, scene.titles) = ([.delete], [.delete: "Leave"])
    let entries = contents(of: scene, abilities: PostAbilities(marks: [], canWrite: false)).entries

    let leave = entries.first { $0.command == .delete }
    #expect(leave?.title == "Leave" && leave?.reason == nil)
    #expect(entries.first { $0.command == .compose }?.reason != nil)
  }

  @Test func `a key in the menu runs its command, and Enter runs the selected one`() {
    let view = scene()

    _ = view.handleEvent(.key("b"))
    view.press(.down)
    view.press(.enter)

    #expect(navigator.choices == [.command(.boost), .command(.bookmark)])
  }

  @Test func `a key shared by two commands runs the one of the scene behind the menu`() {
    let view = scene(priority: [.follow])

    _ = view.handleEvent(.key("f"))

    #expect(navigator.messages.count + navigator.choices.count == 1)
    #expect(navigator.choices != [.command(.jump)])
  }

  @Test func `a command that cannot be used is not run, and a message gives the reason`() {
    let view = scene()

    _ = view.handleEvent(.key("+"))

    #expect(navigator.choices.isEmpty && navigator.routes.isEmpty)
    #expect(navigator.messages.map(\.text) == ["Open the photo first (z)."])
  }

  @Test(arguments: [Key(.escape), " ", Key(.backspace)])
  func `Escape and the key that opens the menu close it`(key: Key) {
    let view = scene()

    _ = view.handleEvent(.key(key))

    #expect(navigator.routes == [.back])
    #expect(navigator.choices.isEmpty)
  }

  @Test func `the sheet lists the scene's hints, then other commands with keys that can be used`()
    throws
  {
    let sheet = contents().sheet
    let commands = sheet.flatMap(\.entries).map(\.command)

    #expect(sheet.map(\.title.string) == ["Here", "Act", "Read", "Go", "Program"])
    #expect(commands.prefix(3) == [.open, .like, .help])
    #expect(commands.contains(.boost) && commands.contains(.search) && commands.contains(.palette))
    // Commands of other scenes, without keys, for moving, and the menu's own are left out.
    for command in [Command.zoomIn, .follow, .lists, .down, .stream(1), .menu] {
      #expect(!commands.contains(command), "\(command)")
    }
  }

  @Test func `the sheet lists what the selection prevents, with the reason`() {
    var scene = SceneCommandsForMenu()
    (scene.hints, scene.places) = ([.open], [.posts])
    (scene.unavailable, scene.reasons) = ([.vote], [.vote: "This post has no poll."])

    let vote = contents(of: scene).sheet.flatMap(\.entries).first { $0.command == .vote }

    #expect(vote?.reason == "This post has no poll.")
  }

  @Test(arguments: [(22, 80), (38, 120), (58, 200)])
  func `the sheet shows a stream's commands without scrolling, with the selected one's title`(
    rows: Int, columns: Int
  ) throws {
    let view = scene()
    let text = view.drawn(rows: rows, columns: columns).text

    for words in ["Here", "Act", "› Enter", " like", " boost", "Open the selected item"] {
      #expect(text.contains(words), "\(words)")
    }
    #expect(text.contains("Tab all commands"))
    let shown = view.screenReaderContents(at: Posts.now).items?.ids.count ?? 0
    view.press(.end)
    #expect(shown > 20)
    #expect(view.drawn(rows: rows, columns: columns).text.contains("Here"))
  }

  @Test func `the sheet leaves the scene behind visible`() {
    let lines = scene().drawn(rows: 58, columns: 200).text.split(
      separator: "\n", omittingEmptySubsequences: false)

    #expect(lines.count { !$0.isEmpty } < 40)
    #expect(lines.map(\.count).max() ?? 0 < 170)
  }

  @Test func `Tab lists every command, and the small sheet again`() throws {
    let view = scene()
    func count() -> Int { view.screenReaderContents(at: Posts.now).items?.ids.count ?? 0 }
    _ = view.drawn(rows: 38, columns: 120)
    let few = count()

    view.press(.tab)
    let all = view.drawn(rows: 38, columns: 120).text

    #expect(count() == Command.allCases.count && few < count() / 2)
    #expect(all.contains("Open the selected item") && all.contains("Tab fewer"))
    view.press(.tab)
    _ = view.drawn(rows: 38, columns: 120)
    #expect(count() == few)
  }

  @Test func `at 40 by 12 the menu scrolls to its last command`() {
    let view = scene()

    #expect(
      view.drawn(rows: 10, columns: 40).text == """
        Here
        › Enter      open
          l          like
          ?          help

        Act
          b          boost
          B          bookmark

        Tab all commands   Enter run it
        """)
    view.press(.tab)
    view.press(.end)
    let text = view.drawn(rows: 10, columns: 40).text
    #expect(text.contains("› ") && !text.contains("Here"))
    view.press(.down)
    #expect(view.drawn(rows: 10, columns: 40).text.hasPrefix("Here\n› Enter"))
  }

  @Test func `an arrow moves between the menu's columns`() throws {
    let view = scene()
    _ = view.drawn(rows: 38, columns: 120)

    view.press(.right)
    view.press(.enter)
    view.press(.left)
    view.press(.enter)

    let commands = navigator.choices
    #expect(commands.count + navigator.messages.count == 2)
    #expect(commands.first != .command(.open))
  }

  @Test func `a click runs a menu entry, and the wheel moves the selection`() {
    let view = scene()
    _ = view.drawn(rows: 10, columns: 40)

    view.click(row: 2, column: 12)
    _ = view.handleEvent(
      .mouse(MouseEvent(.wheelDown, at: CellPosition(row: 2, column: 12)), clicks: 1))

    #expect(navigator.choices == [.command(.like)])
    #expect(!view.drawn(rows: 10, columns: 40).text.contains("› l"))
  }

  @Test func `every preset opens the menu with Space`() {
    for preset in KeyPreset.allCases {
      #expect(preset.keyMap.command(for: " ") == .menu)
      #expect(preset.keyMap.command(for: Key(.pageDown)) == .pageDown)
    }
  }

  private func contents(
    of scene: SceneCommandsForMenu? = nil, abilities: PostAbilities? = nil
  ) -> CommandMenuSheetAndGroups {
    var here = SceneCommandsForMenu()
    (here.hints, here.places) = ([.open, .like, .help], [.posts, .streams])
    var posts = PostAbilities.all
    posts.service = .mastodon
    return CommandMenuSheetAndGroups(
      of: scene ?? here, streams: [.feed(.home), .feed(.photos), .nearby],
      abilities: PaletteAbilities(
        posts: abilities ?? posts, hasNotices: true, hasPlaces: true, hasMessages: true),
      keys: .defaults, wording: Wording())
  }

  private func scene(priority: [Command] = []) -> CommandMenuView {
    CommandMenuView(contents(), priority: priority, keys: .defaults, wording: Wording())
      .opened(by: navigator)
  }
}
