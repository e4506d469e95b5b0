import Doubles
import Testing

@testable import FeedDomain
@testable import UseCases

@MainActor @Suite struct FormInteractorTests {
  private let spy = Spy<FormScene.SceneState>()

  private func asking(_ setting: Setting, _ purpose: FormScene.FormPurpose) async throws
    -> FormInteractor
  {
    try await setting.hold([Post.sample("1", by: "ada")])
    try await setting.store.storePeople([.sample("ada")], account: setting.account)
    let interactor = await FormInteractor(setting.session, actions: setting.actions, presenter: spy)
      .after(.open(purpose))
    return interactor
  }

  private func setting() -> Setting { Setting(undoWindow: .zero) }

  @Test func `the form for a note is prefilled, and sends the changed note`() async throws {
    let setting = setting()
    let before: [InputField: String] = [.words: "Bakes."]
    let interactor = try await asking(
      setting, FormScene.FormPurpose(.note, .person(Person.ID("ada")), answers: before))
    #expect(
      spy.values == [FormScene.SceneState(.note, [.words], answers: before, .sample("ada"), nil)])

    await interactor.handle(.send([.words: "Bakes and sails."]))

    #expect(spy.effects.last == .leave(nil))
    let act = ServiceAction(.note, "ada", detail: "ada", answers: [.words: "Bakes and sails."])
    #expect(await eventually { await setting.service.sent == [.serviceAction(act)] })
  }

  @Test func `a text that cannot be stored stays in the form`() async throws {
    let setting = setting()
    let interactor = try await asking(
      setting, FormScene.FormPurpose(.message, .person(Person.ID("ada"))))
    await setting.outbox.fail(.full)

    await interactor.handle(.send([.words: "A long letter"]))
    #expect(spy.effects == [.say(.storeFailed(.full))])
    await setting.outbox.fail(nil)
    await interactor.handle(.send([.words: "A long letter"]))

    #expect(spy.effects.last == .leave(nil))
    #expect(await setting.outbox.held.count + setting.service.sent.count >= 1)
  }

  @Test func `a text longer than the service's limit is refused and not sent`() async throws {
    let limit = FormTextLimit(characters: 3, bytes: 30)
    let setting = Setting(undoWindow: .zero, textLimits: [.note: [.words: limit]])
    let interactor = try await asking(
      setting, FormScene.FormPurpose(.note, .person(Person.ID("ada"))))

    await interactor.handle(.send([.words: "Long"]))

    #expect(spy.effects == [.say(.tooLong(.words, limit))])
    #expect(await setting.outbox.held.isEmpty)
    await interactor.handle(.send([.words: "👩‍👩‍👧‍👦ab"]))
    #expect(spy.effects.last == .leave(nil))
  }

  @Test func `a report includes the id of the reported post`() async throws {
    let setting = setting()
    let interactor = try await asking(setting, FormScene.FormPurpose(.report, .post(Post.ID("1"))))
    // Whoever is at the user's own server has no other that could be told.
    #expect(
      spy.values == [
        FormScene.SceneState(
          .report, [.reason, .words], answers: [:], .sample("ada"), Post.sample("1", by: "ada"))
      ])

    await interactor.handle(.send([.reason: "spam", .words: ""]))

    let act = ServiceAction(
      .report, "ada", detail: "ada", answers: [.reason: "spam", .words: "", .post: "1"])
    #expect(await eventually { await setting.service.sent == [.serviceAction(act)] })
  }

  @Test(arguments: [true, false])
  func `the profile form offers picture files only outside the restricted mode`(_ takesFiles: Bool)
    async throws
  {
    var pictures = StubPictures()
    pictures.takesFiles = takesFiles
    let setting = Setting(undoWindow: .zero, pictures: pictures)
    let answers: [InputField: String] = [.words: "", .portrait: "", .banner: ""]

    _ = try await asking(setting, FormScene.FormPurpose(.profile, .nothing, answers: answers))

    let fields = try #require(spy.last?.fields)
    #expect(fields.contains(.words))
    #expect(fields.contains { $0 == .portrait || $0 == .banner } == takesFiles)
  }

  @Test func `a report of a person from another server can be forwarded to it`()
    async throws
  {
    let setting = setting()
    let there = Person(id: Person.ID("mei"), handle: "mei@fog.example", name: "Mei")
    try await setting.store.storePeople([there], account: setting.account)

    _ = try await asking(setting, FormScene.FormPurpose(.report, .person(Person.ID("mei"))))

    #expect(
      spy.values == [
        FormScene.SceneState(.report, [.reason, .words, .forwardsReport], answers: [:], there, nil)
      ])
  }

  @Test(arguments: ["", "  "])
  func `a reaction without an emoji is refused`(typed: String) async throws {
    let setting = setting()
    let interactor = try await asking(setting, FormScene.FormPurpose(.react, .post(Post.ID("1"))))

    await interactor.handle(.send([.emoji: typed]))
    #expect(spy.effects == [.say(.lacking(.emoji))])
    #expect(await setting.outbox.held.isEmpty)
    await interactor.handle(.send([.emoji: " :blobcat: "]))

    #expect(
      await eventually {
        await setting.service.sent == [
          .serviceAction(ServiceAction(.react, "1", detail: "blobcat"))
        ]
      })
  }

  @Test func `reacting with an emoji that the user has already used removes the reaction`()
    async throws
  {
    let setting = setting()
    let interactor = try await asking(setting, FormScene.FormPurpose(.react, .post(Post.ID("1"))))
    let post = Post.sample("1", by: "ada")
    let reactions = [
      Reaction(":blobcat:", count: 2, isOwn: true), Reaction("🐟", count: 1, isOwn: false),
    ]
    try await setting.hold([post.replacingContent(post.content.replacingReactions(reactions))])
    await interactor.handle(.open(FormScene.FormPurpose(.react, .post(Post.ID("1")))))

    await interactor.handle(.send([.emoji: "blobcat"]))
    await interactor.handle(.open(FormScene.FormPurpose(.react, .post(Post.ID("1")))))
    await interactor.handle(.send([.emoji: "🐟"]))

    #expect(
      await eventually {
        await setting.service.sent == [
          .serviceAction(ServiceAction(.react, "1", detail: "blobcat", isDone: false)),
          .serviceAction(ServiceAction(.react, "1", detail: "🐟")),
        ]
      })
  }

  @Test func `a filter needs a phrase and a context, and its phrase is trimmed`() async throws {
    let setting = setting()
    let interactor = try await asking(setting, FormScene.FormPurpose(.filter, .nothing))
    #expect(
      spy.values == [
        FormScene.SceneState(
          .filter, [.phrase, .filterContexts, .hidesMatches, .endTime], answers: [:], nil, nil)
      ])

    await interactor.handle(.send([.phrase: " "]), .send([.phrase: "boats", .filterContexts: ""]))
    #expect(spy.effects == [.say(.lacking(.phrase)), .say(.lacking(.filterContexts))])
    await interactor.handle(.send([.phrase: " grey  boats ", .endTime: "0"]))

    let act = ServiceAction(
      .filter, "grey boats", detail: "grey boats",
      answers: [.phrase: " grey  boats ", .endTime: "0"])
    #expect(await eventually { await setting.service.sent == [.serviceAction(act)] })
  }

  @Test func `a list needs a name, and can be renamed`() async throws {
    let setting = setting()
    let interactor = try await asking(setting, FormScene.FormPurpose(.makeList, .nothing))
    await interactor.handle(.send([.name: ""]))
    #expect(spy.effects == [.say(.lacking(.name))])
    await interactor.handle(.send([.name: "Boats"]))
    await interactor.handle(
      .open(FormScene.FormPurpose(.renameList, .nothing, answers: [.name: "Boats", .list: "5"])))
    await interactor.handle(.send([.name: "Ships"]))

    #expect(
      await eventually {
        await setting.service.sent == [
          .serviceAction(ServiceAction(.makeList, "Boats", answers: [.name: "Boats"])),
          .serviceAction(ServiceAction(.renameList, "5", answers: [.name: "Ships"])),
        ]
      })
  }

  @Test func `a form about an unknown person closes with a message`() async throws {
    let setting = setting()
    let interactor = try await asking(
      setting, FormScene.FormPurpose(.note, .person(Person.ID("nobody"))))
    #expect(spy.effects == [.leave(.unavailable(.notHere))])
    await interactor.handle(.send([:]))
    #expect(spy.effects == [.leave(.unavailable(.notHere))])
    #expect(await setting.outbox.held.isEmpty)
  }
}
