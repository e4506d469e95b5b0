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

  @Test func `what is written is measured at once and saved`() async throws {
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
    _ = try await setting.outbox.saveDraft(
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

  @Test func `a very long text is counted away from the keys, the last that was typed at the end`()
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

  @Test func `a draft goes by a key of the time at which it was begun`() async throws {
    let setting = Setting()
    let interactor = writing(setting)

    await interactor.handle(.open(.post))

    #expect(try #require(draft).id.rawValue.hasPrefix("ordered-"))
  }

  @Test func `a draft that was left is offered again`() async throws {
    let setting = Setting()
    let interactor = await writing(setting).after(.open(.post))
    await interactor.handle(.edit(try #require(draft).with(\.text, "Hello")), .leave)
    #expect(spy.effects.last == .leave(.draft(.saved)))

    await interactor.handle(.open(.post))

    #expect(draft?.text == "Hello")
    #expect(isResumed)
  }

  @Test func `what is written after a sign-out stays on the screen and is stored nowhere`()
    async throws
  {
    let setting = Setting()
    let interactor = await writing(setting).after(.open(.post))
    await interactor.handle(.edit(try #require(draft).with(\.text, "Hello")))
    #expect(await eventually { spy.last?.saving == .saved })
    try await setting.outbox.discardDraft(try #require(draft).with(\.text, "Hello"))

    setting.session.endSession()
    await interactor.handle(.leave)
    #expect(spy.reports.last == .notSaved(.signedOut, isLeaving: true))
    await interactor.handle(.send)

    #expect(spy.reports.last == .notSaved(.signedOut, isLeaving: false))
    #expect(await setting.outbox.drafts.isEmpty)
    #expect(await setting.outbox.held.isEmpty)
  }

  @Test func `sending queues on disk and drops the draft`() async throws {
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
    #expect(spy.effects.last == .leave(.draft(.queued(item.change, .turn, until: until))))
    #expect(held.map(\.change) == [.publish(written)])
    #expect(await setting.outbox.drafts(of: setting.account) == [])
  }

  @Test func `a post behind one that waits says what it waits for`() async throws {
    let later = FakeWorld().now.timeAdvanced(by: .seconds(600))
    let setting = Setting(outbox: [
      Setting().item(
        "a", .say("First"), .queued(notBefore: later, after: .rateLimited(until: later)))
    ])
    let interactor = await writing(setting).after(.open(.post))
    await interactor.handle(.edit(try #require(draft).with(\.text, "Hello")))

    await interactor.handle(.send)

    guard case .queued(_, let wait, _)? = spy.reports.last else {
      Issue.record("nothing was queued")
      return
    }
    #expect(wait == .nextTry(later, after: .rateLimited(until: later)))
  }

  @Test func `what is empty or too long is not sent`() async throws {
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

  @Test func `where a post needs a picture, one without is not queued, and an answer is`()
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

  @Test func `a full disk keeps the words in the scene`() async throws {
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

  @Test func `a draft that cannot be saved cannot be left behind`() async throws {
    let setting = Setting()
    let interactor = await writing(setting).after(.open(.post))
    await setting.outbox.fail(.full)
    await interactor.handle(.edit(try #require(draft).with(\.text, "Hello")))

    await interactor.handle(.leave)

    #expect(spy.reports.last == .notSaved(.full, isLeaving: true))
  }

  @Test func `a draft that is thrown away is gone, and the page goes`() async throws {
    let setting = Setting()
    let interactor = await writing(setting).after(.open(.post))
    await interactor.handle(.edit(try #require(draft).with(\.text, "Hello")))

    await interactor.handle(.discard)

    #expect(spy.effects.last == .leave(nil))
    #expect(await setting.outbox.drafts(of: setting.account) == [])
  }

  @Test func `what waits can be taken back and edited`() async throws {
    let setting = Setting()
    let item = try await setting.actions.queueChange(.say("Hello"))
    let interactor = writing(setting)

    await interactor.handle(.open(.edit(item.id)))

    #expect(draft?.text == "Hello")
    #expect(draft?.id.rawValue != item.id.rawValue)
    #expect(await setting.outbox.held == [])
  }

  @Test func `what was taken back and left is gone on with by its id`() async throws {
    let setting = try await Setting().holding([.sample("1")])
    let reply = Draft(id: Draft.ID("r"), text: "Rye", replyTo: Post.ID("1"))
    let item = try await setting.actions.queueChange(.publish(reply))
    let interactor = await writing(setting).after(.open(.edit(item.id)))
    await interactor.handle(.leave)
    let left = try #require(await setting.outbox.drafts(of: setting.account).first)

    await interactor.handle(.open(.draft(left.id)))
    let limits = try #require(setting.session.connection.draftLimits)
    #expect(spy.last?.page == ComposeScene.DisplayedDraft(left, limits, original: .sample("1")))
    #expect(isResumed)
    try await setting.outbox.discardDraft(left)
    await interactor.handle(.open(.draft(left.id)))

    #expect(spy.effects.last == .leave(nil))
  }

  @Test func `names and tags that were seen are offered`() async throws {
    let setting = try await Setting().holding([.sample("2", by: "ada"), .sample("1", by: "adam")])
    let interactor = writing(setting)

    await interactor.handle(.complete("@AD"))

    #expect(
      spy.last?.offer
        == ComposeScene.WordSuggestions(.name, "@AD", [.init("@ada"), .init("@adam")]))
  }

  @Test func `somebody elsewhere is completed with where they are`() async throws {
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

  @Test func `a post begins for those eyes for which the reader writes`() async throws {
    let setting = Setting(habits: PostingDefaults(visibility: .unlisted))
    let interactor = writing(setting)

    await interactor.handle(.open(.post))

    #expect(draft?.visibility == .unlisted)
  }

  @Test(arguments: [
    ComposeScene.ComposePurpose.post, .reply(to: Post.ID("1")), .quote(Post.ID("1")),
  ])
  func `a post begins with covered pictures where the reader covers them`(
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
  @Test func `an answer begins with the handle, and an untouched one is not kept`() async throws {
    let setting = try await Setting().holding([.sample("1", by: "ada")])
    let interactor = writing(setting)

    await interactor.handle(.open(.reply(to: Post.ID("1"))))
    #expect(draft?.text == "@ada ")
    await interactor.handle(.leave)

    #expect(spy.effects.last == .leave(nil))
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
    let content = Post.PostContent(text: RichText("Eels"), warning: "food", fold: "Regatta")
    try await setting.hold([Post.sample("1", by: "ada").replacingContent(content)])
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

extension Spy where Value == ComposeScene.SceneState {
  /// The draft that was opened last.
  var opened: Draft? { last?.page?.draft }

  /// What was told about the draft, in order.
  var reports: [Effect.DraftReport] {
    effects.compactMap {
      switch $0 {
      case .say(.draft(let report)), .leave(.draft(let report)): report
      default: nil
      }
    }
  }
}
