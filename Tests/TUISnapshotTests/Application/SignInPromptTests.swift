import FeedDomain
import Testing

@testable import Preferences
@testable import TweetieTUI

struct SignInAskingTests {
  private let ada = Account(service: .mastodon, person: Person.ID("1"), handle: "ada")
  private let bob = Account(service: .mastodon, person: Person.ID("2"), handle: "bob")

  @Test func `the sign-in prompt opens at once while no text is typed`() {
    var asking = SignInPromptRecord()

    #expect(asking.signInPromptTiming(for: ada, isTyping: false) == .now)
    #expect(asking.removePostponedPrompt(isTyping: false) == nil)
  }

  @Test
  func `while text is typed the sign-in prompt is announced once, and opens when the text is done`()
  {
    var asking = SignInPromptRecord()

    #expect(asking.signInPromptTiming(for: ada, isTyping: true) == .later)
    #expect(asking.signInPromptTiming(for: ada, isTyping: true) == .never)
    #expect(asking.removePostponedPrompt(isTyping: true) == nil)
    #expect(asking.removePostponedPrompt(isTyping: false) == ada)
    #expect(asking.removePostponedPrompt(isTyping: false) == nil)
  }

  @Test func `a declined sign-in prompt returns only after a command that needs the account`() {
    var asking = SignInPromptRecord()
    asking.declineSignInPrompt(ada)

    asking.forgetDeclinedPromptsIfNeeded(for: .down)
    #expect(asking.signInPromptTiming(for: ada, isTyping: false) == .never)
    #expect(asking.signInPromptTiming(for: bob, isTyping: false) == .now)
    asking.forgetDeclinedPromptsIfNeeded(for: .refresh)

    #expect(asking.signInPromptTiming(for: ada, isTyping: false) == .now)
  }
}
