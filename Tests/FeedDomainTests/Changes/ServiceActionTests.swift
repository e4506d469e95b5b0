import Testing

@testable import FeedDomain

@Suite struct ActTests {
  @Test(arguments: ServiceAction.ServiceActionKind.allCases)
  func `what is done is taken back by its inverse, and only the last of both is sent`(
    kind: ServiceAction.ServiceActionKind
  ) {
    let done = PendingChange.act(ServiceAction(kind, "fog"))
    let undone = PendingChange.act(ServiceAction(kind, "fog", isDone: false))
    // What was written down takes the place of what was, and nobody is told a second time of a
    // report.
    let isFinal = [
      .note, .report, .unschedule, .filter, .profile, .makeList, .renameList, .dropList,
      .reschedule, .publishMedia, .message, .renameFeed, .moveFeed,
    ].contains(kind)

    #expect(done.inverse == (isFinal ? nil : undone) && undone.inverse == (isFinal ? nil : done))
    let isEach = [.report, .publishMedia, .message].contains(kind)
    #expect(done.subject == undone.subject && (done.subject == nil) == isEach)
    #expect(isEach || done.subject != PendingChange.act(ServiceAction(kind, "rye")).subject)
    #expect(done.post == nil && done.person == nil)
  }

  @Test func `of several reactions to a post each is sent`() {
    let (bird, fish) = (
      ServiceAction(.react, "7", detail: "🐦"), ServiceAction(.react, "7", detail: "🐟")
    )

    #expect(PendingChange.act(bird).subject != PendingChange.act(fish).subject)
    #expect(PendingChange.act(bird).subject == PendingChange.act(bird).inverse?.subject)
  }

  @Test func `somebody joins two lists of one name`() {
    let (one, other) = (
      ServiceAction(.enlist, "7", detail: "Friends", answers: [.list: "1"]),
      ServiceAction(.enlist, "7", detail: "Friends", answers: [.list: "2"])
    )

    #expect(PendingChange.act(one).subject != PendingChange.act(other).subject)
    #expect(PendingChange.act(one).subject == PendingChange.act(one).inverse?.subject)
  }

  @Test func `what is said with an act is kept as it was said`() {
    let said: [InputField: String] = [
      .words: "Two lines\nof words", .reason: "spam", .forwards: "true", .post: "7",
    ]

    #expect([InputField: String](said: said.said) == said)
    #expect([InputField: String]().said == "")
    #expect(
      [InputField: String](said: "colour\nred\u{1E}words\nblue\u{1E}nothing") == [.words: "blue"])
  }

  @Test func `what a service does not offer is not sent`() {
    var abilities = PostAbilities(marks: [], canWrite: true)
    #expect(!abilities.supportsChange(.act(ServiceAction(.followTag, "fog"))))

    abilities.acts = [.followTag]

    #expect(abilities.supportsChange(.act(ServiceAction(.followTag, "fog"))))
  }
}
