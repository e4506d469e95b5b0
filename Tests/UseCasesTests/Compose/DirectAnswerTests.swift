import Doubles
import FeedDomain
import Testing
import UseCases

/// An answer to what was said directly is for nobody else, whichever door it goes through.
@MainActor @Suite struct DirectAnswerTests {
  private let spy = Spy<Compose.Response>()
  private let secret = Post.sample("1", by: "ada", mentions: ["me"], for: .mentioned)

  private func setting(
    _ items: [OutboxItem] = [], service posts: [Post] = []
  ) async throws -> Setting {
    let setting = Setting(service: posts, outbox: items)
    try await setting.hold([secret])
    return setting
  }

  private func wide(_ id: String = "d", editing: Post.ID? = nil) -> Draft {
    Draft(id: Draft.ID(id), text: "So do I.", replyTo: secret.id, editing: editing)
      .followed(by: [Draft(id: Draft.ID(id), text: "And more.")])
  }

  private func writing(_ setting: Setting) -> ComposeInteractor {
    ComposeInteractor(setting.session, actions: setting.actions, presenter: spy)
  }

  /// The draft that writing began with, and who may be chosen to see it.
  private var begun: (draft: Draft, choices: [Visibility])? {
    spy.values.lazy.compactMap { response in
      if case .editing(let draft, let limits, _, _) = response {
        (draft, limits.visibilities)
      } else {
        nil
      }
    }.first
  }

  private func sees(_ draft: Draft?) -> Set<Visibility> {
    Set(draft?.posts.map(\.visibility) ?? [])
  }

  @Test func `a reply begins direct, and nothing else can be chosen`() async throws {
    let setting = try await setting()

    await writing(setting).handle(.open(.reply(to: secret.id)))

    #expect(begun?.draft.visibility == .mentioned)
    #expect(begun?.choices == [.mentioned])
  }

  @Test func `a reply to anything else may be for anybody`() async throws {
    let setting = Setting()
    try await setting.hold([.sample("2")])

    await writing(setting).handle(.open(.reply(to: Post.ID("2"))))

    #expect(begun?.draft.visibility == .everybody)
    #expect(begun?.choices == Visibility.allCases)
  }

  @Test func `a draft that is taken up again is narrowed, with what follows it`() async throws {
    for purpose in [Compose.Purpose.reply(to: secret.id), .draft(Draft.ID("d"))] {
      let setting = try await setting()
      _ = try await setting.outbox.save(
        wide(), over: nil, account: setting.account, now: setting.world.now)
      spy.forget()

      await writing(setting).handle(.open(purpose))

      #expect(sees(begun?.draft) == [.mentioned], "\(purpose)")
      #expect(begun?.choices == [.mentioned])
    }
  }

  @Test func `so is what is taken back from the outbox`() async throws {
    let item = Setting().item("d", .publish(wide()), .refused(.refused(nil)))
    let setting = try await setting([item])
    await setting.actions.start()

    await writing(setting).handle(.open(.edit(item.id)))

    #expect(sees(begun?.draft) == [.mentioned])
  }

  @Test func `what is sent for more eyes all the same is queued for those alone`() async throws {
    let setting = try await setting()
    let interactor = writing(setting)
    await interactor.handle(.open(.reply(to: secret.id)))
    let draft = try #require(begun?.draft)

    await interactor.handle(
      .edit(draft.saying("So do I.").visible(to: .everybody).followed(by: wide().following)))
    await interactor.handle(.send)

    guard case .publish(let queued)? = await setting.outbox.held.first?.change else {
      return #expect(Bool(false))
    }
    #expect(sees(queued) == [.mentioned])
  }

  @Test func `what is in the outbox already goes out for those alone`() async throws {
    let setting = try await setting([
      Setting().item("d", .publish(wide()), .queued(notBefore: nil, after: nil))
    ])

    await setting.actions.start()

    #expect(await eventually { await !setting.service.sent.isEmpty })
    guard case .publish(let sent)? = await setting.service.sent.first else {
      return #expect(Bool(false))
    }
    #expect(sent.visibility == .mentioned)
  }

  @Test func `where what is answered is not held, the service is asked before anything is sent`()
    async throws
  {
    let setting = Setting(
      service: [secret],
      outbox: [Setting().item("d", .publish(wide()), .queued(notBefore: nil, after: nil))])

    await setting.actions.start()

    #expect(await eventually { await !setting.service.sent.isEmpty })
    guard case .publish(let sent)? = await setting.service.sent.first else {
      return #expect(Bool(false))
    }
    #expect(sent.visibility == .mentioned)
    #expect(await setting.service.conversationsAsked.map(\.post) == [secret.id])
  }

  @Test func `while that cannot be asked, it waits`() async throws {
    let setting = Setting(
      service: [secret],
      outbox: [Setting().item("d", .publish(wide()), .queued(notBefore: nil, after: nil))])
    await setting.service.fail(.unreachable)

    await setting.actions.start()

    #expect(await eventually { setting.world.nextWaking != nil })
    #expect(await setting.service.sent.isEmpty)
  }
}
