import Doubles
import FeedDomain
import Testing
import UseCases

@MainActor @Suite struct ComposePictureTests {
  private let spy = Spy<Compose.Response>()

  private func writing(_ pictures: StubPictures, limit: Int = 2) async -> ComposeInteractor {
    let setting = Setting(pictures: pictures, attachments: limit)
    let interactor = ComposeInteractor(setting.session, actions: setting.actions, presenter: spy)
    await interactor.handle(.open(.post))
    return interactor
  }

  private var attached: [[String]] {
    spy.values.compactMap {
      if case .attached(let draft, _) = $0 { draft.attachments.map(\.path) } else { nil }
    }
  }

  @Test func `a picture that can be posted is in the draft, which can be sent`() async {
    let interactor = await writing(StubPictures())

    await interactor.handle(.attach(path: "/a.jpg", altText: "A"))
    await interactor.handle(.attach(path: "/b.jpg", altText: "B"))

    #expect(attached == [["/a.jpg"], ["/a.jpg", "/b.jpg"]])
    #expect(spy.values.contains(.measured(remaining: 20, canSend: true)))
  }

  @Test func `a picture is found again from another directory`() async {
    let interactor = await writing(StubPictures())

    await interactor.handle(.attach(path: "a.jpg", altText: "A"))

    #expect(attached == [["/here/a.jpg"]])
  }

  @Test func `what cannot be posted is told at once`() async {
    let interactor = await writing(StubPictures(problem: .notAPicture))

    await interactor.handle(.attach(path: "/a.txt", altText: ""))

    #expect(spy.values.last == .notAttached(.notAPicture))
    #expect(attached == [])
  }

  @Test func `where no file may be named none is opened, and none is listed`() async {
    var pictures = StubPictures(files: ["/etc/passwd"])
    pictures.takesFiles = false
    let interactor = await writing(pictures)

    await interactor.handle(.look(path: "/etc/passwd"))
    await interactor.handle(.attach(path: "/etc/passwd", altText: ""))
    await interactor.handle(.completePath("/etc/"))

    #expect(
      spy.values.suffix(3) == [
        .notAttached(.forbidden), .notAttached(.forbidden), .paths([], beginning: "/etc/"),
      ])
    #expect(attached == [])
  }

  @Test func `a picture that is gone by now is told before the post is sent`() async throws {
    let setting = Setting(pictures: StubPictures(problem: .missing), attachments: 2)
    let gone = Draft(id: Draft.ID("d"), text: "Look").attaching([
      .init(path: "/a.jpg", altText: "A")
    ])
    _ = try await setting.outbox.save(
      gone, over: nil, account: setting.account, now: setting.world.now)
    let interactor = ComposeInteractor(setting.session, actions: setting.actions, presenter: spy)

    await interactor.handle(.open(.post))
    #expect(await eventually { spy.values.last == .unfit(.pictureGone(path: "/a.jpg")) })
    await interactor.handle(.send)

    #expect(spy.values.count { $0 == .unfit(.pictureGone(path: "/a.jpg")) } == 2)
    #expect(await setting.outbox.held == [])
    await interactor.handle(.leave)
    #expect(spy.values.last == .left(keptDraft: true))
  }

  @Test func `what cannot be posted is told before it is described`() async {
    let interactor = await writing(StubPictures(problem: .missing))

    await interactor.handle(.look(path: "/a.jpg"))

    #expect(spy.values.last == .notAttached(.missing))
  }

  @Test func `of a picture that can be posted nothing is told yet`() async {
    let interactor = await writing(StubPictures(), limit: 1)
    let before = spy.values.count

    await interactor.handle(.look(path: "/a.jpg"))
    #expect(spy.values.count == before)
    await interactor.handle(.attach(path: "/a.jpg", altText: ""))
    await interactor.handle(.look(path: "/b.jpg"))

    #expect(spy.values.last == .tooManyPictures(limit: 1))
  }

  @Test func `there are no more pictures than the service takes`() async {
    let interactor = await writing(StubPictures(), limit: 1)
    await interactor.handle(.attach(path: "/a.jpg", altText: ""))

    await interactor.handle(.attach(path: "/b.jpg", altText: ""))

    #expect(spy.values.last == .tooManyPictures(limit: 1))
    #expect(attached == [["/a.jpg"]])
  }

  @Test func `more words about a picture than the service takes are counted, not sent`() async {
    let interactor = await writing(StubPictures())
    let words = String(repeating: "ü", count: 50)

    await interactor.handle(.attach(path: "/a.jpg", altText: words + "é!?"))
    #expect(spy.values.last == .altTextTooLong(by: 3))
    #expect(attached == [])
    await interactor.handle(.attach(path: "/a.jpg", altText: words))

    #expect(attached == [["/a.jpg"]])
  }

  @Test func `a picture is described anew, within the service's limit`() async {
    let interactor = await writing(StubPictures())
    await interactor.handle(.attach(path: "/a.jpg", altText: "A"))

    await interactor.handle(.describe(place: 0, altText: "A boat"))
    await interactor.handle(.describe(place: 1, altText: "Nothing is there"))
    guard case .attached(let draft, _) = spy.values.last else {
      Issue.record("nothing was described")
      return
    }
    #expect(draft.attachments == [Draft.Attachment(path: "/a.jpg", altText: "A boat")])
    await interactor.handle(.describe(place: 0, altText: String(repeating: "é", count: 52)))
    #expect(spy.values.last == .altTextTooLong(by: 2))
  }

  @Test func `paths are completed`() async {
    let interactor = await writing(StubPictures(files: ["/a.jpg", "/b.jpg"]))

    await interactor.handle(.completePath("/b"))

    #expect(spy.values.last == .paths(["/b.jpg"], beginning: "/b"))
  }
}
