import FeedDomain
import Testing

@testable import Preferences
@testable import TweetieTUI

struct SignInAskingTests {
  private let ada = Account(service: .mastodon, person: Person.ID("1"), handle: "ada")
  private let bob = Account(service: .mastodon, person: Person.ID("2"), handle: "bob")

  @Test func `whoever reads is asked at once`() {
    var asking = SignInPromptRecord()

    #expect(asking.promptDecision(for: ada, isTyping: false) == .now)
    #expect(asking.dueAccount(isTyping: false) == nil)
  }

  @Test func `whoever writes is told once, and asked when they have done`() {
    var asking = SignInPromptRecord()

    #expect(asking.promptDecision(for: ada, isTyping: true) == .later)
    #expect(asking.promptDecision(for: ada, isTyping: true) == .never)
    #expect(asking.dueAccount(isTyping: true) == nil)
    #expect(asking.dueAccount(isTyping: false) == ada)
    #expect(asking.dueAccount(isTyping: false) == nil)
  }

  @Test func `whoever would not is left alone until they do what needs it`() {
    var asking = SignInPromptRecord()
    asking.declinePrompt(ada)

    asking.allowPrompt(for: .down)
    #expect(asking.promptDecision(for: ada, isTyping: false) == .never)
    #expect(asking.promptDecision(for: bob, isTyping: false) == .now)
    asking.allowPrompt(for: .refresh)

    #expect(asking.promptDecision(for: ada, isTyping: false) == .now)
  }
}
