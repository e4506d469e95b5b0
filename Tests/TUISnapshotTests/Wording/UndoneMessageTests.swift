import FeedDomain
import Terminal
import Testing

@testable import UseCases
@testable import Words

/// The sentences that name what was undone.
struct UndoneMessageTests {
  private let wording = Wording()

  private static let changes: [(PendingChange, String)] = [
    (.publish(Draft(id: Draft.ID("d"), text: "Rye")), "Not sent. The draft is kept."),
    (.mark(.init("p"), .liked, true), "Like undone."),
    (.mark(.init("p"), .liked, false), "Like restored."),
    (.mark(.init("p"), .boosted, true), "Boost undone."),
    (.mark(.init("p"), .boosted, false), "Boost restored."),
    (.mark(.init("p"), .bookmarked, true), "Bookmark undone."),
    (.mark(.init("p"), .bookmarked, false), "Bookmark restored."),
    (.mark(.init("p"), .pinned, true), "Pin undone."),
    (.mark(.init("p"), .pinned, false), "Pinned again."),
    (.mark(.init("p"), .hidden, true), "The comment is shown again."),
    (.mark(.init("p"), .hidden, false), "The comment is hidden again."),
    (.mark(.init("p"), .conversationMuted, true), "Mute of the conversation undone."),
    (.mark(.init("p"), .conversationMuted, false), "Mute of the conversation restored."),
    (.mark(.init("p"), .read, true), "Marked 1 entry as unread again."),
    (.mark(.init("p"), .read, false), "Marked 1 entry as read again."),
    (.markRead([.init("p"), .init("q")], true), "Marked 2 entries as unread again."),
    (.markRead([.init("p")], false), "Marked 1 entry as read again."),
    (.follow(.init("ada"), true), "Follow undone."),
    (.follow(.init("ada"), false), "Follow restored."),
    (.mute(.init("ada"), true), "Mute undone."),
    (.mute(.init("ada"), false), "Mute restored."),
    (.block(.init("ada"), true), "Block undone."),
    (.block(.init("ada"), false), "Block restored."),
    (.answerFollowRequest(.init("ada"), true), "Answer to the follow request undone."),
    (.vote(.init("p"), [1]), "Vote undone."),
    (.delete(.init("p")), "Deletion undone."),
  ]

  @Test(arguments: changes)
  func `undo names the change that it undoes`(change: PendingChange, sentence: String) {
    #expect(wording.changeUndoneMessage(change).string == sentence)
  }

  @Test(arguments: ServiceAction.ServiceActionKind.allCases, [true, false])
  func `undo names each action at a service`(
    kind: ServiceAction.ServiceActionKind, isDone: Bool
  ) {
    let act = ServiceAction(
      kind, "boats", detail: "ada", answers: [.name: "Boats", .duration: "3600"], isDone: isDone)
    let title = wording.title(of: act).string

    #expect(!title.isEmpty)
    #expect(wording.changeUndoneMessage(.serviceAction(act)).string == "Undone: \(title)")
  }

  @Test func `undo says that what was hidden on this machine is shown again`() {
    let conversation = Mute.conversation(
      HiddenConversation(account: Account.ID("me"), post: Post.ID("1"), title: "Tea?"))

    #expect(wording.muteUndoneMessage(conversation).string == "The conversation is shown again.")
    #expect(
      wording.muteUndoneMessage(.boosts(of: "ada", until: nil)).string
        == "Undone: Hide boosts of @ada")
  }
}
