import Doubles
import FeedDomain
import Testing

@testable import UseCases

@MainActor @Suite struct HiddenConversationTests {
  private let store = FakeMutes()
  private let spy = Spy<StreamScene.SceneState>()

  private func post(_ id: String, answering parent: String? = nil) -> Post {
    Post(
      id: Post.ID(id), author: .sample("ada"), createdAt: Timestamp(milliseconds: 0),
      content: Post.PostContent(text: RichText("Words of \(id)")),
      reply: parent.map { Post.ReplyTarget(to: Post.ID($0), handle: nil) })
  }

  private func setting() -> Setting { Setting(mutes: MuteList(store, log: NoLog())) }

  private func reading(_ setting: Setting) async -> StreamInteractor {
    let interactor = StreamInteractor(
      setting.session, actions: setting.actions, presenter: spy,
      pacing: StreamOptions(interval: nil, freshFor: .seconds(1_000_000)))
    await interactor.handle(.open(.home))
    return interactor
  }

  @Test func `a hidden conversation is not shown, and neither are later replies to it`()
    async throws
  {
    let setting = setting()
    try await setting.hold([post("3", answering: "2"), post("2", answering: "1"), post("1")])
    try await setting.hold([post("9")])
    let interactor = await reading(setting)
    #expect(Set(spy.ids).isSuperset(of: ["9", "3", "2", "1"]))

    #expect(await setting.actions.hideConversation(of: Post.ID("3")) == nil)

    #expect(await eventually { spy.ids.filter { $0 != "…" } == ["9"] })
    #expect(
      store.kept == [
        .conversation(
          HiddenConversation(
            account: setting.account, post: Post.ID("1"), title: "Words of 1"))
      ])
    #expect(setting.actions.hidesPost(post("4", answering: "3")))
    #expect(setting.actions.hidesPost(post("5", answering: "4")))
    #expect(!setting.actions.hidesPost(post("6", answering: "9")))
    await interactor.handle(.close)
  }

  @Test func `undo shows a hidden conversation again`() async throws {
    let setting = setting()
    try await setting.hold([post("2", answering: "1"), post("1")])
    setting.mutes?.onChange = { setting.actions.notifyScenesOfMuteChanges() }
    let interactor = await reading(setting)
    _ = await setting.actions.hideConversation(of: Post.ID("2"))
    #expect(await eventually { spy.ids.isEmpty })

    setting.actions.undoLastAction()

    #expect(await eventually { spy.ids == ["2", "1"] && store.kept.isEmpty })
    let hidden = Mute.conversation(
      HiddenConversation(account: setting.account, post: Post.ID("1"), title: "Words of 1"))
    #expect(await eventually { setting.observer.news.contains(.muteUndone(hidden)) })
    #expect(
      await eventually {
        spy.effects.contains(.action(.muteUndone(hidden), of: setting.session.account))
      })
    await interactor.handle(.close)
  }

  @Test func `a hidden conversation stays hidden after a restart`() async throws {
    let setting = setting()
    try await setting.hold([post("2", answering: "1"), post("1")])
    store.kept = [
      .conversation(
        HiddenConversation(account: setting.account, post: Post.ID("1"), title: ""))
    ]
    let next = Setting(mutes: MuteList(store, log: NoLog()))
    try await next.hold([post("2", answering: "1"), post("1")])

    await next.actions.startDelivery()

    #expect(next.actions.hidesPost(Post.ID("2")))
    #expect(next.actions.hidesPost(post("3", answering: "2")))
  }

  @Test func `a hidden conversation does not hide one of another account with the same ids`()
    async throws
  {
    let setting = setting()
    try await setting.hold([post("1")])
    store.kept = [
      .conversation(
        HiddenConversation(account: Account.ID("other"), post: Post.ID("1"), title: ""))
    ]

    await setting.actions.startDelivery()

    #expect(!setting.actions.hidesPost(Post.ID("1")))
  }

  @Test func `a hidden conversation that cannot be stored is reported and shown again`()
    async throws
  {
    let setting = setting()
    try await setting.hold([post("1")])
    store.failure = .full

    #expect(await setting.actions.hideConversation(of: Post.ID("1")) == .full)
    #expect(await eventually { !setting.actions.hidesPost(Post.ID("1")) })
  }

  @Test func `an undo that cannot be stored is reported, and the conversation stays hidden`()
    async throws
  {
    let setting = setting()
    try await setting.hold([post("1")])
    _ = await setting.actions.hideConversation(of: Post.ID("1"))
    store.failure = .full

    setting.actions.undoLastAction()

    #expect(await eventually { setting.observer.news.contains(.muteNotUndone(.full)) })
    #expect(setting.actions.hidesPost(Post.ID("1")))
  }

  @Test(arguments: ["Tea?", "", "Two  words\nand a line"])
  func `a hidden conversation is read back from its text`(title: String) {
    let mute = Mute.conversation(
      HiddenConversation(
        account: Account.ID("flickr:John Doe 100%"), post: Post.ID("at://did:plc:X/1"),
        title: title))

    #expect(Mute(mute.text) == mute)
    #expect(!mute.text.contains { $0.isNewline })
  }
}
