import FeedDomain
import Terminal
import Testing

@testable import Preferences
@testable import Scenes
@testable import Words

/// How a poll reads below its question.
struct PollSummaryTests {
  private func words(_ poll: Poll) -> PostViewModel.PollBox? {
    let post = Posts.post("1", RichText("Which loaf?"), poll: poll)
    return PostViewModelFactory()
      .postViewModel(of: PostItem(post), now: Posts.now).poll
  }

  private func poll(
    several: Bool = false, voters: Int? = nil, hasVoted: Bool = false, isClosed: Bool = false
  ) -> Poll {
    Poll(
      options: [.init(title: "Rye", votes: 3), .init(title: "Spelt", votes: 1)],
      closesAt: Posts.now.timeAdvanced(by: .seconds(7_300)), allowsSeveral: several, voters: voters,
      hasVoted: hasVoted, isClosed: isClosed)
  }

  @Test func `the shares of a multiple-choice poll are relative to the voters`() {
    let words = words(poll(several: true, voters: 3))

    #expect(words?.answers.map(\.share) == ["100%", "33%"])
    #expect(words?.summary == "4 votes · 3 voters · closes in 2 h · E votes")
  }

  @Test func `the shares of a single-choice poll are relative to the votes`() {
    #expect(words(poll(voters: 3))?.answers.map(\.share) == ["75%", "25%"])
  }

  @Test func `a poll answered in another client offers no second vote`() {
    let words = words(poll(hasVoted: true))

    #expect(words?.summary == "4 votes · closes in 2 h · you voted")
    #expect(words?.isOpen == false)
  }

  @Test func `a poll closed by the service is shown as closed`() {
    let words = words(poll(isClosed: true))

    #expect(words?.summary == "4 votes · closed")
    #expect(words?.isOpen == false)
  }
}
