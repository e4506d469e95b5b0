import Doubles
import FeedDomain
import Terminal
import Testing
import UseCases

@testable import Preferences
@testable import Scenes
@testable import Words

@MainActor struct ProfileHintTests {
  @Test(arguments: [
    (Relationship.stranger, [:] as [Command: String]), (.followed, [Command.follow: "unfollow"]),
    (.requested, [.follow: "unfollow"]), (.muted, [.mute: "unmute"]),
    (.mutedFollowed, [.follow: "unfollow", .mute: "unmute"]), (.blocked, [.block: "unblock"]),
  ])
  func `key hints of a profile name the action that ends the current relationship`(
    relationship: Relationship, words: [Command: String]
  ) {
    #expect(Wording().relationshipUndoHintTexts(for: relationship).mapValues(\.string) == words)
  }

  @Test func `a profile offers to end the current relationship`() {
    let presenter = ProfileStatePresenter(wording: Wording(), abilities: .all, keys: .defaults)
    let view = ProfileView(
      of: .init("mei"), interactor: Spy<ProfileScene.SceneRequest>(),
      posts: PostViewModelFactory(), world: StillWorld())
    presenter.display = view
    let mei = Person(id: .init("mei"), handle: "mei", name: "Mei", relationship: .followed)

    presenter.show(mei)

    #expect(view.hintWords == [.follow: "unfollow"])
    let hint = KeyHint(.follow, keys: .defaults, wording: Wording())
    #expect(hint?.replacingLabel(with: "unfollow") == KeyHint("f", label: "unfollow"))
  }
}
