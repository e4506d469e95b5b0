import Doubles
import Terminal
import Testing

@testable import FeedDomain
@testable import Preferences
@testable import Scenes
@testable import UseCases
@testable import Words

/// What is not offered for the post that is selected.
@MainActor struct WithheldTests {
  private let abilities = PostAbilities(
    marks: [.liked], canWrite: true, canEdit: true, people: .all)
  private let words = PostItem(Posts.post("1", by: "Bo", RichText("Words alone")))

  private func withheld(_ item: PostItem) -> [Command] {
    abilities.unavailableCommands(from: item, at: Posts.now)
  }

  private func asking(chosen: Set<Int> = [], closesIn seconds: Int = 60) -> PostItem {
    let poll = Poll(
      options: [.init(title: "Rye", votes: 1), .init(title: "Spelt", votes: 2)],
      closesAt: Posts.now.timeAdvanced(by: .seconds(seconds)), chosenOptions: chosen)
    return PostItem(Posts.post("2", by: "Bo", RichText("Which?"), poll: poll))
  }

  @Test func `a text post by someone else offers no commands for own posts, polls or photos`() {
    let list = withheld(words)

    for command in [Command.delete, .edit, .vote, .viewPhoto, .reveal, .openLink, .savePhoto] {
      #expect(list.contains(command), "\(command)")
    }
    for command in [Command.like, .reply, .profile, .mute, .compose, .help] {
      #expect(!list.contains(command), "\(command)")
    }
  }

  @Test func `an own post offers editing and deletion`() {
    var own = words
    own.isOwn = true

    #expect(withheld(own).filter { [.delete, .edit].contains($0) } == [])
  }

  @Test func `a vote is offered until the user voted or the poll closed`() {
    var own = asking()
    own.isOwn = true

    #expect(!withheld(asking()).contains(.vote))
    #expect(abilities.keyHintCommands(for: asking(), at: Posts.now).contains(.vote))
    for item in [asking(chosen: [1]), asking(closesIn: 0), own, words] {
      #expect(withheld(item).contains(.vote))
      #expect(!abilities.keyHintCommands(for: item, at: Posts.now).contains(.vote))
    }
  }

  @Test func `without a selected post, commands about posts are unavailable`() {
    let screen = StreamScreen()
    #expect(screen.view.unavailableCommands.contains(.like))

    screen.show()

    #expect(!screen.view.unavailableCommands.contains(.like))
    let outbox = PagedListView(
      OutboxContent(wording: Wording(), world: StillWorld()),
      interactor: Spy<OutboxScene.SceneRequest>())
    #expect(outbox.unavailableCommands.contains(.delete))
  }
}
