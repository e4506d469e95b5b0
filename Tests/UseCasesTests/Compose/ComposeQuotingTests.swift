import Doubles
import FeedDomain
import Testing
import UseCases

/// Writing a post that shows another inside.
@MainActor @Suite struct ComposeQuotingTests {
  private let spy = Spy<Compose.Response>()
  private let post = Post.ID("1")

  private var shown: (draft: Draft, quoted: Post?)? {
    for case .editing(let draft, _, let quoted, _) in spy.values.reversed() {
      return (draft, quoted)
    }
    return nil
  }

  @Test func `a quote shows what it quotes, and greets nobody`() async throws {
    let setting = Setting()
    try await setting.hold([.sample("1", by: "ada", mentions: ["bo"])])
    let interactor = ComposeInteractor(
      setting.session, actions: setting.actions, presenter: spy)

    await interactor.handle(.open(.quote(post)))

    #expect(shown?.draft.quoting == post)
    #expect(shown?.draft.text == "")
    #expect(shown?.quoted?.id == post)
  }

  @Test func `the draft of a quote is kept for that quote`() async throws {
    let setting = Setting()
    try await setting.hold([.sample("1")])
    let interactor = ComposeInteractor(
      setting.session, actions: setting.actions, presenter: spy)
    await interactor.handle(.open(.quote(post)))
    await interactor.handle(.edit(try #require(shown).draft.saying("Look")))
    await interactor.handle(.leave)

    await interactor.handle(.open(.post))
    #expect(shown?.draft.text == "")
    await interactor.handle(.open(.reply(to: post)))
    #expect(shown?.draft.text == "@ada ")
    await interactor.handle(.open(.quote(post)))
    #expect(shown?.draft.text == "Look")
    await interactor.handle(.send)

    let queued = try #require(await setting.outbox.held.first)
    guard case .publish(let draft) = queued.change else { throw FeedError.badReply }
    #expect(draft.quoting == post)
  }

  @Test func `pictures go with a quote only where the service takes both`() {
    let draft = Draft(id: Draft.ID("d"), quoting: post)
    func limits(_ takesBoth: Bool) -> DraftLimits {
      DraftLimits(
        characters: 9, attachments: 4, visibilities: [.everybody], allowsWarning: false,
        quotes: true, quotesWithPictures: takesBoth)
    }

    #expect(limits(true).attachments(for: draft) == 4)
    #expect(limits(false).attachments(for: draft) == 0)
    #expect(limits(false).attachments(for: Draft(id: Draft.ID("e"))) == 4)
  }
}
