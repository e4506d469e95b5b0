import Doubles
import FeedDomain
import Testing
import UseCases

/// Changing what was posted.
@MainActor @Suite struct ComposeEditingTests {
  private let spy = Spy<Compose.Response>()
  private let post = Post.ID("1")

  private func writing(_ setting: Setting) -> ComposeInteractor {
    ComposeInteractor(setting.session, actions: setting.actions, presenter: spy)
  }

  private var draft: Draft? {
    for case .editing(let draft, _, _, _) in spy.values.reversed() { return draft }
    return nil
  }

  private func change(_ text: String, with interactor: ComposeInteractor) async throws {
    await interactor.handle(.open(.amend(post)))
    await interactor.handle(.edit(try #require(draft).saying(text)))
    await interactor.handle(.send)
  }

  @Test func `a post is changed as it was written`() async throws {
    let setting = Setting(edits: true)
    let interactor = writing(setting)

    await interactor.handle(.open(.amend(post)))

    #expect(spy.values.first == .fetching)
    #expect(draft?.text == "As it was")
    #expect(draft?.editing == post)
    #expect(draft?.attachments == [Draft.Attachment(posted: "m", altText: "A photo")])
  }

  @Test func `a posted picture described anew stays posted, and shows its words at once`()
    async throws
  {
    let setting = Setting(edits: true)
    let interactor = writing(setting)
    await interactor.handle(.open(.amend(post)))

    await interactor.handle(.describe(place: 0, altText: "A loaf"))

    guard case .attached(let draft, _) = spy.values.last else {
      Issue.record("nothing was described")
      return
    }
    #expect(draft.attachments == [Draft.Attachment(posted: "m", altText: "A loaf")])
    let photo = Photo(
      id: Photo.ID("m"), renditions: [], size: PhotoSize(width: 1, height: 1), altText: "A photo")
    let before = Post.sample("1", by: "me")
    let held = before.with(Post.Content(text: before.content.text, photos: [photo]))
    #expect(held.applying(.publish(draft)).content.photos.map(\.altText) == ["A loaf"])
  }

  @Test func `what cannot be fetched is not changed`() async {
    let setting = Setting(edits: true)
    await setting.service.fail(.unreachable)
    let interactor = writing(setting)

    await interactor.handle(.open(.amend(post)))

    #expect(spy.values == [.fetching, .notFetched(.unreachable)])
  }

  @Test func `a change shows at once, waits in the outbox, and goes when it is refused`()
    async throws
  {
    let setting = Setting(edits: true, undoWindow: .zero)
    try await setting.hold([.sample("1", by: "me", text: "As it was")])
    await setting.service.hold()
    await setting.service.answer(.failure(.refused("Too late")))
    let held = try #require(await setting.store.post(post, account: setting.account))

    try await change("Better", with: writing(setting))
    #expect(setting.actions.shown(held).content.text.plain == "Better")
    #expect(await setting.outbox.held.first?.change.post == post)
    #expect(await eventually { await setting.service.waiting == 1 })
    await setting.service.release()

    #expect(
      await eventually { await setting.outbox.held.first?.state == .refused(.refused("Too late")) })
    #expect(await eventually { setting.actions.shown(held).content.text.plain == "As it was" })
  }

  @Test func `what the service made of a change is kept`() async throws {
    let setting = Setting(edits: true, undoWindow: .zero)
    try await setting.hold([.sample("1", by: "me", text: "As it was")])
    await setting.service.answer(.success(.post(.sample("1", by: "me", text: "Better still"))))

    try await change("Better", with: writing(setting))

    #expect(
      await eventually {
        let kept = await setting.store.post(post, account: setting.account)
        return kept?.content.text.plain == "Better still"
      })
  }

  @Test func `changing a post twice goes on with what waits`() async throws {
    let setting = Setting(edits: true)
    let interactor = writing(setting)
    try await change("Better", with: interactor)

    await interactor.handle(.open(.amend(post)))

    #expect(draft?.text == "Better")
    #expect(draft?.attachments.first?.isPosted == true)
    #expect(await setting.outbox.held.isEmpty)
  }

  @Test func `a draft of a change is no draft of a post`() async throws {
    let setting = Setting(edits: true)
    let interactor = writing(setting)
    await interactor.handle(.open(.amend(post)))
    await interactor.handle(.edit(try #require(draft).saying("Better")))
    await interactor.handle(.leave)

    await interactor.handle(.open(.post))
    #expect(draft?.text == "")
    await interactor.handle(.open(.amend(post)))

    #expect(draft?.text == "Better")
  }
}
