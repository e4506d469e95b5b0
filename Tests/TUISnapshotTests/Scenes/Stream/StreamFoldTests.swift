import FeedDomain
import Terminal
import Testing

@testable import Preferences
@testable import Scenes
@testable import UseCases

/// Long threads of one person, and boosts of one post, in a stream.
@MainActor struct StreamFoldTests {
  private func post(_ number: Int, by author: String = "Mei Tanaka", answers: Bool = true) -> Post {
    Posts.post(
      "\(number)", by: author, RichText("Part \(number)."),
      reply: answers && number > 1
        ? Post.ReplyTarget(to: Post.ID("\(number - 1)"), handle: "mei@example.social") : nil)
  }

  /// A thread with the newest part first, as a stream has it.
  private func thread(_ count: Int) -> [FeedRow] {
    (1...count).reversed().map { .entry(FeedEntry(post($0))) }
  }

  private func boost(_ id: String, of post: Post, by name: String) -> FeedRow {
    .entry(FeedEntry(id: FeedEntry.ID(id), post: post, boostedBy: Posts.person(name)))
  }

  private func ids(_ screen: StreamScreen) -> [StreamRow.ID] { screen.view.pane.items.map(\.id) }

  // MARK: - Threads

  @Test func `a long thread of one person is folded to its first and last post`() {
    let screen = StreamScreen().show(thread(6))

    #expect(
      ids(screen) == [
        .entry(FeedEntry.ID("1")), .fold(FeedEntry.ID("1")), .entry(FeedEntry.ID("6")),
      ])
    #expect(screen.text.contains("4 more in between · Enter shows them"))
    #expect(!screen.text.contains("Part 3."))
  }

  @Test func `Enter on the fold unfolds the thread, which stays unfolded`() {
    let screen = StreamScreen().show(thread(6))

    screen.press(.down, .open)
    #expect(screen.asked == [.unfold(FeedEntry.ID("1"))])

    screen.present { $0.unfolded = [FeedEntry.ID("1")] }
    #expect(ids(screen).count == 6)
    #expect(screen.text.contains("Part 3."))
  }

  @Test func `three posts in a row, other people's answers and boosts are not folded`() {
    let screen = StreamScreen().show(thread(3))
    #expect(ids(screen).count == 3)

    let others = (1...6).reversed().map { number in
      FeedRow.entry(FeedEntry(post(number, by: number.isMultiple(of: 2) ? "Noor" : "Mei Tanaka")))
    }
    screen.show(others)
    #expect(ids(screen).count == 6)
  }

  @Test func `a wall folds no thread, so that no photo is missing`() {
    let screen = StreamScreen().show(thread(6), as: .wall)

    #expect(ids(screen).count == 6)
  }

  @Test func `if threads are not shown together, no thread is folded`() {
    let screen = StreamScreen(options: DisplayOptions(showsThreads: false)).show(thread(6))

    #expect(ids(screen).count == 6)
  }

  @Test func `a reading position inside a folded thread selects the fold`() {
    let screen = StreamScreen()

    screen.show(thread(6), place: ReadingPosition(entry: FeedEntry.ID("3"), row: 2))

    #expect(screen.view.pane.selected?.id == .fold(FeedEntry.ID("1")))
  }

  // MARK: - Boosts

  @Test func `a post that is boosted again is shown once, at the older boost`() {
    let screen = StreamScreen()
    let post = post(9, answers: false)
    screen.show([
      boost("b2", of: post, by: "Noor"), .entry(FeedEntry(self.post(8, answers: false))),
      boost("b1", of: post, by: "Ada Okafor"),
    ])

    #expect(ids(screen) == [.entry(FeedEntry.ID("8")), .entry(FeedEntry.ID("b1"))])
  }

  @Test func `reading the post below a hidden repeated boost counts the boost as read`() {
    let screen = StreamScreen()
    let post = post(9, answers: false)
    screen.show([
      boost("b3", of: post, by: "Sam Lee"), boost("b2", of: post, by: "Noor"),
      .entry(FeedEntry(self.post(8, answers: false))), boost("b1", of: post, by: "Ada Okafor"),
    ])
    _ = screen.draw()

    let hidden = RepeatedOrFoldedEntries(repeatingBoostsIn: screen.view.pane.items)
    #expect(hidden.isEmpty)
    let all = ReusableStreamRows(
      ReusableStreamRows.StreamRowInputs(screen.state), DisplayOptions(), reusing: nil
    ) {
      StreamGapRow(gap: $0, words: "", busyWords: "")
    } foldWords: { _ in
      ""
    }
    #expect(all.hidden.newestAbove == [FeedEntry.ID("8"): FeedEntry.ID("b3")])
    #expect(
      all.hidden.shownRowIDsByHiddenEntry == [
        FeedEntry.ID("b3"): .entry(FeedEntry.ID("b1")),
        FeedEntry.ID("b2"): .entry(FeedEntry.ID("b1")),
      ])
  }

  @Test func `a boost is shown again if the earlier one is far away`() {
    let post = post(900, answers: false)
    let between = (1...40).map { FeedRow.entry(FeedEntry(self.post($0, answers: false))) }
    let screen = StreamScreen()
    screen.show(
      [boost("b2", of: post, by: "Noor")] + between + [boost("b1", of: post, by: "Ada Okafor")])

    #expect(ids(screen).first == .entry(FeedEntry.ID("b2")))
  }
}
