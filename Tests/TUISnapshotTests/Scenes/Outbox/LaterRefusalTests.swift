import FeedDomain
import Terminal
import Testing
import UseCases

@testable import Words

/// What is to be posted later, and is refused.
struct LaterRefusalTests {
  private let wording = Wording()
  private let later = PendingChange.publish(
    Draft(id: .init("d"), text: "Good morning", postsAt: Timestamp(milliseconds: 1)))
  private let now = PendingChange.publish(Draft(id: .init("d"), text: "Good morning"))

  private func state(_ change: PendingChange, _ error: FeedError) -> String {
    wording.outboxStateText(
      of: OutboxScene.UnsentItemRow(
        OutboxItem(
          id: .init("1"), account: Account.ID("a"), change: change, state: .refused(error),
          createdAt: Posts.now), post: nil), now: Posts.now
    ).string
  }

  @Test func `a refused or unconfirmed direct message is called a message, not a post`() {
    let message = PendingChange.serviceAction(
      ServiceAction(.message, "mei", answers: [.words: "Hello"]))

    #expect(
      Wording().changeRefusedMessage(message, .refused("Blocked.")).string
        == "Your message was refused and is in the outbox: Blocked.")
    #expect(
      Wording().changeRefusedMessage(message, .outcomeUnknown).string
        == "Your message may or may not have been sent. Decide in the outbox.")
  }

  @Test func `a refused scheduled post suggests that its time may be the reason`() {
    #expect(
      state(later, .refused(nil))
        == "It was refused: the time may be too soon or in the past. Edit it to choose another.")
    #expect(
      wording.changeRefusedMessage(later, .refused(nil)).string
        == "Your post was refused and is in the outbox: "
        + "the time may be too soon or in the past. Edit it to choose another.")
  }

  @Test func `a refusal begins with the service's own message`() {
    #expect(
      state(later, .refused("Too soon."))
        == "The service refused it: Too soon. You can edit it and choose another time.")
    #expect(
      wording.changeRefusedMessage(later, .refused("Too soon.")).string.hasSuffix(
        ": Too soon. You can edit it and choose another time."))
  }

  @Test func `a known reason for a refusal has a sentence of its own`() {
    let sentence = "This server cannot add pictures to a published post."

    for change in [now, later] {
      #expect(state(change, .limited(.addsNoPictures)) == sentence)
      #expect(
        wording.changeRefusedMessage(change, .limited(.addsNoPictures)).string
          == "Your post was refused and is in the outbox: " + sentence)
    }
  }

  @Test func `the state of an unconfirmed post names the server, if it is known`() {
    func waiting(_ server: String?) -> String {
      let item = OutboxItem(
        id: .init("1"), account: Account.ID("a"), change: now,
        state: .queued(notBefore: Posts.now.timeAdvanced(by: .seconds(60)), after: .outcomeUnknown),
        createdAt: Posts.now)
      return wording.outboxStateText(
        of: OutboxScene.UnsentItemRow(item, post: nil, server: server), now: Posts.now
      ).string
    }

    #expect(
      waiting("home.example").hasSuffix(
        ": no confirmation came from home.example; Tweetie checks whether it was sent."))
    #expect(waiting(nil).hasSuffix(": no confirmation came; Tweetie checks whether it was sent."))
  }

  @Test func `the next try has its day if that is not today`() {
    func waiting(seconds: Int) -> String {
      let moment = Posts.now.timeAdvanced(by: .seconds(seconds))
      let item = OutboxItem(
        id: .init("1"), account: Account.ID("a"), change: now,
        state: .queued(notBefore: moment, after: .unreachable), createdAt: Posts.now)
      return wording.outboxStateText(
        of: OutboxScene.UnsentItemRow(
          item, post: nil, wait: .nextTry(moment, after: .unreachable)), now: Posts.now
      ).string
    }

    #expect(waiting(seconds: 60) == "Next try at 22:14: there is no connection.")
    #expect(waiting(seconds: 86_400) == "Next try at Nov 15 22:13: there is no connection.")
  }

  @Test func `other refusals do not mention the time`() {
    #expect(state(now, .refused(nil)) == "The service refused it.")
    #expect(state(now, .refused("No.")) == "The service refused it: No.")
    #expect(state(later, .serverFailed(500)) == state(now, .serverFailed(500)))
    #expect(
      wording.changeRefusedMessage(later, .badReply) == wording.changeRefusedMessage(now, .badReply)
    )
  }
}
