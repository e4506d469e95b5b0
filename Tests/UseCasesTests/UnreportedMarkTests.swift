import Doubles
import FeedDomain
import Testing
import UseCases

/// Marks of a post that a service leaves out are shown as stored.
@MainActor @Suite struct UnreportedMarkTests {
  private let liked = Post.sample("1").addingCertainMarks(.liked)
  private let untold = Post.sample("1").removingMarksAsUnknown(.liked)

  @Test func `a conversation shows the stored like that the service leaves out`() async throws {
    let spy = Spy<ConversationScene.SceneState>()
    let setting = try await Setting(service: [untold]).holding([liked])
    let interactor = ConversationInteractor(
      setting.session, actions: setting.actions, presenter: spy)

    await interactor.handle(.open(liked.id))

    #expect(await eventually { spy.answers == 1 })
    #expect(spy.values.allSatisfy { $0.posts.map(\.userMarks) == [.liked] })
  }

  @Test func `a search shows the stored like that the service leaves out`() async throws {
    let spy = Spy<SearchScene.SceneState>()
    let setting = try await Setting(service: [untold]).holding([liked])
    let interactor = SearchInteractor(
      setting.session, actions: setting.actions, presenter: spy)
    await interactor.handle(.open)

    await interactor.handle(.submit("hello"))

    #expect(
      await eventually { spy.found?.posts.first?.userMarks == .liked && spy.found?.isAsked == true }
    )
  }

  @Test func `a mark that the user sets or removes counts as known`() {
    #expect(
      untold.settingMark(.liked, isSet: false).mergedPost(with: liked, fetchedAs: .inStream)
        .userMarks == [])
    #expect(
      untold.settingMark(.liked, isSet: true).mergedPost(with: nil, fetchedAs: .inStream).userMarks
        == .liked)
    #expect(liked.mergedPost(with: nil, fetchedAs: .inStream) == liked)
  }
}
