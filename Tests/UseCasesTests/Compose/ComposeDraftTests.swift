import Doubles
import FeedDomain
import Testing
import UseCases

/// Changing what was posted.
@MainActor @Suite struct ComposeEditingTests {
  private let spy = Spy<ComposeScene.SceneState>()
  private let post = Post.ID("1")

  private func writing(_ setting: Setting) -> ComposeInteractor {
    ComposeInteractor(setting.session, actions: setting.actions, presenter: spy)
  }

  private var draft: Draft? {
    spy.last?.page?.draft
  }

  private func change(_ text: String, with interactor: ComposeInteractor) async throws {
    await interactor.handle(.open(.editPublished(post)))
    await interactor.handle(.edit(try #require(draft).with(\.text, text)), .send)
  }

  @Test func `an edit opens with the post's original text, pictures and id`() async throws {
    let setting = Setting(edits: true)
    let interactor = writing(setting)

    await interactor.handle(.open(.editPublished(post)))

    #expect(spy.reports == [.fetching])
    #expect(draft?.text == "As it was")
    #expect(draft?.editing == post)
    #expect(draft?.attachments == [Draft.DraftAttachment(posted: "m", altText: "A photo")])
  }

  @Test func `a new description of a posted picture is kept with the picture, and shown at once`()
    async throws
  {
    let setting = Setting(edits: true)
    let interactor = await writing(setting).after(.open(.editPublished(post)))

    await interactor.handle(.describe(picture: 0, altText: "A loaf"))

    let described = Draft.DraftAttachment(posted: "m", altText: "A loaf")
    #expect(spy.effects.last == .attached([described], toPost: 0))
    let edited = try #require(draft).with(\.attachments, [described])
    let photo = Photo(
      id: Photo.ID("m"), renditions: [], size: PhotoSize(width: 1, height: 1), altText: "A photo")
    let before = Post.sample("1", by: "me")
    let held = before.replacingContent(Post.PostContent(text: before.content.text, photos: [photo]))
    #expect(
      held.applyingPendingChange(.publish(edited)).content.photos.map(\.altText) == ["A loaf"])
  }

  @Test func `a post that cannot be fetched for editing closes the page with the reason`() async {
    let setting = Setting(edits: true)
    await setting.service.fail(.unreachable)
    let interactor = writing(setting)

    await interactor.handle(.open(.editPublished(post)))

    #expect(spy.reports == [.fetching, .notFetched(.unreachable)])
    #expect(spy.effects.last == .leave(.draft(.notFetched(.unreachable))))
    #expect(spy.values == [])
  }

  @Test func `an edit is shown at once, waits in the outbox, and is taken back if it is refused`()
    async throws
  {
    let setting = Setting(edits: true, undoWindow: .zero)
    try await setting.hold([.sample("1", by: "me", text: "As it was")])
    await setting.service.hold()
    await setting.service.answer(.failure(.refused("Too late")))
    let held = try #require(await setting.store.storedPost(post, account: setting.account))

    try await change("Better", with: writing(setting))
    #expect(setting.actions.applyingPendingChanges(to: held).content.text.plain == "Better")
    #expect(await setting.outbox.held.first?.change.post == post)
    #expect(await eventually { await setting.service.waiting == 1 })
    await setting.service.release()

    #expect(
      await eventually { await setting.outbox.held.first?.state == .refused(.refused("Too late")) })
    #expect(
      await eventually {
        setting.actions.applyingPendingChanges(to: held).content.text.plain == "As it was"
      })
  }

  @Test func `the post that the service returns for an edit is stored`() async throws {
    let setting = Setting(edits: true, undoWindow: .zero)
    try await setting.hold([.sample("1", by: "me", text: "As it was")])
    await setting.service.answer(.success(.post(.sample("1", by: "me", text: "Better still"))))

    try await change("Better", with: writing(setting))

    #expect(
      await eventually {
        let kept = await setting.store.storedPost(post, account: setting.account)
        return kept?.content.text.plain == "Better still"
      })
  }

  @Test func `a second edit of a post continues the pending one`() async throws {
    let setting = Setting(edits: true)
    let interactor = writing(setting)
    try await change("Better", with: interactor)

    await interactor.handle(.open(.editPublished(post)))

    #expect(draft?.text == "Better")
    #expect(draft?.attachments.first?.isPosted == true)
    #expect(await setting.outbox.held.isEmpty)
  }

  @Test func `a draft of an edit is not offered for a new post`() async throws {
    let setting = Setting(edits: true)
    let interactor = await writing(setting).after(.open(.editPublished(post)))
    await interactor.handle(.edit(try #require(draft).with(\.text, "Better")), .leave)

    await interactor.handle(.open(.post))
    #expect(draft?.text == "")
    await interactor.handle(.open(.editPublished(post)))

    #expect(draft?.text == "Better")
  }
}

/// Writing a post that shows another inside.
@MainActor @Suite struct ComposeQuotingTests {
  private let spy = Spy<ComposeScene.SceneState>()
  private let post = Post.ID("1")

  private var shown: (draft: Draft, quoted: Post?)? {
    spy.last?.page.map { ($0.draft, $0.original) }
  }

  @Test func `a quote shows the quoted post, and begins without handles`() async throws {
    let setting = try await Setting().holding([.sample("1", by: "ada", mentions: ["bo"])])
    let interactor = ComposeInteractor(
      setting.session, actions: setting.actions, presenter: spy)

    await interactor.handle(.open(.quote(post)))

    #expect(shown?.draft.quoting == post)
    #expect(shown?.draft.text == "")
    #expect(shown?.quoted?.id == post)
  }

  @Test func `the draft of a quote is kept for that quote only`() async throws {
    let setting = try await Setting().holding([.sample("1")])
    let interactor = ComposeInteractor(
      setting.session, actions: setting.actions, presenter: spy)
    await interactor.handle(.open(.quote(post)))
    await interactor.handle(.edit(try #require(shown).draft.with(\.text, "Look")), .leave)

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

  @Test func `a quote can have pictures only if the service allows both`() {
    let draft = Draft(id: Draft.ID("d"), quoting: post)
    func limits(_ takesBoth: Bool) -> DraftLimits {
      DraftLimits(
        characters: 9, attachments: 4, visibilities: [.everybody], allowsWarning: false,
        quotes: true, quotesWithPictures: takesBoth)
    }

    #expect(limits(true).maximumAttachmentCount(for: draft) == 4)
    #expect(limits(false).maximumAttachmentCount(for: draft) == 0)
    #expect(limits(false).maximumAttachmentCount(for: Draft(id: Draft.ID("e"))) == 4)
  }
}

/// An answer to what was said directly is for nobody else, whichever door it goes through.
@MainActor @Suite struct DirectAnswerTests {
  private let spy = Spy<ComposeScene.SceneState>()
  private let secret = Post.sample("1", by: "ada", mentions: ["me"], for: .mentioned)

  private func setting(
    _ items: [OutboxItem] = [], service posts: [Post] = []
  ) async throws -> Setting {
    let setting = try await Setting(service: posts, outbox: items).holding([secret])
    return setting
  }

  private func wide(_ id: String = "d", editing: Post.ID? = nil) -> Draft {
    Draft(id: Draft.ID(id), text: "So do I.", replyTo: secret.id, editing: editing)
      .with(\.following, [Draft(id: Draft.ID(id), text: "And more.")])
  }

  private func writing(_ setting: Setting) -> ComposeInteractor {
    ComposeInteractor(setting.session, actions: setting.actions, presenter: spy)
  }

  /// The draft that writing began with, and who may be chosen to see it.
  private var begun: (draft: Draft, choices: [Visibility])? {
    spy.last?.page.map { ($0.draft, $0.limits.visibilities) }
  }

  private func sees(_ draft: Draft?) -> Set<Visibility> {
    Set(draft?.posts.map(\.visibility) ?? [])
  }

  @Test
  func `a reply to a direct message is visible to the mentioned only, without another choice`()
    async throws
  {
    let setting = try await setting()

    await writing(setting).handle(.open(.reply(to: secret.id)))

    #expect(begun?.draft.visibility == .mentioned)
    #expect(begun?.choices == [.mentioned])
  }

  @Test func `a reply to a public post may have any audience`() async throws {
    let setting = try await Setting().holding([.sample("2")])

    await writing(setting).handle(.open(.reply(to: Post.ID("2"))))

    #expect(begun?.draft.visibility == .everybody)
    #expect(begun?.choices == Visibility.allCases)
  }

  @Test func `a resumed reply to a direct message is narrowed to the mentioned, with its thread`()
    async throws
  {
    for purpose in [ComposeScene.ComposePurpose.reply(to: secret.id), .draft(Draft.ID("d"))] {
      let setting = try await setting()
      _ = try await setting.outbox.saveDraftIfUnchanged(
        wide(), over: nil, account: setting.account, now: setting.world.now)
      spy.forget()

      await writing(setting).handle(.open(purpose))

      #expect(sees(begun?.draft) == [.mentioned], "\(purpose)")
      #expect(begun?.choices == [.mentioned])
    }
  }

  @Test func `a reply taken back from the outbox is narrowed to the mentioned, with its thread`()
    async throws
  {
    let item = Setting().item("d", .publish(wide()), .refused(.refused(nil)))
    let setting = try await setting([item])
    await setting.actions.startDelivery()

    await writing(setting).handle(.open(.edit(item.id)))

    #expect(sees(begun?.draft) == [.mentioned])
  }

  @Test
  func `a reply to a direct message sent with a wider audience is queued for the mentioned only`()
    async throws
  {
    let setting = try await setting()
    let interactor = await writing(setting).after(.open(.reply(to: secret.id)))
    let draft = try #require(begun?.draft)

    await interactor.handle(
      .edit(
        draft.with(\.text, "So do I.").with(\.visibility, .everybody).with(
          \.following, wide().following)))
    await interactor.handle(.send)

    guard case .publish(let queued)? = await setting.outbox.held.first?.change else {
      return #expect(Bool(false))
    }
    #expect(sees(queued) == [.mentioned])
  }

  @Test func `a queued reply to a direct message is sent to the mentioned only`() async throws {
    let setting = try await setting([
      Setting().item("d", .publish(wide()), .queued(notBefore: nil, after: nil))
    ])

    await setting.actions.startDelivery()

    #expect(await eventually { await !setting.service.sent.isEmpty })
    guard case .publish(let sent)? = await setting.service.sent.first else {
      return #expect(Bool(false))
    }
    #expect(sent.visibility == .mentioned)
  }

  @Test
  func `if the answered post is not stored, the service is asked for it before a reply is sent`()
    async throws
  {
    let setting = Setting(
      service: [secret],
      outbox: [Setting().item("d", .publish(wide()), .queued(notBefore: nil, after: nil))])

    await setting.actions.startDelivery()

    #expect(await eventually { await !setting.service.sent.isEmpty })
    guard case .publish(let sent)? = await setting.service.sent.first else {
      return #expect(Bool(false))
    }
    #expect(sent.visibility == .mentioned)
    #expect(await setting.service.conversationsAsked.map(\.post) == [secret.id])
  }

  @Test func `a reply waits while the answered post cannot be fetched`() async throws {
    let setting = Setting(
      service: [secret],
      outbox: [Setting().item("d", .publish(wide()), .queued(notBefore: nil, after: nil))])
    await setting.service.fail(.unreachable)

    await setting.actions.startDelivery()

    #expect(await eventually { setting.world.nextWaking != nil })
    #expect(await setting.service.sent.isEmpty)
  }
}

/// Two windows write on one draft.
@MainActor @Suite struct ComposeWindowsTests {
  private let setting = Setting()

  /// A window in which somebody writes.
  @MainActor private final class Window {
    let spy = Spy<ComposeScene.SceneState>()
    let interactor: ComposeInteractor

    init(_ setting: Setting) {
      interactor = ComposeInteractor(setting.session, actions: setting.actions, presenter: spy)
    }

    func write(_ text: String) async throws {
      await interactor.handle(.edit(try #require(spy.opened).with(\.text, text)))
      #expect(await eventually { spy.last?.saving == .saved })
    }
  }

  private var texts: [String] {
    get async { await setting.outbox.drafts(of: setting.account).map(\.text) }
  }

  /// Two windows with the same draft.
  private func windows() async throws -> (Window, Window) {
    let (one, two) = (Window(setting), Window(setting))
    await one.interactor.handle(.open(.post))
    try await one.write("Hello")
    await two.interactor.handle(.open(.post))
    return (one, two)
  }

  @Test func `a draft changed in two windows is forked, and both texts are kept`() async throws {
    let (one, two) = try await windows()
    try await two.write("Hello you")

    try await one.write("Hello me")
    try await one.write("Hello me too")
    try await two.write("Hello you two")

    #expect(await Set(texts) == ["Hello me too", "Hello you two"])
    #expect(one.spy.reports == [.savedAsNewDraft])
    #expect(!two.spy.reports.contains(.savedAsNewDraft))
  }

  @Test func `a draft sent in one window and changed in another is sent as two posts`() async throws
  {
    let (one, two) = try await windows()
    try await two.write("Hello you")
    await two.interactor.handle(.send)

    try await one.write("Hello me")
    await one.interactor.handle(.send)

    let sent = await setting.outbox.held.map(\.change).map {
      if case .publish(let draft) = $0 { draft.text } else { "" }
    }
    #expect(sent == ["Hello you", "Hello me"])
    #expect(await texts == [])
  }

  @Test func `sending a draft keeps the text that another window wrote`() async throws {
    let (one, two) = try await windows()
    try await two.write("Hello you")

    await one.interactor.handle(.send)

    #expect(await setting.outbox.held.count == 1)
    #expect(await texts == ["Hello you"])
  }

  @Test func `an unchanged draft sent from two windows is sent once`() async throws {
    let (one, two) = try await windows()

    await one.interactor.handle(.send)
    await two.interactor.handle(.send)

    #expect(await setting.outbox.held.count == 1)
  }

  @Test func `discarding a draft keeps the text that another window wrote`() async throws {
    let (one, two) = try await windows()
    try await two.write("Hello you")

    await one.interactor.handle(.discard)

    #expect(await texts == ["Hello you"])
  }
}
