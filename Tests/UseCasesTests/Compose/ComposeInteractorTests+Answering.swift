import Doubles
import FeedDomain
import Testing
import UseCases

/// How an answer begins.
extension ComposeInteractorTests {
  @Test func `an answer begins with the handle, and an untouched one is not kept`() async throws {
    let setting = Setting()
    try await setting.hold([.sample("1", by: "ada")])
    let interactor = writing(setting)

    await interactor.handle(.open(.reply(to: Post.ID("1"))))
    #expect(draft?.text == "@ada ")
    await interactor.handle(.leave)

    #expect(spy.values.last == .left(keptDraft: false))
    #expect(await setting.outbox.drafts(of: setting.account) == [])
  }

  @Test func `an answer greets everybody who takes part, once, and not oneself`() async throws {
    let setting = Setting()
    let me = setting.session.account.handle
    try await setting.hold([
      .sample("1", by: "ada", mentions: ["bo@far.example", "ADA", me, "cy", "Bo@far.example"])
    ])
    let interactor = writing(setting)

    await interactor.handle(.open(.reply(to: Post.ID("1"))))

    #expect(draft?.text == "@ada @bo@far.example @cy ")
  }

  @Test func `going on from a post of one's own greets the others, before the same eyes`()
    async throws
  {
    let setting = Setting()
    try await setting.hold([.sample("1", by: "me", mentions: ["bo"], for: .mentioned)])
    let interactor = writing(setting)

    await interactor.handle(.open(.reply(to: Post.ID("1"))))

    #expect(draft?.text == "@bo ")
    #expect(draft?.visibility == .mentioned)
  }

  @Test func `an answer is empty where it reaches whom it answers by itself`() async throws {
    let setting = Setting(repliesStartWithHandle: false)
    try await setting.hold([.sample("1", by: "ada")])
    let interactor = writing(setting)

    await interactor.handle(.open(.reply(to: Post.ID("1"))))

    #expect(draft?.text == "")
    #expect(draft?.replyTo == Post.ID("1"))
  }

  @Test func `an answer takes over its author's warning, and no filter's title`() async throws {
    let setting = Setting()
    let content = Post.Content(text: RichText("Eels"), warning: "food", fold: "Regatta")
    try await setting.hold([Post.sample("1", by: "ada").with(content)])
    let interactor = writing(setting)

    await interactor.handle(.open(.reply(to: Post.ID("1"))))

    #expect(draft?.warning == "food")
  }

  @Test(
    arguments: [
      (.everybody, .unlisted), (.unlisted, .unlisted), (.mentioned, .mentioned),
    ] as [(Visibility, Visibility)])
  func `an answer goes no further than what it answers, nor than usual`(
    answered: Visibility, expected: Visibility
  ) async throws {
    let setting = Setting(habits: PostingDefaults(visibility: .unlisted))
    try await setting.hold([.sample("1", by: "ada", mentions: [], for: answered)])
    let interactor = writing(setting)

    await interactor.handle(.open(.reply(to: Post.ID("1"))))

    #expect(draft?.visibility == expected)
  }
}
