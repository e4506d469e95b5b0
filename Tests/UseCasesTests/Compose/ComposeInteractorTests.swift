import Doubles
import FeedDomain
import Testing
import UseCases

@MainActor @Suite struct ComposeInteractorTests {
  let spy = Spy<ComposeScene.SceneState>()

  func writing(_ setting: Setting) -> ComposeInteractor {
    ComposeInteractor(setting.session, actions: setting.actions, presenter: spy)
  }

  var draft: Draft? {
    spy.last?.page?.draft
  }

  private var isResumed: Bool {
    spy.reports.last == .resumed
  }

  @Test func `a changed text is counted at once and saved soon`() async throws {
    let setting = Setting()
    let interactor = await writing(setting).after(.open(.post))

    await interactor.handle(.edit(try #require(draft).with(\.text, "Hello")))

    #expect(spy.last?.remaining == [15])
    #expect(spy.last?.saving == .pending)
    #expect(await eventually { spy.last?.saving == .saved })
    #expect(await setting.outbox.drafts(of: setting.account).map(\.text) == ["Hello"])
  }

  @Test func `a resumed reply whose audience is limited since stays one draft`() async throws {
    let setting = Setting()
    var answered = Post.sample("1")
    answered.visibility = .mentioned
    try await setting.hold([answered])
    let reply = Draft(
      id: Draft.ID("d"), text: "Hello", visibility: .everybody, replyTo: answered.id)
    _ = try await setting.outbox.saveDraftIfUnchanged(
      reply, over: nil, account: setting.account, now: setting.world.now)
    let interactor = writing(setting)

    await interactor.handle(.open(.draft(reply.id)))
    #expect(draft?.visibility == .mentioned)
    await interactor.handle(.edit(try #require(draft).with(\.text, "Hello there")))
    #expect(await eventually { spy.last?.saving == .saved })

    #expect(await setting.outbox.drafts(of: setting.account).map(\.text) == ["Hello there"])
    #expect(!spy.reports.contains(.savedAsNewDraft))
    await interactor.handle(.discard)
    #expect(await setting.outbox.drafts(of: setting.account) == [])
  }

  @Test func `a very long text is counted in the background, and sending uses the latest text`()
    async throws
  {
    let setting = Setting()
    let interactor = await writing(setting).after(.open(.post))
    let draft = try #require(draft)

    for count in 1...5 {
      await interactor.handle(
        .edit(draft.with(\.text, String(repeating: "x", count: 100_000 + count))))
    }
    // Nothing was counted while they were typed.
    #expect(spy.last?.remaining == [20])

    #expect(await eventually { spy.last?.remaining == [20 - 100_005] })
    await interactor.handle(.send)
    #expect(spy.reports.last == .tooLong(by: 100_005 - 20, post: 0))
    #expect(
      await eventually {
        await setting.outbox.drafts(of: setting.account).first?.text.count == 100_005
      })
  }

  @Test func `the id of a draft is made from the time it was begun`() async throws {
    let setting = Setting()
    let interactor = writing(setting)

    await interactor.handle(.open(.post))

    #expect(try #require(draft).id.rawValue.hasPrefix("ordered-"))
  }

  @Test func `a draft that was left is offered again for the next post`() async throws {
    let setting = Setting()
    let interactor = await writing(setting).after(.open(.post))
    await interactor.handle(.edit(try #require(draft).with(\.text, "Hello")), .leave)
    #expect(spy.effects.last == .leave(.draft(.saved)))

    await interactor.handle(.open(.post))

    #expect(draft?.text == "Hello")
    #expect(isResumed)
  }

  @Test func `a text written after signing out stays on the screen and is not stored`()
    async throws
  {
    let setting = Setting()
    let interactor = await writing(setting).after(.open(.post))
    await interactor.handle(.edit(try #require(draft).with(\.text, "Hello")))
    #expect(await eventually { spy.last?.saving == .saved })
    try await setting.outbox.discardDraftIfUnchanged(try #require(draft).with(\.text, "Hello"))

    setting.session.markSessionOver()
    await interactor.handle(.leave)
    #expect(spy.reports.last == .notSaved(.signedOut, isLeaving: true))
    await interactor.handle(.send)

    #expect(spy.reports.last == .notSaved(.signedOut, isLeaving: false))
    #expect(await setting.outbox.drafts.isEmpty)
    #expect(await setting.outbox.held.isEmpty)
  }

  @Test func `sending stores the post in the outbox and removes the draft`() async throws {
    let setting = Setting()
    let interactor = await writing(setting).after(.open(.post))
    let written = try #require(draft).with(\.text, "Hello")
    await interactor.handle(.edit(written))

    await interactor.handle(.send, .send)

    let held = await setting.outbox.held
    let item = try #require(held.first)
    guard case .queued(let until, nil) = item.state else {
      Issue.record("nothing is held back")
      return
    }
    #expect(until != nil)
    #expect(
      spy.effects.last
        == .leave(.draft(.queued(item.change, .sentNext, until: until, at: item.createdAt))))
    #expect(held.map(\.change) == [.publish(written)])
    #expect(await setting.outbox.drafts(of: setting.account) == [])
  }

  @Test func `a post behind a waiting one tells when that one is tried next`() async throws {
    let later = FakeWorld().now.timeAdvanced(by: .seconds(600))
    let setting = Setting(outbox: [
      Setting().item(
        "a", .say("First"), .queued(notBefore: later, after: .rateLimited(until: later)))
    ])
    let interactor = await writing(setting).after(.open(.post))
    await interactor.handle(.edit(try #require(draft).with(\.text, "Hello")))

    await interactor.handle(.send)

    guard case .queued(_, let wait, _, let moment)? = spy.reports.last else {
      Issue.record("nothing was queued")
      return
    }
    #expect(wait == .nextTry(later, after: .rateLimited(until: later)))
    #expect(moment == FakeWorld().now)
  }

  @Test func `an empty or too long post is not sent`() async throws {
    let setting = Setting()
    let interactor = await writing(setting).after(.open(.post))

    await interactor.handle(.send)
    #expect(spy.reports.last == .empty)
    await interactor.handle(
      .edit(try #require(draft).with(\.text, "Far more than twenty characters")))
    await interactor.handle(.send)

    #expect(spy.reports.last == .tooLong(by: 11, post: 0))
    #expect(await setting.outbox.held == [])
  }

  @Test
  func `at a service that requires pictures a post without one is not queued, but a reply is`()
    async throws
  {
    let setting = Setting(attachments: 1, needsPicture: true)
    let interactor = await writing(setting).after(.open(.post))
    await interactor.handle(.edit(try #require(draft).with(\.text, "Hello")))

    await interactor.handle(.send)
    #expect(spy.reports.last == .invalidPost(.noPicture, post: 0))
    #expect(await setting.outbox.held == [])
    let picture = Draft.DraftAttachment(path: "/a.jpg", altText: "")
    await interactor.handle(
      .edit(try #require(draft).with(\.text, "Hello").with(\.attachments, [picture])))
    await interactor.handle(.send)
    #expect(await eventually { await setting.outbox.held.count == 1 })
    await interactor.handle(.open(.reply(to: Post.ID("1"))))
    await interactor.handle(.edit(try #require(draft).with(\.text, "Yes")), .send)

    #expect(await eventually { await setting.outbox.held.count == 2 })
  }

  @Test func `a post that a full disk cannot queue stays in the scene, and can be sent again`()
    async throws
  {
    let setting = Setting()
    let interactor = await writing(setting).after(.open(.post))
    await interactor.handle(.edit(try #require(draft).with(\.text, "Hello")))
    #expect(await eventually { spy.last?.saving == .saved })
    await setting.outbox.fail(.full)

    await interactor.handle(.send)
    #expect(spy.reports.last == .notSaved(.full, isLeaving: false))
    await setting.outbox.fail(nil)
    await interactor.handle(.send)

    #expect(await setting.outbox.held.count == 1)
  }

  @Test func `leaving with a draft that cannot be saved reports the failure`() async throws {
    let setting = Setting()
    let interactor = await writing(setting).after(.open(.post))
    await setting.outbox.fail(.full)
    await interactor.handle(.edit(try #require(draft).with(\.text, "Hello")))

    await interactor.handle(.leave)

    #expect(spy.reports.last == .notSaved(.full, isLeaving: true))
  }

  @Test func `discarding a draft deletes it and closes the page`() async throws {
    let setting = Setting()
    let interactor = await writing(setting).after(.open(.post))
    await interactor.handle(.edit(try #require(draft).with(\.text, "Hello")))

    await interactor.handle(.discard)

    #expect(spy.effects.last == .leave(nil))
    #expect(await setting.outbox.drafts(of: setting.account) == [])
  }

  @Test func `a queued post can be taken back and edited`() async throws {
    let setting = Setting()
    let item = try await setting.actions.queueChange(.say("Hello"))
    let interactor = writing(setting)

    await interactor.handle(.open(.edit(item.id)))

    #expect(draft?.text == "Hello")
    #expect(draft?.id.rawValue != item.id.rawValue)
    #expect(await setting.outbox.held == [])
  }

  @Test func `a post taken back from the outbox and left becomes a draft with its own id`()
    async throws
  {
    let setting = try await Setting().holding([.sample("1")])
    let reply = Draft(id: Draft.ID("r"), text: "Rye", replyTo: Post.ID("1"))
    let item = try await setting.actions.queueChange(.publish(reply))
    let interactor = await writing(setting).after(.open(.edit(item.id)))
    await interactor.handle(.leave)
    let left = try #require(await setting.outbox.drafts(of: setting.account).first)

    await interactor.handle(.open(.draft(left.id)))
    let limits = try #require(setting.session.connection.draftLimits)
    #expect(
      spy.last?.page == ComposeScene.InitiallyDisplayedDraft(left, limits, original: .sample("1")))
    #expect(isResumed)
    try await setting.outbox.discardDraftIfUnchanged(left)
    await interactor.handle(.open(.draft(left.id)))

    #expect(spy.effects.last == .leave(nil))
  }

  @Test func `handles seen in stored posts are suggested`() async throws {
    let setting = try await Setting().holding([.sample("2", by: "ada"), .sample("1", by: "adam")])
    let interactor = writing(setting)

    await interactor.handle(.complete("@AD"))

    #expect(
      spy.last?.offer
        == ComposeScene.WordSuggestions(.name, "@AD", [.init("@ada"), .init("@adam")]))
  }

  @Test func `a handle of another server is completed with the server`() async throws {
    let setting = Setting()
    let content = Post.PostContent(
      text: RichText(runs: [.init("@bo", .mention(Person.ID("b"))), .init(" hi")]),
      mentions: ["bo@far.example"])
    try await setting.hold([Post.sample("1", by: "ada").replacingContent(content)])
    let interactor = writing(setting)

    await interactor.handle(.complete("@bo"))

    #expect(
      spy.last?.offer == ComposeScene.WordSuggestions(.name, "@bo", [.init("@bo@far.example")]))
  }

  @Test func `a post begins with the default audience of the account`() async throws {
    let setting = Setting(habits: PostingDefaults(visibility: .unlisted))
    let interactor = writing(setting)

    await interactor.handle(.open(.post))

    #expect(draft?.visibility == .unlisted)
  }

  @Test(arguments: [
    ComposeScene.ComposePurpose.post, .reply(to: Post.ID("1")), .quote(Post.ID("1")),
  ])
  func `a post begins with covered pictures if that is the account's default`(
    purpose: ComposeScene.ComposePurpose
  ) async throws {
    let setting = Setting(habits: PostingDefaults(coversPictures: true))
    let interactor = writing(setting)

    await interactor.handle(.open(purpose))

    #expect(draft?.isSensitive == true)
  }
}

/// How an answer begins.
extension ComposeInteractorTests {
  @Test func `a reply begins with the author's handle, and an unchanged one is not saved`()
    async throws
  {
    let setting = try await Setting().holding([.sample("1", by: "ada")])
    let interactor = writing(setting)

    await interactor.handle(.open(.reply(to: Post.ID("1"))))
    #expect(draft?.text == "@ada ")
    await interactor.handle(.leave)

    #expect(spy.effects.last == .leave(nil))
    #expect(await setting.outbox.drafts(of: setting.account) == [])
  }

  @Test func `a reply begins with all participants' handles, once each and without the user's`()
    async throws
  {
    let setting = Setting()
    let me = setting.session.account.handle
    try await setting.hold([
      .sample("1", by: "ada", mentions: ["bo@far.example", "ADA", me, "cy", "Bo@far.example"])
    ])
    let interactor = writing(setting)

    await interactor.handle(.open(.reply(to: Post.ID("1"))))

    #expect(draft?.text == "@ada @bo@far.example @cy ")
  }

  @Test func `a reply to the user's own post begins with the other handles and the same audience`()
    async throws
  {
    let setting = Setting()
    try await setting.hold([.sample("1", by: "me", mentions: ["bo"], for: .mentioned)])
    let interactor = writing(setting)

    await interactor.handle(.open(.reply(to: Post.ID("1"))))

    #expect(draft?.text == "@bo ")
    #expect(draft?.visibility == .mentioned)
  }

  @Test func `a reply begins empty at services that notify the author without a handle`()
    async throws
  {
    let setting = Setting(repliesStartWithHandle: false)
    try await setting.hold([.sample("1", by: "ada")])
    let interactor = writing(setting)

    await interactor.handle(.open(.reply(to: Post.ID("1"))))

    #expect(draft?.text == "")
    #expect(draft?.replyTo == Post.ID("1"))
  }

  @Test func `a reply takes over the author's content warning, but not the title of a filter`()
    async throws
  {
    let setting = Setting()
    let content = Post.PostContent(text: RichText("Eels"), warning: "food", foldReason: "Regatta")
    try await setting.hold([Post.sample("1", by: "ada").replacingContent(content)])
    let interactor = writing(setting)

    await interactor.handle(.open(.reply(to: Post.ID("1"))))

    #expect(draft?.warning == "food")
  }

  @Test(
    arguments: [
      (.everybody, .unlisted), (.unlisted, .unlisted), (.mentioned, .mentioned),
    ] as [(Visibility, Visibility)])
  func `a reply's audience is no wider than the answered post's or the default`(
    answered: Visibility, expected: Visibility
  ) async throws {
    let setting = Setting(habits: PostingDefaults(visibility: .unlisted))
    try await setting.hold([.sample("1", by: "ada", mentions: [], for: answered)])
    let interactor = writing(setting)

    await interactor.handle(.open(.reply(to: Post.ID("1"))))

    #expect(draft?.visibility == expected)
  }
}

extension Spy where Value == ComposeScene.SceneState {
  /// The draft that was opened last.
  var opened: Draft? { last?.page?.draft }

  /// What was told about the draft, in order.
  var reports: [SceneEffect.DraftReport] {
    effects.compactMap {
      switch $0 {
      case .say(.draft(let report)), .leave(.draft(let report)): report
      default: nil
      }
    }
  }
}
