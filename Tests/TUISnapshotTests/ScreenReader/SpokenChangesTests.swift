import FeedDomain
import Terminal
import Testing

@testable import Preferences
@testable import Scenes
@testable import TweetieTUI
@testable import Words

@MainActor struct SpokenChangesTests {
  private let scene = SceneDouble()
  private let changes = SpokenLineFactory(wording: Wording())

  private func list(_ names: [String], selected: Int, isMenu: Bool = false) -> ScreenReaderContents
  {
    var words = ScreenReaderContents(title: "Home")
    words.items = ScreenReaderItems(
      ids: names.indices.map { AnyHashable($0) }, selected: selected,
      lines: { [SafeText(sanitizing: names[$0])] }, select: { _ in })
    words.items?.isMenu = isMenu
    return words
  }

  private func lines(
    from old: ScreenReaderContents, to new: ScreenReaderContents, hasSpoken: Bool = false
  ) -> [String] {
    changes.sceneChangeLines(
      from: SpokenSceneContents(scene, old), to: SpokenSceneContents(scene, new),
      hasSpoken: hasSpoken
    ).map(\.string)
  }

  @Test func `a scene is read with its title, status, notes and selected item`() {
    var words = list(["one", "two", "three"], selected: 1)
    words.status = "2 new above"
    words.notes = ["Your location is unknown."]

    let lines = changes.sceneOpeningLines(SpokenSceneContents(scene, words)).map(\.string)

    #expect(lines == ["Home, 2 new above, 3 items", "Your location is unknown.", "2. two"])
  }

  @Test func `a move reads the newly selected item only`() {
    let (old, new) = (list(["one", "two"], selected: 0), list(["one", "two"], selected: 1))

    #expect(lines(from: old, to: new) == ["2. two"])
    #expect(lines(from: old, to: old) == [])
  }

  @Test func `a number selects the item that had it when it was read`() {
    func items(_ ids: [String]) -> ScreenReaderItems {
      ScreenReaderItems(
        ids: ids.map { AnyHashable($0) }, selected: 0, lines: { _ in [] }, select: { _ in })
    }
    let (read, now) = (items(["a", "b", "c"]), items(["new", "a", "c"]))
    let places = (0...4).map { now.index(ofNumber: $0, in: read) }

    #expect(places == [nil, 1, nil, 2, nil])
    #expect(now.index(ofNumber: .min, in: read) == nil)
    #expect(now.index(ofNumber: 1, in: nil) == nil)
  }

  @Test func `a like is read as one line, without the post`() {
    var (old, new) = (list(["a post"], selected: 0), list(["a post, liked"], selected: 0))
    old.marks = Post.UserPostMarks()
    new.marks = Post.UserPostMarks.liked

    #expect(lines(from: old, to: new) == ["Liked."])
    #expect(lines(from: new, to: old) == ["Like removed."])
  }

  @Test func `a liked post in place of another is not read as a like`() {
    var (old, new) = (
      ScreenReaderContents(title: "Photo by Mei"), ScreenReaderContents(title: "Photo by Mei")
    )
    (old.marks, new.marks) = ([], .liked)
    (old.shownID, new.shownID) = ("1", "2")

    #expect(lines(from: old, to: new) == [])
    new.shownID = "1"
    #expect(lines(from: old, to: new) == ["Liked."])
  }

  @Test func `a changed item is read, unless a message was read for the change`() {
    let (old, new) = (list(["Theme: dark"], selected: 0), list(["Theme: light"], selected: 0))

    #expect(lines(from: old, to: new) == ["1. Theme: light"])
    #expect(lines(from: old, to: new, hasSpoken: true) == [])
  }

  @Test func `a changed layout or order is read as one line, without the item and the status`() {
    var (old, new) = (list(["a post"], selected: 0), list(["a post"], selected: 0))
    (old.modes, new.modes) = (["Full posts", "Unread only"], ["Large photos", "Unread only"])
    (old.status, new.status) = ("5 posts", "5 posts · large")

    #expect(lines(from: old, to: new) == ["Large photos"])
    #expect(lines(from: old, to: new, hasSpoken: true) == ["Large photos"])
  }

  @Test func `a list of other items around the same selected item is read as their number`() {
    let (old, new) = (list(["one", "two"], selected: 0), list(["one"], selected: 0))

    #expect(lines(from: old, to: new) == ["1 item"])
    #expect(lines(from: old, to: new, hasSpoken: true) == [])
  }

  @Test func `only notes that are new are read`() {
    var (old, new) = (
      ScreenReaderContents(title: "New post"), ScreenReaderContents(title: "New post")
    )
    (old.notes, new.notes) = (["Public", "1: cat.jpg"], ["Followers", "1: cat.jpg"])

    #expect(lines(from: old, to: new) == ["Followers"])
  }

  @Test func `a menu is read with numbers, ten items at a time`() {
    let words = list((1...12).map { "entry \($0)" }, selected: 0, isMenu: true)

    let lines = changes.sceneOpeningLines(SpokenSceneContents(scene, words)).map(\.string)

    #expect(lines.first == "Home, 12 items")
    #expect(lines[1] == "1. entry 1" && lines[10] == "10. entry 10")
    #expect(lines.last == "2 more items: list 11")
  }

  @Test func `a number beyond the last item is refused`() throws {
    let items = try #require(list(["one", "two"], selected: 0).items)

    #expect(changes.itemLines(items, from: 1).map(\.string) == ["2. two"])
    #expect(changes.itemLines(items, from: 2).map(\.string) == ["There is no item 3."])
    #expect(changes.itemLines(items, from: 49).map(\.string) == ["There is no item 50."])
    let none = try #require(list([], selected: 0).items)
    #expect(changes.itemLines(none, from: 0) == [])
  }

  @Test func `a question is read with its present answer, its choices and how to end a text`() {
    var words = ScreenReaderContents(title: "New post")
    words.question = ScreenReaderQuestion("What's on your mind?", "")
    words.question?.kind = .lines

    #expect(
      changes.sceneOpeningLines(SpokenSceneContents(scene, words)).map(\.string) == [
        "New post", "What's on your mind? ",
        "Type the text. A line with a single dot ends it.",
      ])

    words.question = ScreenReaderQuestion("Reason", "spam")
    words.question?.choices = ["spam", "other"]
    #expect(
      changes.questionLines(words.question).map(\.string) == [
        "Reason: spam", "1. spam", "2. other",
      ])
  }

  @Test func `drawing characters are removed from each line`() {
    #expect(SafeText("┌─ a ⣿⣿ b █▓").withoutDrawings == " a  b ")
    #expect(SafeText("a · b  c").spoken == "a, b, c")
    #expect(SafeText("Done. · b").spoken == "Done. b")
  }
}
