import Testing

@testable import FeedDomain

@Suite struct ActTests {
  @Test(arguments: Act.Kind.allCases)
  func `what is done is taken back by its inverse, and only the last of both is sent`(
    kind: Act.Kind
  ) {
    let done = Change.act(Act(kind, "fog"))
    let undone = Change.act(Act(kind, "fog", isDone: false))

    #expect(done.inverse == undone && undone.inverse == done)
    #expect(done.subject == undone.subject && done.subject != nil)
    #expect(done.subject != Change.act(Act(kind, "rye")).subject)
    #expect(done.post == nil && done.person == nil)
  }

  @Test func `what a service does not offer is not sent`() {
    var abilities = PostAbilities(marks: [], canWrite: true)
    #expect(!abilities.takes(.act(Act(.followTag, "fog"))))

    abilities.acts = [.followTag]

    #expect(abilities.takes(.act(Act(.followTag, "fog"))))
  }
}
