import Doubles
import FeedDomain
import Testing
import UseCases

@MainActor @Suite struct PhotoInteractorTests {
  let spy = Spy<PhotoScene.SceneState>()
  let photos = StubPhotos()
  let album = FakeAlbum()

  func viewing(
    _ setting: Setting, album: FakeAlbum? = nil, oldestFirst: Bool = false
  ) -> PhotoInteractor {
    PhotoInteractor(
      setting.session, actions: setting.actions, album: album, presenter: spy,
      readsOldestFirst: oldestFirst)
  }

  /// A stream that is being read, with those posts in the store.
  private func reading(_ posts: [Post], older: Cursor? = nil, service: [Post]? = nil) async throws
    -> (setting: Setting, stream: StreamInteractor)
  {
    let setting = Setting(service: service ?? posts, photos: photos)
    try await setting.hold(posts, older: older)
    let stream = StreamInteractor(
      setting.session, actions: setting.actions, presenter: Spy<StreamScene.SceneState>(),
      pacing: StreamOptions(interval: nil, freshFor: .seconds(3600)))
    await stream.handle(.open(.home))
    return (setting, stream)
  }

  @Test func `a stored photo is shown at once, and its details are fetched on request`()
    async throws
  {
    let setting = try await Setting(photos: photos).holding([.sample("1", photos: ["a", "b"])])
    let details = PhotoDetails(views: 12, camera: .init(model: "Box"))
    await photos.tell(details, of: "b")
    await photos.hold()
    let interactor = viewing(setting)

    await interactor.handle(.open(Post.ID("1"), index: 1))

    #expect(spy.shown == ["1/b"])
    #expect(await photos.asked == [])
    await interactor.handle(.details)
    #expect(spy.last?.fetchProgress == .underWay)
    await photos.release()
    #expect(await eventually { spy.last?.details == details && spy.last?.fetchProgress == .idle })
    #expect(await photos.asked == ["b"])
  }

  @Test func `fetched details are reused, and fetched again only on refresh`()
    async throws
  {
    let setting = try await Setting(photos: photos).holding([.sample("1", photos: ["a"])])
    let details = PhotoDetails(views: 12)
    await photos.tell(details, of: "a")
    for _ in 1...2 {
      let interactor = await viewing(setting).after(.open(Post.ID("1"), index: 0))
      await interactor.handle(.details)
      #expect(await eventually { spy.last?.details == details && spy.last?.fetchProgress == .idle })
    }
    #expect(await photos.asked == ["a"])

    let interactor = await viewing(setting).after(.open(Post.ID("1"), index: 0))
    await interactor.handle(.refresh)

    #expect(await eventually { await photos.asked == ["a", "a"] })
  }

  @Test func `a photo's post that is not stored is fetched`() async throws {
    let setting = Setting(service: [.sample("9", photos: ["z"])])
    let interactor = viewing(setting)

    await interactor.handle(.open(Post.ID("9"), index: 0))

    #expect(await eventually { spy.shown == ["9/z"] })
  }

  @Test(arguments: [("1", 2), ("1", -1), ("7", 0)])
  func `a photo that does not exist is shown as gone`(post: String, index: Int) async throws {
    let setting = Setting(service: [.sample("1", photos: ["a"])])
    let interactor = viewing(setting)

    await interactor.handle(.open(Post.ID(post), index: index))

    #expect(await eventually { spy.last?.isGone == true })
  }

  @Test func `next leads through the photos of the post, then along the stream`() async throws {
    let (setting, stream) = try await reading([
      .sample("5", photos: ["a", "b"]), .sample("4"), .sample("3", photos: ["c"]),
    ])
    let interactor = await viewing(setting).after(.open(Post.ID("5"), index: 0))

    for count in 2...4 {
      await interactor.handle(.step(.next))
      #expect(
        await eventually { spy.shown.count == count || spy.effects.contains(.say(.noPhoto(.next))) }
      )
    }

