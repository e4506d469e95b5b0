import Doubles
import Testing

@testable import FeedDomain
@testable import UseCases

/// Writing several posts that go out one after the other.
@MainActor @Suite struct ComposeThreadTests {
  private let spy = Spy<Compose.Response>()

  private func writing(_ setting: Setting) async throws -> (ComposeInteractor, Draft) {
    let interactor = ComposeInteractor(
      setting.session, actions: setting.actions, presenter: spy)
    await interactor.handle(.open(.post))
    for case .editing(let draft, _, _, _) in spy.values { return (interactor, draft) }
    throw CancellationError()
  }

  private func thread(_ draft: Draft, _ words: String...) -> Draft {
    let posts = words.map(draft.saying)
    return posts[0].followed(by: Array(posts.dropFirst()))
  }

  @Test func `each post is measured, and all of it is saved as one draft`() async throws {
    let setting = Setting()
    let (interactor, draft) = try await writing(setting)
    let thread = thread(draft, "Hello", "Hello you")

    await interactor.handle(.edit(thread))

    #expect(spy.values.last == .measured(remaining: 15, following: [11], canSend: true))
    #expect(await eventually { spy.values.last == .saved })
    #expect(await setting.outbox.drafts(of: setting.account) == [thread])
  }

  @Test func `it waits as one, without the posts in which there is nothing`() async throws {
    let setting = Setting()
    let (interactor, draft) = try await writing(setting)
    await interactor.handle(.edit(thread(draft, "", "One", " ", "Two", "")))

    await interactor.handle(.send)

    let changes = await setting.outbox.held.map(\.change)
    #expect(changes == [.publish(thread(draft, "One", "Two"))])
    #expect(await setting.outbox.drafts(of: setting.account) == [])
  }

  @Test func `what is wrong is said of the post with which it is`() async throws {
    let (interactor, draft) = try await writing(Setting(canSetLanguage: true))
    let long = String(repeating: "a", count: 23)

    await interactor.handle(.edit(thread(draft, "One", long)))
    await interactor.handle(.send)
    #expect(spy.values.last == .tooLong(by: 3, post: 1))

    let odd = draft.saying("Two").written(in: "no language")
    await interactor.handle(.edit(draft.saying("One").followed(by: [draft.saying("x"), odd])))
    await interactor.handle(.send)
    #expect(spy.values.last == .unfit(.unknownLanguage("no language"), post: 2))
  }

  @Test func `a thread goes out at once`() async throws {
    let setting = Setting()
    let (interactor, draft) = try await writing(setting)
    let later = draft.saying("One").posted(at: setting.world.now.advanced(by: .seconds(3600)))

    await interactor.handle(.edit(later.followed(by: [draft.saying("Two")])))
    await interactor.handle(.send)

    #expect(spy.values.last == .unfit(.threadLater))
    #expect(await setting.outbox.held == [])
  }

  @Test func `where nobody can answer themselves there are none`() {
    let limits = StubService().offering(threads: false).draftLimits
    let one = Draft(id: Draft.ID("d"), text: "One")

    #expect(limits?.problem(with: one) == nil)
    #expect(limits?.problem(with: one.followed(by: [one])) == .noThreads)
  }

  @Test func `a picture goes with the post to which it was added`() async throws {
    let setting = Setting(pictures: StubPictures(), attachments: 1)
    let (interactor, draft) = try await writing(setting)
    let thread = thread(draft, "One", "Two")
    await interactor.handle(.edit(thread))

    await interactor.handle(.attach(path: "/boat.jpg", altText: "A boat", post: 1))

    guard case .attached(let attached, post: 1)? = spy.values.last(where: { $0 != .saved }) else {
      Issue.record("nothing was attached: \(spy.values)")
      return
    }
    #expect(attached.attachments == [])
    #expect(attached.post(1)?.attachments.map(\.altText) == ["A boat"])

    await interactor.handle(.describe(place: 0, altText: "A ship", post: 1))
    #expect(
      await eventually {
        await setting.outbox.drafts(of: setting.account).first?.following.first?.attachments
          .map(\.altText) == ["A ship"]
      })
  }

  @Test func `the next post is for the same eyes, behind the same warning`() {
    let draft = Draft(
      id: Draft.ID("d"), text: "@bo@far.example look, @ada! Mail me: x@y.example",
      warning: "Regatta", visibility: .mentioned,
      attachments: [Draft.Attachment(path: "/a", altText: "A")], language: "de",
      quotePolicy: .nobody)

    #expect(
      draft.successor
        == Draft(
          id: Draft.ID("d"), text: "@bo@far.example @ada ", warning: "Regatta",
          visibility: .mentioned, language: "de", quotePolicy: .nobody))
    // Everybody hears what everybody may see.
    #expect(draft.visible(to: .everybody).successor.text.isEmpty)
  }

  @Test func `a draft that is taken elsewhere takes its thread along`() {
    let draft = Draft(
      id: Draft.ID("a"), text: "One",
      following: [
        Draft(
          id: Draft.ID("a"), text: "Two",
          attachments: [Draft.Attachment(path: "/a", altText: "", uploaded: "m")])
      ])

    let copy = draft.copied(as: Draft.ID("b"))

    #expect(copy.posts.map(\.id.rawValue) == ["b", "b"])
    #expect(copy.following[0].attachments[0].uploaded == nil)
  }
}
