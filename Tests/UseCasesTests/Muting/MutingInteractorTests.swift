import Doubles
import FeedDomain
import Testing
import UseCases

@MainActor @Suite struct MutingInteractorTests {
  private let store = FakeMutes()
  private let spy = Spy<MutingScene.SceneState>()

  @Test func `the mutes suggested for a post are its author and its tags`() async throws {
    let setting = setting()
    try await setting.hold([tagged("1", by: "ada", "#Boats and #boats")])

    await choosing(in: setting).handle(.open(about: Post.ID("1")))

    #expect(
      spy.values == [
        MutingScene.SceneState([
          MutingScene.MuteEntry(.person("ada"), isMuted: false),
          MutingScene.MuteEntry(.tag("boats"), isMuted: false),
        ])
      ])
  }

  @Test func `the user's own post suggests no mute, and existing mutes are listed`() async throws {
    store.kept = [.words("finale")]
    let setting = setting()
    try await setting.hold([tagged("1", by: "me", "#boats")])

    await choosing(in: setting).handle(.open(about: Post.ID("1")))

    #expect(
      spy.values == [
        MutingScene.SceneState([MutingScene.MuteEntry(.words("finale"), isMuted: true)])
      ])
  }

  @Test func `an empty list of mutes is shown`() async {
    await choosing(in: setting()).handle(.open(about: nil))

    #expect(spy.values == [MutingScene.SceneState()])
  }

  @Test func `muting a person folds their posts at once, and unmuting shows them`() async throws {
    let setting = setting()
    try await setting.hold([.sample("1"), .sample("2", by: "bo"), .sample("3", by: "me")])
    let stream = Spy<StreamScene.SceneState>()
    let reading = StreamInteractor(
      setting.session, actions: setting.actions, presenter: stream)
    await reading.handle(.open(.home))
    let muting = choosing(in: setting)

    await muting.handle(.toggle(.person("ada")), .toggle(.person("me")))

    #expect(stream.folds == ["@ada", nil, nil])
    #expect(store.kept == [.person("me"), .person("ada")])
    await muting.handle(.toggle(.person("ada")))
    #expect(stream.folds == [nil, nil, nil])
  }

  @Test func `a post from live updates is folded if its author is muted`() async throws {
    store.kept = [.person("bo")]
    let live = StubLive()
    let setting = Setting(
      service: [.sample("1")], live: live, mutes: MuteList(store, log: NoLog()))
    let stream = Spy<StreamScene.SceneState>()
    let reading = StreamInteractor(setting.session, actions: setting.actions, presenter: stream)
    let liveUpdates = LiveUpdateListener(
      setting.session, actions: setting.actions, notifications: nil)
    reading.listenToLiveUpdates(to: liveUpdates)
    await reading.handle(.open(.home))
    #expect(await eventually { stream.ids == ["1"] && stream.activity == .none })
    liveUpdates.startListening()
    #expect(await eventually { await live.isHeard })

    await live.tell(.listening([.home]), .posted(FeedEntry(.sample("2", by: "bo")), in: .home))
    let moment = setting.world.now.timeAdvanced(by: .milliseconds(250))
    #expect(await eventually { setting.world.nextWaking == moment })
    setting.world.pass(.milliseconds(250))

    #expect(await eventually { stream.folds == ["@bo", nil] })
    liveUpdates.stopListening()
    await reading.handle(.close)
  }

  @Test func `boosts by a muted person are folded`() async throws {
    store.kept = [.person("cy")]
    let setting = setting()
    _ = try await setting.store.mergeFetchedPage(
      FeedPage(
        [FeedEntry(id: FeedEntry.ID("1"), post: .sample("1"), boostedBy: .sample("cy"))],
        older: nil), into: .home, account: setting.account, at: .top, now: setting.world.now)
    let stream = Spy<StreamScene.SceneState>()

    await StreamInteractor(setting.session, actions: setting.actions, presenter: stream)
      .handle(.open(.home))

    #expect(stream.folds == ["@cy"])
  }

  @Test func `a post that is both muted and filtered has both reasons`() async throws {
    store.kept = [.person("ada")]

    let content = setting().actions.applyingPendingChanges(to: .covered("1")).content

    #expect(content.foldingMute == "@ada")
    #expect(content.foldReason == "Regatta")
  }

  @Test func `a typed tag is muted`() async {
    await choosing(in: setting()).handle(.add(" #Boats "))

    #expect(
      spy.values == [
        MutingScene.SceneState([MutingScene.MuteEntry(.tag("boats"), isMuted: true)]),
        MutingScene.SceneState(
          [MutingScene.MuteEntry(.tag("boats"), isMuted: true)], lastAdded: .tag("boats")),
      ])
  }

  @Test func `text that cannot be muted is reported`() async {
    await choosing(in: setting()).handle(.add("#"))

    #expect(spy.effects == [.say(.invalid(.mute))])
  }

  @Test func `a mute that cannot be stored is reported and undone`() async {
    let setting = setting()
    store.failure = .full

    await choosing(in: setting).handle(.toggle(.person("ada")))

    #expect(
      spy.values == [
        MutingScene.SceneState([MutingScene.MuteEntry(.person("ada"), isMuted: true)]),
        MutingScene.SceneState([MutingScene.MuteEntry(.person("ada"), isMuted: false)]),
      ])
    #expect(spy.effects == [.say(.storeFailed(.full))])
    #expect(setting.actions.applyingPendingChanges(to: .sample("1")).content.isFolded == false)
  }

  @Test func `mutes toggled quickly are stored in that order`() async {
    let muting = choosing(in: setting())

    // Tasks of the main actor begin in their order, which `async let` does not promise.
    let tasks = ["ada", "bo", "ada"].map { name in
      Task { await muting.handle(.toggle(.person(name))) }
    }
    for task in tasks { await task.value }

    #expect(store.kept == [.person("bo")])
    #expect(
      spy.values.last
        == MutingScene.SceneState([
          MutingScene.MuteEntry(.person("ada"), isMuted: false),
          MutingScene.MuteEntry(.person("bo"), isMuted: true),
        ]))
  }

  private func setting() -> Setting { Setting(mutes: MuteList(store, log: NoLog())) }

  private func choosing(in setting: Setting) -> MutingInteractor {
    let book = setting.mutes ?? MuteList(store, log: NoLog())
    book.onChange = { setting.actions.notifyScenesOfMuteChanges() }
    return MutingInteractor(setting.session, book: book, presenter: spy)
  }

  private func tagged(_ id: String, by author: String, _ text: String) -> Post {
    let runs = text.split(separator: " ").map { word in
      RichText.RichTextRun(
        String(word), word.first == "#" ? .tag(String(word.dropFirst())) : .plain)
    }
    return Post.sample(id, by: author).replacingContent(
      Post.PostContent(text: RichText(runs: runs)))
  }
}

extension Spy<StreamScene.SceneState> {
  /// Why each post is folded away, in the order of the rows.
  fileprivate var folds: [String?] { ids.map { post($0)?.content.foldingMute } }
}