    #expect(spy.shown == ["5/a", "5/b", "3/c"])
    #expect(spy.effects.contains(.say(.noPhoto(.next))))
    await interactor.handle(.step(.previous))
    #expect(await eventually { spy.shown.last == "5/b" })
    await stream.handle(.close)
  }

  @Test func `with the oldest posts first the next photo is the newer one`() async throws {
    let (setting, stream) = try await reading([
      .sample("5", photos: ["a", "b"]), .sample("3", photos: ["c"]),
    ])
    let interactor = await viewing(setting, oldestFirst: true).after(.open(Post.ID("3"), index: 0))

    await interactor.handle(.step(.next))

    #expect(await eventually { spy.shown == ["3/c", "5/a"] })
    await stream.handle(.close)
  }

  @Test func `at the end of the stored posts next loads another page`() async throws {
    let posts = (1...4).reversed().map { Post.sample("\($0)", photos: ["p\($0)"]) }
    let (setting, stream) = try await reading(
      Array(posts.prefix(2)), older: Cursor("2"), service: posts)
    let interactor = await viewing(setting).after(.open(Post.ID("3"), index: 0))

    await interactor.handle(.step(.next))

    #expect(await eventually { spy.shown == ["3/p3", "2/p2"] })
    await stream.handle(.close)
  }

  @Test func `a failure to store a page is reported as a store error, and the photo stays`()
    async throws
  {
    let posts = (1...4).reversed().map { Post.sample("\($0)", photos: ["p\($0)"]) }
    let (setting, stream) = try await reading(
      Array(posts.prefix(2)), older: Cursor("2"), service: posts)
    let interactor = await viewing(setting).after(.open(Post.ID("3"), index: 0))
    await setting.store.fail(.full)

    await interactor.handle(.step(.next))

    #expect(await eventually { spy.effects.last == .say(.storeFailed(.full)) })
    #expect(spy.shown == ["3/p3"])
    await stream.handle(.close)
  }

  @Test func `a failure to read the store is reported as a store error`() async throws {
    let (setting, stream) = try await reading([.sample("2", photos: ["a"]), .sample("1")])
    let interactor = await viewing(setting).after(.open(Post.ID("2"), index: 0))
    await setting.store.failToRead(.damaged)

    await interactor.handle(.step(.next))

    #expect(await eventually { spy.effects.last == .say(.storeFailed(.damaged)) })
    await stream.handle(.close)
  }

  @Test func `next fills a gap in the stream instead of skipping it`() async throws {
    let setting = Setting(
      service: (1...9).reversed().map { Post.sample("\($0)", photos: ["p\($0)"]) }, photos: photos)
    try await setting.hold([.sample("4", photos: ["p4"])], older: Cursor("3"))
    try await setting.hold([.sample("9", photos: ["p9"])], older: Cursor("8"))
    let stream = StreamInteractor(
      setting.session, actions: setting.actions, presenter: Spy<StreamScene.SceneState>(),
      pacing: StreamOptions(interval: nil, freshFor: .seconds(3600)))
    await stream.handle(.open(.home))
    let interactor = await viewing(setting).after(.open(Post.ID("9"), index: 0))

    await interactor.handle(.step(.next))

    #expect(await eventually { spy.shown == ["9/p9", "8/p8"] })
    await stream.handle(.close)
  }

  @Test func `a photo opened without a stream has no next photo`() async throws {
    let setting = Setting(photos: photos)
    try await setting.hold([.sample("2", photos: ["a"]), .sample("1", photos: ["b"])])
    let interactor = await viewing(setting).after(.open(Post.ID("2"), index: 0))

    await interactor.handle(.step(.next))

    #expect(await eventually { spy.effects.contains(.say(.noPhoto(.next))) })
  }

  @Test func `the next photos are known in advance, so that they can be prefetched`() async throws {
    let (setting, stream) = try await reading([
      .sample("3", photos: ["a"]), .sample("2", photos: ["b", "c"]),
    ])
    let interactor = viewing(setting)

    await interactor.handle(.open(Post.ID("3"), index: 0))

    #expect(
      await eventually { spy.last?.neighbours == [.sample("b"), .sample("c")] })
    await stream.handle(.close)
  }

  @Test func `a refused like is undone and reported`() async throws {
    let setting = Setting(service: [.sample("1", photos: ["a"])], photos: photos)
    try await setting.hold([.sample("1", photos: ["a"])])
    await setting.service.answer(.failure(.refused("too modest")))
    let interactor = await viewing(setting).after(.open(Post.ID("1"), index: 0))

    await interactor.handle(.toggle(.liked))

    let post = Post.sample("1", photos: ["a"])
    #expect(spy.last?.post == post.settingMark(.liked, isSet: true))
    #expect(spy.effects.first == .flash(post.id))
    let refusal = ActionReport.refused(.like("1"), .refused("too modest"))
    #expect(
      await eventually { spy.effects.contains(.action(refusal, of: setting.session.account)) })
    #expect(spy.last?.post == post)
  }

  @Test func `deleting a photo works for the user's own post only`() async throws {
    let setting = Setting(photos: photos)
    try await setting.hold([
      .sample("2", by: "me", photos: ["a"]), .sample("1", photos: ["b"]),
    ])
    let interactor = await viewing(setting).after(.open(Post.ID("1"), index: 0))
    await interactor.handle(.delete)
    #expect(spy.last?.isGone == false)

    await interactor.handle(.open(Post.ID("2"), index: 0), .delete)

    #expect(spy.last?.isGone == true)
  }

  @Test func `undoing a deletion shows the photo again`() async throws {
    let setting = try await Setting(photos: photos).holding([.sample("2", by: "me", photos: ["a"])])
    let interactor = await viewing(setting).after(.open(Post.ID("2"), index: 0))
    await interactor.handle(.delete)
    #expect(spy.last?.isGone == true)

    await interactor.handle(.undo)

    #expect(await eventually { spy.last?.isGone == false })
    #expect(spy.last?.posts.visibleRows.map(\.id) == [Post.ID("2")])
  }

  @Test func `a rejected token asks to sign in, and the details are fetched again afterwards`()
    async throws
  {
    let setting = try await Setting(photos: photos).holding([.sample("1", photos: ["a"])])
    await photos.fail(.signedOut)
    let interactor = await viewing(setting).after(.open(Post.ID("1"), index: 0))
    await interactor.handle(.details)
    #expect(await eventually { spy.effects.contains(.askToSignIn(setting.session.account)) })

    await interactor.repeatRequestsAfterSignIn()

    #expect(await eventually { spy.last?.details == PhotoDetails() })
  }

  @Test func `a failure to fetch details keeps the photo`() async throws {
    let setting = try await Setting(photos: photos).holding([.sample("1", photos: ["a"])])
    await photos.fail(.unreachable)
    let interactor = viewing(setting)

    await interactor.handle(.open(Post.ID("1"), index: 0), .details)

    #expect(await eventually { spy.last?.failure == .unreachable })
    #expect(spy.shown == ["1/a"] && spy.last?.isGone == false)
  }

  @Test func `closing cancels the fetch of details`() async throws {
    let setting = try await Setting(photos: photos).holding([.sample("1", photos: ["a"])])
    await photos.hold()
    let interactor = await viewing(setting).after(.open(Post.ID("1"), index: 0))
    await interactor.handle(.details)
    #expect(await eventually { await photos.waiting == 1 })
    let before = spy.values

    await interactor.handle(.close)
    await photos.release()

    for _ in 0..<100 { await Task.yield() }
    #expect(spy.values == before)
  }
}
