import Testing

@testable import FeedDomain

@Suite struct ActTests {
  @Test(arguments: ServiceAction.ServiceActionKind.allCases)
  func `an action and its inverse have one outbox subject, and final actions no inverse`(
    kind: ServiceAction.ServiceActionKind
  ) {
    let done = PendingChange.serviceAction(ServiceAction(kind, "fog"))
    let undone = PendingChange.serviceAction(ServiceAction(kind, "fog", isDone: false))
    // What was written down takes the place of what was, and nobody is told a second time of a
    // report.
    let isFinal = [
      .note, .report, .unschedule, .filter, .profile, .makeList, .renameList, .dropList,
      .reschedule, .publishMedia, .message, .renameFeed, .moveFeed, .renameFolder,
    ].contains(kind)

    #expect(done.inverse == (isFinal ? nil : undone) && undone.inverse == (isFinal ? nil : done))
    let isEach = [.report, .publishMedia, .message].contains(kind)
    #expect(done.subject == undone.subject && (done.subject == nil) == isEach)
    #expect(
      isEach || done.subject != PendingChange.serviceAction(ServiceAction(kind, "rye")).subject)
    #expect(done.post == nil && done.person == nil)
  }

  @Test func `several reactions to a post have different outbox subjects`() {
    let (bird, fish) = (
      ServiceAction(.react, "7", detail: "🐦"), ServiceAction(.react, "7", detail: "🐟")
    )

    #expect(PendingChange.serviceAction(bird).subject != PendingChange.serviceAction(fish).subject)
    #expect(
      PendingChange.serviceAction(bird).subject
        == PendingChange.serviceAction(bird).inverse?.subject)
  }

  @Test func `adding a person to two lists of the same name gives different outbox subjects`() {
    let (one, other) = (
      ServiceAction(.changeListMembership, "7", detail: "Friends", answers: [.list: "1"]),
      ServiceAction(.changeListMembership, "7", detail: "Friends", answers: [.list: "2"])
    )

    #expect(PendingChange.serviceAction(one).subject != PendingChange.serviceAction(other).subject)
    #expect(
      PendingChange.serviceAction(one).subject == PendingChange.serviceAction(one).inverse?.subject)
  }

  @Test func `the answers of an action are decoded as they were encoded`() {
    let said: [InputField: String] = [
      .words: "Two lines\nof words", .reason: "spam", .forwardsReport: "true", .post: "7",
    ]

    #expect([InputField: String](said: said.storedText) == said)
    #expect([InputField: String]().storedText == "")
    #expect(
      [InputField: String](said: "colour\nred\u{1E}words\nblue\u{1E}nothing") == [.words: "blue"])
  }

  @Test func `an action is sent only if the service offers it`() {
    var abilities = PostAbilities(marks: [], canWrite: true)
    #expect(!abilities.supportsChange(.serviceAction(ServiceAction(.followTag, "fog"))))

    abilities.serviceActions = [.followTag]

    #expect(abilities.supportsChange(.serviceAction(ServiceAction(.followTag, "fog"))))
  }
}
