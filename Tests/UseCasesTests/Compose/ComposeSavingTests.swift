import Doubles
import FeedDomain
import Testing
import UseCases

/// What happens to a draft while an earlier request is still under way.
@MainActor @Suite struct ComposeSavingTests {
  private let spy = Spy<ComposeScene.SceneState>()

  private func writing(_ text: String, _ setting: Setting) async throws -> ComposeInteractor {
    let interactor = await ComposeInteractor(
      setting.session, actions: setting.actions, presenter: spy
    ).after(.open(.post))
    await interactor.handle(.edit(try written(text)))
    return interactor
  }

  private func written(_ text: String) throws -> Draft {
    try #require(spy.last?.page?.draft).with(\.text, text)
  }

  private func storedTexts(_ setting: Setting) async -> [String] {
    await setting.outbox.drafts(of: setting.account).map(\.text)
  }

  @Test func `the program ends once the last typed text is saved`() async throws {
    let setting = Setting()
    await setting.outbox.holdSaves()
    let interactor = try await writing("Hel", setting)
    #expect(await eventually { await setting.outbox.heldSaves == 1 })
    await interactor.handle(.edit(try written("Hello")))

    let hasEnded = Flag()
    Task.immediate { await interactor.handle(.leave) }
    Task.immediate {
      await setting.actions.stopDelivery()
      hasEnded.raise()
    }
    for _ in 0..<1000 { await Task.yield() }
    #expect(!hasEnded.isUp)
    await setting.outbox.releaseSaves()

    #expect(await eventually { hasEnded.isUp })
    #expect(await storedTexts(setting) == ["Hello"])
  }

  @Test func `the program ends once a sent text is queued`() async throws {
    let setting = Setting()
    await setting.outbox.holdSaves()
    let interactor = try await writing("Hello", setting)

    let hasEnded = Flag()
    Task.immediate { await interactor.handle(.send) }
    Task.immediate {
      await setting.actions.stopDelivery()
      hasEnded.raise()
    }
    for _ in 0..<1000 { await Task.yield() }
    #expect(!hasEnded.isUp)
    await setting.outbox.releaseSaves()

    #expect(await eventually { hasEnded.isUp })
    #expect(await setting.outbox.held.count == 1)
  }

  @Test func `a failure to save a draft that is being sent is reported once the sending failed`()
    async throws
  {
    let setting = Setting()
    await setting.outbox.holdSaves()
    let interactor = try await writing("Hello", setting)
    #expect(await eventually { await setting.outbox.heldSaves == 1 })

    let isDone = Flag()
    Task.immediate {
      await interactor.handle(.send)
      isDone.raise()
    }
    await setting.outbox.fail(.full)
    await setting.outbox.releaseSaves()

    #expect(await eventually { isDone.isUp })
    #expect(spy.reports == [.notSaved(.full, isLeaving: false)])
    #expect(spy.last?.saving == .failed)
  }

  @Test func `leaving while a draft is being sent waits, and keeps a draft that was not sent`()
    async throws
  {
    let setting = Setting()
    let interactor = try await writing("Hello", setting)
    #expect(await eventually { spy.last?.saving == .saved })
    await setting.outbox.holdSaves()

    let isDone = Flag()
    Task.immediate { await interactor.handle(.send) }
    Task.immediate {
      await interactor.handle(.leave)
      isDone.raise()
    }
    #expect(await eventually { await setting.outbox.heldSaves == 1 })
    #expect(spy.effects.isEmpty)
    await setting.outbox.fail(.full)
    await setting.outbox.releaseSaves()

    #expect(await eventually { isDone.isUp })
    #expect(
      spy.effects == [
        .say(.draft(.notSaved(.full, isLeaving: false))), .leave(.draft(.saved)),
      ])
    #expect(await storedTexts(setting) == ["Hello"])
  }

  @Test(arguments: [true, false])
  func `a picture that is being checked belongs to the post that is sent or left`(isSent: Bool)
    async throws
  {
    let release = Flag()
    var pictures = StubPictures()
    pictures.release = release
    let setting = Setting(pictures: pictures, attachments: 2)
    let interactor = try await writing("Hello", setting)

    let isDone = Flag()
    Task.immediate { await interactor.handle(.attach(path: "/a.jpg", altText: "A")) }
    Task.immediate {
      await interactor.handle(isSent ? .send : .leave)
      isDone.raise()
    }
    for _ in 0..<1000 { await Task.yield() }
    release.raise()

    #expect(await eventually { isDone.isUp })
    let queued = await setting.outbox.held.compactMap {
      if case .publish(let draft) = $0.change { draft } else { nil }
    }
    let drafts = await setting.outbox.drafts(of: setting.account)
    #expect((isSent ? queued : drafts).map { $0.attachments.map(\.path) } == [["/a.jpg"]])
  }

  @Test func `a post whose picture is refused meanwhile is not sent`() async throws {
    let release = Flag()
    var pictures = StubPictures(problem: .notAPicture)
    pictures.release = release
    let setting = Setting(pictures: pictures, attachments: 2)
    let interactor = try await writing("Hello", setting)

    let isDone = Flag()
    Task.immediate { await interactor.handle(.attach(path: "/a.txt", altText: "A")) }
    Task.immediate {
      await interactor.handle(.send)
      isDone.raise()
    }
    release.raise()

    #expect(await eventually { isDone.isUp })
    #expect(spy.effects == [.say(.draft(.pictureRefused(.notAPicture)))])
    #expect(await setting.outbox.held.isEmpty)
  }
}
