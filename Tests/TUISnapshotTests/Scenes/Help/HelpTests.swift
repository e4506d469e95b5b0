import Terminal
import Testing

@testable import Preferences
@testable import Scenes
@testable import TweetieTUI
@testable import Words

@MainActor @Suite struct HelpTests {
  private func help(
    _ keys: KeyMap = .defaults, on occasion: HelpContents.HelpOriginKind = .reading([]),
    isPlain: Bool = false
  ) -> HelpView {
    HelpView(
      HelpContents(keys, preset: .tweetie, on: occasion, wording: Wording(), isPlain: isPlain),
      keys: keys,
      wording: Wording())
  }

  @Test func `help begins with the commands of the scene behind`() {
    let view = help(on: .reading([.back, .accept, .refresh, .help]))

    #expect(
      view.drawn(rows: 9, columns: 60).text == """
          Find
          Here
            Esc         Go back one step
            q           Go back, or quit
            Y           Accept follow request
            r  F5       Refresh

          Move
            j  ↓        Select the next item
        """)
  }

  @Test func `keys that do something else in the scene behind have its titles`() {
    let hints: [Command: SafeText] = [.delete: "leave", .refresh: "Fetch"]

    let titles = hints.mapValues(\.withCapitalLetter)
    let view = help(on: .reading([.delete, .refresh], titles: titles))

    let lines = view.drawn(rows: 4, columns: 60).text.split(separator: "\n")
    #expect(lines.contains("    D           Leave"))
    #expect(lines.contains("    r  F5       Fetch"))
  }

  @Test func `typing filters the keys, also by synonyms and without accents`() {
    let view = help()
    func found(_ words: String) -> String {
      for character in words { _ = view.handleEvent(.key(Key(.character(character)))) }
      defer { for _ in words { _ = view.handleEvent(.key(Key(.backspace))) } }
      return view.drawn(rows: 8, columns: 60).text
    }

    #expect(found("BOOKMARK").contains("B           Add or remove a bookmark"))
    #expect(!found("bookmark").contains("Quit Tweetie"))
    #expect(found("rétweet").contains("Boost or unboost"))
    #expect(found("tweetie quit").contains("Quit Tweetie"))
    #expect(found("zzz").contains("No matching key."))
  }

  @Test func `Escape clears the filter first, and then closes help`() {
    let navigator = NavigatorSpy()
    let view = help()
    view.navigator = navigator

    for key in ["q", Key(.escape), Key(.escape)] as [Key] { _ = view.handleEvent(.key(key)) }

    #expect(navigator.routes == [.back])
  }

  @Test func `help at 40 by 12 keeps key names whole`() {
    let view = help()

    #expect(
      view.drawn(rows: 10, columns: 40).text == """
          Find
          Move
            j  ↓      Select the next item
            k  ↑      Select the previous item
            g  Home   Go to the top
            G  End    Go to the bottom
            ^D        Scroll down half a page
            ^U        Scroll up half a page
            PgDn  ^F  Scroll down a page
            PgUp  ^B  Scroll up a page
        """)
  }

  @Test func `every command with a key is shown at every screen size`() {
    for (rows, columns) in [(4, 20), (10, 40), (22, 80), (58, 200)] {
      let view = help()
      var seen: [Substring] = []
      for _ in 0..<1_000 {
        seen += view.drawn(rows: rows, columns: columns).text.split(separator: "\n")
        _ = view.handleEvent(.key(Key(.down)))
      }
      let words = seen.joined(separator: " ")
      for word in ["Quit", "Undo", "bookmark", "Sign", "Suspend"] {
        #expect(words.contains(word), "\(word) at \(columns) by \(rows)")
      }
    }
  }

  @Test func `help while writing begins with the keys that work there`() {
    let view = help(on: .writing)

    #expect(
      view.drawn(rows: 11, columns: 60).text == """
          Find
          While writing
            ^S  Alt-Enter  Send the post
            Esc            Leave; the draft is kept
            ^P             Add, describe, move or remove pictures
            Alt-S          Cover or uncover the pictures
            Alt-P          Add or change a poll
            ^T             Add or remove a content warning
            ^O  Alt-V      Choose who sees the post
            Alt-O          Set the language, the time and who may
                           quote it
        """)
  }

  @Test func `help while writing goes on with the keys for pictures`() {
    let view = help(on: .writing)

    let lines = view.drawn(rows: 40, columns: 80).text.split(separator: "\n").map(String.init)

    let first = lines.firstIndex { $0.hasSuffix("While adding a picture") } ?? 0
    #expect(
      lines[first...].prefix(8).joined(separator: "\n") == """
          While adding a picture
            Enter               Go to the description; then add the picture
            Esc  ^P             Back to the text
            Tab                 Complete the path
            ↑  ↓                Choose a picture that was added
            Enter               Edit the description of the chosen picture
            Alt-↑  Alt-↓        Move the chosen picture
            ^D                  Remove it
        """)
    #expect(!lines.contains { $0.hasSuffix("  Move") || $0.hasSuffix("Mouse") })
  }

  @Test func `help explains the mouse`() {
    let view = help()

    let lines = view.drawn(rows: 300, columns: 80).text.split(separator: "\n")

    #expect(
      lines.drop { !$0.hasSuffix("Mouse") }.prefix(8)
        == """
          Mouse
            Wheel               Scroll
            Click               Select; open a tab, a count, a tag or a link
            Click on a photo    Select the post; click again to open the photo
            Click on a heart    Like or unlike
            Click on a name     Open the author of the selected post
            Double-click        Open a post; like a photo
            Shift and drag      Select text, in most terminals
        """.split(separator: "\n")[...])
  }

  @Test func `help explains the signs, except in the plain mode`() {
    let view = help()

    let lines = view.drawn(rows: 300, columns: 80).text.split(separator: "\n")

    #expect(
      lines.drop { !$0.hasSuffix("Signs") }.prefix(13)
        == """
          Signs
            ♥  ♡        Likes, including yours; without yours
            ↻           Boosts
            ↩           Replies, or a post that is a reply
            ⚑           Bookmarked by you
            ✎           Edited
            ▣           A photo, or the number of photos
            ⌂           Place of the photo
            ◆           Number of new notifications
            ●           New
            ◷           Waiting to be sent
            ✗           Refused by the service; see the outbox
            ‹  ›        More tabs in this direction
        """.split(separator: "\n")[...])
    let plain = help(isPlain: true)
    #expect(!plain.drawn(rows: 200, columns: 60).text.contains("Signs"))
  }

  @Test func `help says that the quit key quits at the first scene, and that Escape does not`() {
    let text = help().drawn(rows: 200, columns: 80).text

    #expect(text.contains("    Esc         Go back one step\n"))
    #expect(text.contains("    q           Go back, or quit\n"))
  }

  @Test func `help contains the keys of the editor`() {
    let view = help()

    #expect(view.drawn(rows: 300, columns: 80).text.contains("Alt-X               Discard the"))
  }

  @Test func `help has two columns from a width of 100`() {
    let view = help()

    let first = view.drawn(rows: 22, columns: 100).text.split(separator: "\n")[1]

    let others = ["Read", "Act", "Go", "Program"].filter { first.contains($0) }
    #expect(first.contains("Move") && others.count == 1)
  }

  @Test(arguments: KeyPreset.allCases)
  func `help names the key preset, and finds its setting`(preset: KeyPreset) {
    let view = HelpView(
      HelpContents(preset.keyMap, preset: preset, on: .reading([]), wording: Wording()),
      keys: preset.keyMap, wording: Wording())
    let name = "Key preset: \(preset.name)"

    #expect(view.header.rightText.plain.string == name)
    for character in "preset" { _ = view.handleEvent(.key(Key(.character(character)))) }
    #expect(view.drawn(rows: 8, columns: 60).text.contains(",           \(name)"))
    for _ in "preset" { _ = view.handleEvent(.key(Key(.backspace))) }
    for character in "vi" { _ = view.handleEvent(.key(Key(.character(character)))) }
    #expect(view.drawn(rows: 60, columns: 60).text.contains(name))
  }

  @Test func `the cursor is in the field of help, and on the first line after scrolling`() {
    let view = help()
    let first = view.drawn(rows: 14, columns: 60)
    view.press(.down)
    let scrolled = view.drawn(rows: 14, columns: 60)

    #expect(first.cursor?.row == 0)
    #expect(scrolled.cursor == nil && scrolled.point == CellPosition(row: 2, column: 2))
    for key in ["u"] as [Key] { _ = view.handleEvent(.key(key)) }
    #expect(view.drawn(rows: 14, columns: 60).cursor?.row == 0)
  }

  @Test func `help shows changed keys`() {
    let keys = KeyMap.defaults.replacingKeys([Key(.function(7))], for: .like)
    let view = help(keys)

    #expect(view.drawn(rows: 80, columns: 80).text.contains("F7          Like"))
  }

  @Test func `help shows the palette text of a command without a key`() {
    let view = help(KeyMap.defaults.replacingKeys([], for: .like))

    #expect(view.drawn(rows: 90, columns: 80).text.contains(":like                Like"))
  }

  @Test func `help ends with the attribution notice of Flickr`() {
    let view = help()
    _ = view.drawn(rows: 10, columns: 100)
    _ = view.handleEvent(.key(Key(.end)))

    #expect(view.drawn(rows: 10, columns: 100).text.contains("not endorsed or certified by"))
  }

  @Test func `help stops scrolling at both ends`() {
    let view = help()
    let top = view.drawn(rows: 10, columns: 40)
    _ = view.handleEvent(.key(Key(.up)))
    let stillTop = view.drawn(rows: 10, columns: 40)

    _ = view.handleEvent(.key(Key(.end)))
    let bottom = view.drawn(rows: 10, columns: 40)
    _ = view.handleEvent(.key(Key(.down)))

    #expect(stillTop == top)
    #expect(bottom != top)
    #expect(view.drawn(rows: 10, columns: 40) == bottom)
  }

  @Test func `the key that opens help closes it`() {
    let navigator = NavigatorSpy()
    let view = help()
    view.navigator = navigator

    let isTaken = view.handleEvent(.key("?"))

    #expect(isTaken)
    #expect(navigator.routes == [.back])
  }
}
