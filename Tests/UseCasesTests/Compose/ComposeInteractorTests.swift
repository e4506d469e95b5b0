import Doubles
import FeedDomain
import Testing
import UseCases

@MainActor @Suite struct ComposeInteractorTests {
  let spy = Spy<Compose.Response>()

  func writing(_ setting: Setting) -> ComposeInteractor {
    ComposeInteractor(setting.session, actions: setting.actions, presenter: spy)
  }

  var draft: Draft? {
    for case .editing(let draft, _, _, _) in spy.values.reversed() { return draft }
    return nil
  }

  private var isResumed: Bool? {
    for case .editing(_, _, _, let isResumed) in spy.values.reversed() { return isResumed }
    return nil
  }

  @Test func `what is written is measured at once and saved`() async throws {
    let setting = Setting()
    let interactor = writing(setting)
    await interactor.handle(.open(.post))

    await interactor.handle(.edit(try #require(draft).saying("Hello")))

    #expect(spy.values.last == .measured(remaining: 15, canSend: true))
    #expect(await eventually { spy.values.last == .saved })
    #expect(await setting.outbox.drafts(of: setting.account).map(\.text) == ["Hello"])
  }

  @Test func `a very long text is counted away from the keys, the last that was typed at the end`()
    async throws
  {
    let setting = Setting()
    let interactor = writing(setting)
    await interactor.handle(.open(.post))
    let draft = try #require(draft)
    let before = spy.values.count

    for count in 1...5 {
      await interactor.handle(
        .edit(draft.saying(String(repeating: "x", count: 100_000 + count))))
    }
    // Nothing was counted while they were typed.
    #expect(
      !spy.values.dropFirst(before).contains { if case .measured = $0 { true } else { false } })

    #expect(
      await eventually { spy.values.contains(.measured(remaining: 20 - 100_005, canSend: false)) })
    await interactor.handle(.send)
    #expect(spy.values.last == .tooLong(by: 100_005 - 20))
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
    let interactor = writing(setting)
    await interactor.handle(.open(.post))
    await interactor.handle(.edit(try #require(draft).saying("Hello")))
    await interactor.handle(.leave)
    #expect(spy.values.last == .left(keptDraft: true))

    await interactor.handle(.open(.post))

    #expect(draft?.text == "Hello")
    #expect(isResumed == true)
  }

  @Test func `what is written after a sign-out stays on the screen and is stored nowhere`()
    async throws
  {
    let setting = Setting()
    let interactor = writing(setting)
    await interactor.handle(.open(.post))
    await interactor.handle(.edit(try #require(draft).saying("Hello")))
    #expect(await eventually { spy.values.last == .saved })
    try await setting.outbox.discard(try #require(draft).saying("Hello"))

    setting.session.end()
    await interactor.handle(.leave)
    #expect(spy.values.last == .notKept(.signedOut))
    await interactor.handle(.send)

    #expect(spy.values.last == .notKept(.signedOut))
    #expect(await setting.outbox.drafts.isEmpty)
    #expect(await setting.outbox.held.isEmpty)
  }

  @Test func `sending queues on disk and drops the draft`() async throws {
    let setting = Setting()
    let interactor = writing(setting)
    await interactor.handle(.open(.post))
    let written = try #require(draft).saying("Hello")
    await interactor.handle(.edit(written))

    await interactor.handle(.send)
    await interactor.handle(.send)

    let held = await setting.outbox.held
    let item = try #require(held.first)
    let until = setting.world.now.advanced(by: .seconds(5))
    #expect(spy.values.last == .queued(item, until: until))
    #expect(held.map(\.change) == [.publish(written)])
    #expect(await setting.outbox.drafts(of: setting.account) == [])
  }

  @Test func `a post behind one that waits says what it waits for`() async throws {
    let later = FakeWorld().now.advanced(by: .seconds(600))
    let setting = Setting(outbox: [
      Setting().item(
        "a", .say("First"), .queued(notBefore: later, after: .rateLimited(until: later)))
    ])
    let interactor = writing(setting)
    await interactor.handle(.open(.post))
    await interactor.handle(.edit(try #require(draft).saying("Hello")))

    await interactor.handle(.send)

    guard case .queued(_, _, let wait)? = spy.values.last else {
      Issue.record("nothing was queued")
      return
    }
    #expect(wait == .nextTry(later, after: .rateLimited(until: later)))
  }

  @Test func `what is empty or too long is not sent`() async throws {
    let setting = Setting()
    let interactor = writing(setting)
    await interactor.handle(.open(.post))

    await interactor.handle(.send)
    #expect(spy.values.last == .empty)
    await interactor.handle(
      .edit(try #require(draft).saying("Far more than twenty characters")))
    await interactor.handle(.send)

    #expect(spy.values.contains(.tooLong(by: 11)))
    #expect(await setting.outbox.held == [])
  }

  @Test func `where a post needs a picture, one without is not queued, and an answer is`()
    async throws
  {
    let setting = Setting(attachments: 1, needsPicture: true)
    let interactor = writing(setting)
    await interactor.handle(.open(.post))
    await interactor.handle(.edit(try #require(draft).saying("Hello")))

    await interactor.handle(.send)
    #expect(spy.values.contains(.measured(remaining: 15, canSend: false)))
    #expect(spy.values.contains(.unfit(.noPicture)))
    #expect(await setting.outbox.held == [])
    let picture = Draft.Attachment(path: "/a.jpg", altText: "")
    await interactor.handle(.edit(try #require(draft).saying("Hello").attaching([picture])))
    await interactor.handle(.send)
    #expect(await eventually { await setting.outbox.held.count == 1 })
    await interactor.handle(.open(.reply(to: Post.ID("1"))))
    await interactor.handle(.edit(try #require(draft).saying("Yes")))
    await interactor.handle(.send)

    #expect(await eventually { await setting.outbox.held.count == 2 })
  }

  @Test func `a full disk keeps the words in the scene`() async throws {
    let setting = Setting()
    let interactor = writing(setting)
    await interactor.handle(.open(.post))
    await interactor.handle(.edit(try #require(draft).saying("Hello")))
    #expect(await eventually { spy.values.last == .saved })
    await setting.outbox.fail(.full)

    await interactor.handle(.send)
    #expect(spy.values.last == .notKept(.full))
    await setting.outbox.fail(nil)
    await interactor.handle(.send)

    #expect(await setting.outbox.held.count == 1)
  }

  @Test func `a draft that cannot be saved cannot be left behind`() async throws {
    let setting = Setting()
    let interactor = writing(setting)
    await interactor.handle(.open(.post))
    await setting.outbox.fail(.full)
    await interactor.handle(.edit(try #require(draft).saying("Hello")))

    await interactor.handle(.leave)

    #expect(spy.values.last == .notKept(.full))
  }

  @Test func `a draft that is thrown away is gone, and the page goes`() async throws {
    let setting = Setting()
    let interactor = writing(setting)
    await interactor.handle(.open(.post))
    await interactor.handle(.edit(try #require(draft).saying("Hello")))

    await interactor.handle(.discard)

    #expect(spy.values.last == .left(keptDraft: false))
    #expect(await setting.outbox.drafts(of: setting.account) == [])
  }

  @Test func `what waits can be taken back and edited`() async throws {
    let setting = Setting()
    let item = try await setting.actions.queue(.say("Hello"))
    let interactor = writing(setting)

    await interactor.handle(.open(.edit(item.id)))

    #expect(draft?.text == "Hello")
    #expect(draft?.id.rawValue != item.id.rawValue)
    #expect(await setting.outbox.held == [])
  }

  @Test func `what was taken back and left is gone on with by its id`() async throws {
    let setting = Setting()
    try await setting.hold([.sample("1")])
    let reply = Draft(id: Draft.ID("r"), text: "Rye", replyTo: Post.ID("1"))
    let item = try await setting.actions.queue(.publish(reply))
    let interactor = writing(setting)
    await interactor.handle(.open(.edit(item.id)))
    await interactor.handle(.leave)
    let left = try #require(await setting.outbox.drafts(of: setting.account).first)

    await interactor.handle(.open(.draft(left.id)))
    let limits = try #require(setting.session.connection.draftLimits)
    #expect(
      spy.values.contains(
        .editing(left, limits, replyingTo: .sample("1"), isResumed: true)))
    try await setting.outbox.discard(left)
    await interactor.handle(.open(.draft(left.id)))

    #expect(spy.values.last == .left(keptDraft: false))
  }

  @Test func `names and tags that were seen are offered`() async throws {
    let setting = Setting()
    try await setting.hold([.sample("2", by: "ada"), .sample("1", by: "adam")])
    let interactor = writing(setting)

    await interactor.handle(.complete("@AD"))

    #expect(spy.values == [.completions(["@ada", "@adam"])])
  }

  @Test func `somebody elsewhere is completed with where they are`() async throws {
    let setting = Setting()
    let content = Post.Content(
      text: RichText(runs: [.init("@bo", .mention(Person.ID("b"))), .init(" hi")]),
      mentions: ["bo@far.example"])
    try await setting.hold([Post.sample("1", by: "ada").with(content)])
    let interactor = writing(setting)

    await interactor.handle(.complete("@bo"))

    #expect(spy.values.last == .completions(["@bo@far.example"]))
  }

  @Test func `a post begins for those eyes for which the reader writes`() async throws {
    let setting = Setting(habits: PostingDefaults(visibility: .unlisted))
    let interactor = writing(setting)

    await interactor.handle(.open(.post))

    #expect(draft?.visibility == .unlisted)
  }

  @Test(arguments: [Compose.Purpose.post, .reply(to: Post.ID("1")), .quote(Post.ID("1"))])
  func `a post begins with covered pictures where the reader covers them`(
    purpose: Compose.Purpose
  ) async throws {
    let setting = Setting(habits: PostingDefaults(coversPictures: true))
    let interactor = writing(setting)

    await interactor.handle(.open(purpose))

    #expect(draft?.isSensitive == true)
  }
}
