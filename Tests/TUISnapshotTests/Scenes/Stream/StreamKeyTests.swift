import Doubles
import Terminal
import Testing

@testable import FeedDomain
@testable import Preferences
@testable import Scenes
@testable import UseCases
@testable import Words

@MainActor struct StreamKeyTests {
  @Test func `keys act on the post selected just before`() {
    let screen = StreamScreen().show()

    screen.press(.down, .like, .boost, .bookmark)

    let two = Post.ID("2")
    #expect(
      screen.asked == [.toggle(two, .liked), .toggle(two, .boosted), .toggle(two, .bookmarked)])
  }

  @Test func `keys that open scenes pass the post's id`() {
    let screen = StreamScreen().show()

    screen.press(.open, .likers, .boosters, .profile, .reply, .compose)

    let one = Post.ID("1")
    #expect(
      screen.navigator.routes == [
        .conversation(one), .people(.likers(one)), .people(.boosters(one)),
        .profile(.init("mei")), .compose(.reply(to: one)), .compose(.post),
      ])
  }

  @Test func `the selected post is sent to the programs of the settings`() throws {
    let screen = StreamScreen().show()

    screen.press(.down, .pipeArticle, .bookmarkElsewhere)

    #expect(screen.navigator.exports.map(\.target) == [.pipe, .bookmark])
    let export = try #require(screen.navigator.exports.first).article
    #expect(export.post?.id == Post.ID("2"))
    #expect(export.text == (export.post?.content.text.withAddresses ?? "") + "\n")
    #expect(export.title.string.hasPrefix(export.post?.author.name ?? "?"))
  }

  @Test func `a mark that the service lacks is refused with a message`() {
    let screen = StreamScreen(
      abilities: PostAbilities(marks: [], canWrite: false, people: nil))
    screen.show()

    screen.press(.like)

    #expect(screen.asked.isEmpty)
    #expect(
      screen.navigator.messages.map(\.text.string) == ["This service does not support likes."])
    #expect(!screen.view.hints.contains(.like) && !screen.view.hints.contains(.reply))
  }

  @Test func `at a service with replies only, only the user's own comments can be deleted`() throws
  {
    let repliesOnly = PostAbilities(
      marks: [], canWrite: true, repliesOnly: true, people: nil)
    let photo = Posts.post("1", RichText("A photo"))
    let own = PostItem(photo, isOwn: true)
    #expect(!repliesOnly.keyHintCommands(for: own, at: Posts.now).contains(.delete))
    #expect(
      StreamScreen.pressing(.delete, on: own, abilities: repliesOnly).said
        == ["Only your own comments can be deleted here."])
    #expect(
      StreamScreen.pressing(.delete, on: own, abilities: .all).asked == [.delete(photo.id)])
  }

  @Test func `a message says that a post was published`() {
    let screen = StreamScreen()
    let draft = Draft(id: .init("d"), text: "Hello")

    screen.hear(.delivered(.publish(draft), .done))
    screen.hear(.delivered(.mark(.init("1"), .liked, true), .done))

    #expect(screen.navigator.messages.map(\.text.string) == ["Posted."])
  }

  @Test func `removing a stream from the tabs names the key that adds it back`() {
    let screen = StreamScreen().show()

    screen.press(.keepTab)
    screen.say(.tab(.home, isShown: false))
    screen.say(.tab(.home, isShown: true))
    screen.say(.lastTab)

    #expect(screen.asked == [.toggleTab])
    #expect(
      screen.navigator.messages.map(\.text.string) == [
        "Home is no longer a tab · t shows it again", "Home is a tab now.",
        "At least one stream must be shown.",
      ])
  }

  @Test func `a stream that is no tab can be opened`() {
    let screen = StreamScreen().show()

    let isRead = screen.view.showStreamTab(.feed(.likes))

    #expect(isRead)
    #expect(screen.asked == [.open(.likes)])
    #expect(!screen.view.properties.isReady)
  }

  @Test func `Tab and number keys switch streams`() {
    let screen = StreamScreen().show()

    screen.press(.nextStream, .previousStream, .stream(2), .stream(9))

    #expect(screen.asked == [.open(.photos), .open(.trending), .open(.photos)])
    #expect(screen.navigator.messages.map(\.text.string) == ["There is no such stream."])
  }

  @Test(arguments: [
    ([Command.down, .down, .open], StreamScene.StreamRowsEdge.above),
    ([Command.down, .down, .down, .up, .open], .below),
  ])
  func `a gap is filled from the side of the previous selection`(
    keys: [Command], edge: StreamScene.StreamRowsEdge
  ) {
    let screen = StreamScreen().show()

    for key in keys { screen.press(key) }

    #expect(screen.asked == [.fill(.init("g"), from: edge)])
  }

  @Test func `the reveal key shows a hidden text and hides it again`() {
    let screen = StreamScreen().show()
    screen.press(.down, .down, .down)

    #expect(screen.view.hints.contains(.reveal))
    screen.press(.reveal)
    let unfolded = screen.text
    #expect(!screen.view.hints.contains(.reveal))
    screen.press(.reveal)

    #expect(unfolded.contains("It ends with the dog."))
    #expect(!screen.text.contains("It ends with the dog."))
  }

  @Test func `keys open and copy a post's link`() throws {
    let screen = StreamScreen().show()

    screen.press(.openLink, .copyLink)

    #expect(screen.navigator.opened.map(\.address) == ["https://example.social/ferry"])
    #expect(screen.navigator.copied.map(\.string) == ["https://example.social/ferry"])
  }

  @Test func `a post without a link says so, and the same key again opens its page`() {
    let screen = StreamScreen()
    let page = "https://example.social/@mei/1"
    screen.show([
      .entry(FeedEntry(Posts.post("1", RichText("Rye."), url: page))),
      .entry(FeedEntry(Posts.post("2", RichText("Spelt.")))),
    ])

    screen.press(.openLink)
    let opened = screen.navigator.browsed.count
    screen.press(.openLink, .down, .openLink)

    #expect(opened == 0)
    #expect(screen.navigator.browsed.map(\.address) == [page])
    #expect(
      screen.navigator.messages.map(\.text) == [
        "No link here. o again opens the post's page.", "There is no link in this post.",
      ])
  }

  @Test
  func `a post's text is copied in one line with full links, and a post without text says so`() {
    let screen = StreamScreen()
    screen.show([
      .entry(FeedEntry(Posts.post("1", RichText("Rye,\nand \u{1b}[31mspelt.")))),
      .entry(FeedEntry(Posts.post("2", RichText("")))),
      .entry(
        FeedEntry(
          Posts.post(
            "3",
            RichText(runs: [
              .init("example.org/a-lo…", .link("https://example.org/a-long-page")), .init(" "),
              .init("here", .link("https://example.org/")),
            ])))),
    ])

    screen.press(.copyText, .down, .copyText, .down, .copyText)

    // Links are in their whole length, and where words lead stands behind them.
    #expect(
      screen.navigator.copied == [
        "Rye, and [31mspelt.", "https://example.org/a-long-page here <https://example.org/>",
      ])
    #expect(screen.navigator.messages.map(\.text) == ["There is no text in this post."])
  }

  @Test func `a like shows a thumb for a moment and moves no other text`() {
    let screen = StreamScreen().show()
    let before = screen.text

    screen.hear(.performed(.mark(.init("1"), .liked, true)))
    let during = screen.text
    let isMoving = screen.view.isAnimating(at: Posts.now)
    let after = screen.draw(at: Posts.now.timeAdvanced(by: .milliseconds(701))).text

    #expect(during.contains("♥ 48 👍") && isMoving)
    #expect(after == before && !screen.view.isAnimating(at: Posts.now))
  }

  @Test func `a refused like is reported with its reason`() {
    let screen = StreamScreen().show()

    screen.hear(.refused(.mark(.init("1"), .liked, true), .refused("no likes here")))

    #expect(
      screen.navigator.messages == [
        BottomLineMessage(text: "The like was undone: no likes here", tone: .bad)
      ])
  }

  @Test
  func `a change that can still be undone is marked on its post, and a message names the undo key`()
  {
    let screen = StreamScreen().show()
    let change = PendingChange.mark(.init("2"), .boosted, true)

    screen.hear(.heldBack(change, until: Posts.now))
    let held = screen.text
    screen.hear(.undone(change))

    #expect(screen.navigator.messages.first?.text == "Boosted · U undoes")
    #expect(held.contains("◷") && !screen.text.contains("◷"))
  }

  @Test func `a report or note is announced as being sent, and as done once it is delivered`() {
    let screen = StreamScreen().show()
    let report = PendingChange.serviceAction(ServiceAction(.report, "7", detail: "ada"))
    let note = PendingChange.serviceAction(
      ServiceAction(.note, "7", detail: "ada", answers: [.words: "Bakes."]))

    for news in [
      .performed(report), .heldBack(report, until: Posts.now), .delivered(report, .done),
      .performed(note),
      .delivered(note, .done),
    ] as [ActionReport] {
      screen.hear(news)
    }

    #expect(
      screen.navigator.messages.map(\.text) == [
        "Sending in a moment · U undoes", "@ada reported", "Note about @ada saved",
      ])
  }

  @Test func `a change that was overruled at the server is announced as such`() {
    let screen = StreamScreen().show()
    let change = PendingChange.markRead([Post.ID("1"), Post.ID("2")], true)

    screen.hear(.delivered(change, .overruled(2, nil)))

    #expect(
      screen.navigator.messages.map(\.text) == [
        "2 entries were changed later at the server, and stay as they are there."
      ])
  }

  @Test func `new posts above do not move the selected post`() {
    let screen = StreamScreen().show()
    screen.press(.down)
    let before = screen.text.split(separator: "\n").dropFirst(6)

    let new = (0..<3).map { FeedRow.entry(FeedEntry(Posts.post("n\($0)", RichText("New")))) }
    screen.show(new + Posts.evening)

    #expect(screen.text.split(separator: "\n").dropFirst(6) == before)
  }

  @Test func `a stored reading position is restored at its row of the screen`() {
    let screen = StreamScreen()

    screen.show(place: ReadingPosition(entry: .init("3"), row: 2))

    #expect(screen.view.pane.row == 2)
    #expect(
      screen.text.split(separator: "\n", omittingEmptySubsequences: false)[3].hasPrefix("▌ Noor"))
  }

  @Test
  func `the position is reported once, the next page requested once and the preview opened once`()
    async
  {
    let screen = StreamScreen().show()
    _ = screen.draw()

    while screen.interactor.values.count < 2 { await Task.yield() }

    let place = ReadingPosition(entry: .init("b1"), row: 0)
    #expect(screen.interactor.values.contains(.remember(place, seen: .init("b1"))))
    #expect(screen.interactor.values.count { $0 == .more(.below) } == 1)
    #expect(screen.navigator.previews == [.conversationPreview(Post.ID("1"))])
  }

  @Test
  func
    `a click on a name selects the post, and a click on a selected post's name opens the profile`()
  {
    let screen = StreamScreen().show()
    func click(_ row: Int, _ column: Int) {
      screen.view.click(row: row, column: column)
    }

    click(5, 4)  // Jonas Berg
    let routes = screen.navigator.routes
    let selected = screen.view.pane.selected?.id
    click(5, 4)

    #expect(routes.isEmpty)
    #expect(selected == .entry(.init("2")))
    #expect(screen.navigator.routes == [.profile(.init("jonas"))])
  }

  @Test
  func `a click selects or activates what it points at, and a double click on text opens the post`()
  {
    let screen = StreamScreen().show()
    func click(_ row: Int, _ column: Int, clicks: Int = 1) {
      screen.view.click(row: row, column: column, clicks: clicks)
    }

    click(10, 24)  // The number beside Jonas's heart is left of this: it only selects.
    click(3, 18)  // 48
    click(3, 16)  // ♥
    click(1, 64)  // #harbour
    click(0, 70)  // ↻ Ada Okafor
    click(2, 35)  // the link
    click(6, 5, clicks: 2)
    click(-1, 36)  // Trending

    #expect(
      screen.navigator.routes == [
        .people(.likers(.init("1"))), .stream(.tag("harbour")), .profile(.init("ada")),
        .conversation(.init("2")),
      ])
    #expect(screen.navigator.opened.count == 1)
    #expect(screen.asked == [.toggle(.init("1"), .liked), .open(.trending)])
  }

  @Test func `a double click on a liked post opens it without changing the like`() {
    let screen = StreamScreen().show()

    screen.view.click(row: 1, column: 5, clicks: 2)

    #expect(screen.asked.isEmpty)
    #expect(screen.navigator.routes == [.conversation(.init("1"))])
  }
}
