import FeedDomain
import Testing

@testable import Preferences
@testable import TweetieTUI

struct SignInAskingTests {
  private let ada = Account(service: .mastodon, person: Person.ID("1"), handle: "ada")
  private let bob = Account(service: .mastodon, person: Person.ID("2"), handle: "bob")

  @Test func `whoever reads is asked at once`() {
    var asking = SignInPromptRecord()

    #expect(asking.signInPromptDecision(for: ada, isTyping: false) == .now)
    #expect(asking.removePostponedPrompt(isTyping: false) == nil)
  }

  @Test func `whoever writes is told once, and asked when they have done`() {
    var asking = SignInPromptRecord()

    #expect(asking.signInPromptDecision(for: ada, isTyping: true) == .later)
    #expect(asking.signInPromptDecision(for: ada, isTyping: true) == .never)
    #expect(asking.removePostponedPrompt(isTyping: true) == nil)
    #expect(asking.removePostponedPrompt(isTyping: false) == ada)
    #expect(asking.removePostponedPrompt(isTyping: false) == nil)
  }

  @Test func `whoever would not is left alone until they do what needs it`() {
    var asking = SignInPromptRecord()
    asking.declineSignInPrompt(ada)

    asking.forgetDeclinedPromptsIfNeeded(for: .down)
    #expect(asking.signInPromptDecision(for: ada, isTyping: false) == .never)
    #expect(asking.signInPromptDecision(for: bob, isTyping: false) == .now)
    asking.forgetDeclinedPromptsIfNeeded(for: .refresh)

    #expect(asking.signInPromptDecision(for: ada, isTyping: false) == .now)
  }
}
