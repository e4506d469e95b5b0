import Doubles
import FeedDomain
import Testing
import UseCases

/// Deleting what was posted, to edit it as a new draft.
@MainActor @Suite struct ComposeRedraftTests {
  private let spy = Spy<ComposeScene.SceneState>()
  private let photos = StubPhotos()
  private let pictures = FakeDraftPictures()
  private let post = Post.ID("1")

  private var setting: Setting { Setting(attachments: 4, photos: photos, draftPictures: pictures) }

  private var posted: Post {
    let poll = Poll(
      options: [.init(title: "Rye", votes: 3), .init(title: "Oats", votes: 1)],
      closesAt: Timestamp(milliseconds: 3_600_000), allowsSeveral: true)
    var content = Post.PostContent(
      text: RichText("Rye or oats?"), warning: "Bread", photos: [.sample("loaf")], poll: poll,
      language: "en")
    content.photos[0].isSensitive = true
    return Post(
      id: post, author: .sample("me"), createdAt: Timestamp(milliseconds: 0), content: content,
      reply: Post.ReplyTarget(to: Post.ID("0"), handle: "ada"), visibility: .followers)
  }

  /// A post of words alone.
  private var text: Post {
    changedCopy(posted) { $0.content = Post.PostContent(text: RichText("Hm")) }
  }

  private func writing(_ setting: Setting) -> ComposeInteractor {
    ComposeInteractor(setting.session, actions: setting.actions, presenter: spy)
  }

  private var draft: Draft? { spy.last?.page?.draft }

  @Test func `redrafting saves the post with pictures and poll as a draft before deleting it`()
    async throws
  {
    let setting = setting
    try await setting.hold([posted])

    await writing(setting).handle(.open(.redraft(post)))

    let draft = try #require(draft)
    #expect(draft.text == "Rye or oats?")
    #expect(draft.warning == "Bread")
    #expect(draft.visibility == .followers)
    #expect(draft.replyTo == Post.ID("0"))
    #expect(draft.language == "en")
    #expect(draft.editing == nil)
    #expect(draft.replaces == post)
    #expect(
      draft.poll
        == Draft.DraftPoll(choices: ["Rye", "Oats"], allowsSeveral: true, lasts: .seconds(3600)))
    #expect(draft.attachments.map(\.altText) == ["A photo"])
    #expect(draft.attachments.map(\.path) == (await pictures.kept))
    #expect(await setting.outbox.drafts.map(\.0) == [draft])
    await setting.actions.waitUntilChangesWritten()
    #expect(await setting.outbox.held.map(\.change) == [.delete(post)])
    #expect(setting.actions.hidesPost(post))
    #expect(spy.reports == [.fetching, .redrafted])
  }

  @Test func `a post stays if its pictures cannot be fetched`() async throws {
    let setting = setting
    try await setting.hold([posted])
    await photos.fail(.unreachable)

    await writing(setting).handle(.open(.redraft(post)))

    await setting.actions.waitUntilChangesWritten()
    #expect(await setting.outbox.held.isEmpty)
    #expect(await setting.outbox.drafts.isEmpty)
    #expect(spy.effects.last == .leave(.draft(.notRedrafted(.service(.unreachable)))))
  }

  @Test func `a post stays if its pictures or its text cannot be saved`() async throws {
    for failsPictures in [true, false] {
      let setting = setting
      try await setting.hold([posted])
      if failsPictures { await pictures.fail(.full) } else { await setting.outbox.fail(.full) }

      await writing(setting).handle(.open(.redraft(post)))

      await setting.actions.waitUntilChangesWritten()
      #expect(await setting.outbox.held.isEmpty)
      #expect(spy.effects.last == .leave(.draft(.notRedrafted(.store(.full)))))
    }
  }

  @Test func `a post stays if the scene is closed while its pictures are fetched`() async throws {
    let setting = setting
    try await setting.hold([posted])
    await photos.hold()
    let interactor = writing(setting)

    let opening = Task { await interactor.handle(.open(.redraft(post))) }
    #expect(await eventually { await photos.waiting == 1 })
    opening.cancel()
    await photos.release()
    await opening.value

    await setting.actions.waitUntilChangesWritten()
    #expect(await setting.outbox.held.isEmpty)
    #expect(await setting.outbox.drafts.isEmpty)
  }

  @Test func `a refused deletion shows the post again, and holds back the new post`() async throws {
    let setting = try await Setting(undoWindow: .zero).holding([text])
    await setting.service.answer(.failure(.refused("No.")))
    let interactor = writing(setting)

    await interactor.handle(.open(.redraft(post)))

    #expect(
      await eventually {
        await setting.outbox.held.map(\.state) == [.refused(.refused("No."))]
          && !setting.actions.hidesPost(post)
      })
    #expect(await setting.outbox.drafts.map(\.0.text) == ["Hm"])

    await interactor.handle(.send)

    let item = try #require(await setting.outbox.held.last)
    let draft = item.change
    #expect(
      spy.effects.last
        == .leave(.draft(.queued(draft, .refusedDeletion, until: nil, at: item.createdAt))))
    await setting.actions.waitUntilChangesWritten()
    await setting.actions.deliverItemOrAllNow(nil)
    #expect(
      await setting.outbox.held.map(\.change) == [.delete(post), draft])
    #expect(await setting.service.sent == [.delete(post)])
  }

  @Test func `a new post is sent after the deletion of the old one`() async throws {
    let setting = try await Setting(undoWindow: .zero).holding([text])
    await setting.service.answer(.failure(.serverFailed(500)), .success(.done), .success(.done))
    let interactor = await writing(setting).after(.open(.redraft(post)))
    #expect(
      await eventually {
        if case .queued(_, .serverFailed(500)) = await setting.outbox.held.first?.state {
          true
        } else {
          false
        }
      })

    await interactor.handle(.send)

    await setting.actions.waitUntilChangesWritten()
    #expect(await setting.outbox.held.count == 2)
    let draft = try #require(await setting.outbox.held.last?.change)
    await setting.actions.deliverItemOrAllNow(nil)
    #expect(await setting.service.sent == [.delete(post), .delete(post), draft])
    #expect(await setting.outbox.held.isEmpty)
  }

  @Test func `a post by another person cannot be redrafted`() async throws {
    let setting = setting
    try await setting.hold([.sample("1", by: "ada")])

    await writing(setting).handle(.open(.redraft(post)))

    #expect(spy.effects == [.leave(.unavailable(.notYoursToChange))])
  }
}
