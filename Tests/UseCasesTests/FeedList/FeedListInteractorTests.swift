import Doubles
import FeedDomain
import Testing
import UseCases

/// The list of web feeds: what it asks of the service, and what it shows then.
@MainActor struct FeedListInteractorTests {
  private let presenter = Spy<FeedListScene.SceneState>()

  private func opened(
    _ reader: FeedReader
  ) async -> FeedListInteractor {
    let interactor = FeedListInteractor(
      reader.session, actions: reader.actions, presenter: presenter)
    await interactor.handle(.open)
    return interactor
  }

  @Test func `feeds are listed with their numbers of unread entries`() async throws {
    let reader = FeedReader([FeedReader.entry("b"), FeedReader.entry("a")])
    _ = await opened(reader)

    let state = try #require(presenter.values.last)
    #expect(state.subscriptions?.map(\.name) == ["Old Blog", "Sea"])
    #expect(state.unread == [Person.ID("old"): 2])
  }

  @Test func `a feed is moved and renamed at the service, and the list shows it`() async throws {
    let reader = FeedReader()
    let interactor = await opened(reader).after(.change(Subscription.ID("sea"), .rename("The Sea")))
    await interactor.handle(.change(Subscription.ID("sea"), .move("News")))

    #expect(await eventually { presenter.values.last?.subscriptions?.last?.folder == "News" })
    #expect(presenter.values.last?.subscriptions?.last?.name == "The Sea")
  }

  @Test func `feeds at a feed server are changed through the outbox, also without a network`()
    async throws
  {
    let reader = FeedReader(acts: [.renameFeed, .moveFeed])
    for _ in 0..<12 { await reader.service.answer(.failure(.unreachable)) }
    let interactor = await opened(reader)
    await reader.subscriptions.fail(.unreachable)
    let sea = Subscription.ID("sea")

    await interactor.handle(.change(sea, .rename("The Sea")))
    await interactor.handle(.change(sea, .move("News")), .leave(Subscription.ID("old")))
    #expect(await eventually { presenter.values.last?.subscriptions?.count == 1 })
    await reader.actions.waitUntilChangesWritten()

    let feed = presenter.values.last?.subscriptions?.first
    #expect(feed?.name == "The Sea" && feed?.folder == "News")
    #expect(
      await reader.outbox.held.map(\.change) == [
        .serviceAction(
          ServiceAction(.renameFeed, "sea", detail: "Sea", answers: [.name: "The Sea"])),
        .serviceAction(
          ServiceAction(.moveFeed, "sea", detail: "The Sea", answers: [.name: "News"])),
        .follow(Person.ID("old"), false),
      ])
    // The last one is undone first.
    await interactor.handle(.undo)
    #expect(await eventually { presenter.values.last?.subscriptions?.count == 2 })
  }

  @Test func `undoing an unsubscription lists the feed again`() async throws {
    let reader = FeedReader()
    let interactor = await opened(reader).after(.leave(Subscription.ID("sea")))
    #expect(await eventually { presenter.values.last?.subscriptions?.count == 1 })
    await interactor.handle(.undo)
    #expect(await eventually { presenter.values.last?.subscriptions?.count == 2 })
    #expect(presenter.values.last?.subscriptions?.map(\.name) == ["Old Blog", "Sea"])
  }

  @Test func `a failed unsubscription cannot be undone`() async throws {
    let reader = FeedReader()
    let interactor = await opened(reader)
    await reader.subscriptions.fail(.unreachable)

    await interactor.handle(.leave(Subscription.ID("sea")))
    await interactor.handle(.undo, .refresh([Subscription.ID("old")]))

    #expect(await eventually { await reader.subscriptions.refreshed.count == 1 })
    #expect(await reader.subscriptions.all.map(\.name) == ["Old Blog", "Sea"])
  }

  @Test func `undo removes a star set after an unsubscription before it restores the feed`()
    async throws
  {
    let reader = FeedReader()
    let interactor = await opened(reader).after(.leave(Subscription.ID("sea")))
    #expect(await eventually { presenter.values.last?.subscriptions?.count == 1 })
    reader.actions.performChange(.mark(Post.ID("old/a"), .bookmarked, true))

    await interactor.handle(.undo)
    #expect(reader.actions.newestUndoableAction == 0)
    #expect(presenter.values.last?.subscriptions?.count == 1)
    await interactor.handle(.undo)
    #expect(await eventually { presenter.values.last?.subscriptions?.count == 2 })
  }

  @Test
  func `undo restores read states changed after an unsubscription before it restores the feed`()
    async throws
  {
    let reader = FeedReader([FeedReader.entry("b"), FeedReader.entry("a")])
    let interactor = await opened(reader).after(.leave(Subscription.ID("sea")))
    #expect(await eventually { presenter.values.last?.subscriptions?.count == 1 })
    await interactor.handle(.markRead([Subscription.ID("old")]))
    #expect(await eventually { presenter.values.last?.unread == [:] })

    await interactor.handle(.undo)

    #expect(await eventually { presenter.values.last?.unread == [Person.ID("old"): 2] })
    #expect(presenter.values.last?.subscriptions?.count == 1)
    await interactor.handle(.undo)
    #expect(await eventually { presenter.values.last?.subscriptions?.count == 2 })
  }

  @Test func `a page with several feeds offers them, and the user chooses one or none`()
    async throws
  {
    let reader = FeedReader()
    let (posts, comments) = (
      FeedCandidate(address: "https://fog.example/feed", title: "Posts"),
      FeedCandidate(address: "https://fog.example/comments", title: "Comments")
    )
    await reader.subscriptions.offer([posts, comments], at: "fog.example")
    let interactor = await opened(reader).after(.add("fog.example"))
    #expect(await eventually { presenter.values.last?.candidates == [posts, comments] })
    #expect(await reader.subscriptions.all.count == 2)

    await interactor.handle(.choose(nil))
    #expect(presenter.values.last?.candidates == [])
    await interactor.handle(.add("fog.example"))
    #expect(await eventually { presenter.values.last?.candidates.count == 2 })
    await interactor.handle(.choose(comments))
    #expect(
      await eventually {
        presenter.values.last?.subscriptions?.last?.address == comments.address
      })
    #expect(presenter.values.last?.candidates == [])
  }

  @Test func `lines of an imported list that were not added are shown until dismissed`()
    async throws
  {
    let reader = FeedReader()
    let line = RejectedImportEntry(line: 3, name: "exec:fog", address: nil, .program)
    await reader.subscriptions.reject([line], of: "~/urls")
    let interactor = await opened(reader).after(.add("~/urls"))
    #expect(await eventually { presenter.values.last?.rejected == [line] })
    await interactor.handle(.dismissRejected)
    #expect(presenter.values.last?.rejected == [])
  }

  @Test func `feeds of an imported list in the user's own network are shown until dismissed`()
    async throws
  {
    let reader = FeedReader()
    await reader.subscriptions.withhold(["https://10.0.0.1/feed"], of: "~/list.opml")
    let interactor = await opened(reader).after(.add("~/list.opml"))
    #expect(
      await eventually { presenter.values.last?.withheld == ["https://10.0.0.1/feed"] })
    await interactor.handle(.dismissRejected)
    #expect(presenter.values.last?.withheld == [])
  }

  @Test func `a page with one feed is followed at once`() async throws {
    let reader = FeedReader()
    await reader.subscriptions.offer(
      [FeedCandidate(address: "https://fog.example/feed", title: "Posts")], at: "fog.example")
    let interactor = await opened(reader)
    await interactor.handle(.add("fog.example"))
    #expect(
      await eventually { presenter.values.last?.subscriptions?.last?.address == "fog.example" })
  }

  @Test func `marking a folder as read updates its unread count`() async throws {
    let reader = FeedReader([FeedReader.entry("b"), FeedReader.entry("a")])
    let interactor = await opened(reader)
    await interactor.handle(.markRead([Subscription.ID("old")]))

    #expect(await eventually { presenter.values.last?.unread == [:] })
    #expect(reader.observer.news.contains(.markedRead(2, true)))
  }

  @Test func `open folders are stored`() async throws {
    let reader = FeedReader()
    let first = await opened(reader)
    await first.handle(.toggleFolder("News"))
    _ = await opened(reader)

    #expect(presenter.values.last?.openFolders == ["News"])
  }

  @Test func `a renamed folder stays open`() async throws {
    let interactor = await opened(FeedReader()).after(.toggleFolder("News"))
    await interactor.handle(.renameFolder("News", to: "Papers"))

    #expect(await eventually { presenter.values.last?.subscriptions?.first?.folder == "Papers" })
    #expect(presenter.values.last?.openFolders == ["Papers"])
  }

  @Test func `a tab of a folder that is renamed shows the folder under its new name`() async throws
  {
    func tab(_ folder: String) -> AccountStreamTab {
      .feed(.list(id: "folder/\(folder)", name: folder))
    }
    let tabs = FakeTabs([.feed(.home), tab("News"), tab("Other")])
    let reader = FeedReader(tabs: tabs)
    let interactor = await opened(reader)

    await interactor.handle(.renameFolder("News", to: "Papers"))

    #expect(await eventually { await tabs.kept == [.feed(.home), tab("Papers"), tab("Other")] })
    #expect(reader.session.tabs == [.feed(.home), tab("Papers"), tab("Other")])
  }

  @Test func `a column of a folder that is renamed shows the folder under its new name`()
    async throws
  {
    func column(_ folder: String, of account: Account.ID) -> DeckColumn {
      DeckColumn(.stream(.feed(.list(id: "folder/\(folder)", name: folder))), of: account)
    }
    let (own, other) = (FeedReader.account.id, Account.ID("rss:other"))
    let store = FakeTabs(nil)
    let deck = DeckColumnList([column("News", of: other), column("News", of: own)], store: store)
    let reader = FeedReader()
    let interactor = FeedListInteractor(
      reader.session, actions: reader.actions, deck: deck, presenter: presenter)
    await interactor.handle(.open)

    await interactor.handle(.renameFolder("News", to: "Papers"))

    let renamed = [column("News", of: other), column("Papers", of: own)]
    #expect(await eventually { deck.columns == renamed })
    #expect(await eventually { await store.columns == renamed })
  }

  @Test func `a folder at a feed server is renamed through the outbox without a network`()
    async throws
  {
    let reader = FeedReader(acts: [.renameFeed, .moveFeed, .renameFolder])
    for _ in 0..<12 { await reader.service.answer(.failure(.unreachable)) }
    let interactor = await opened(reader).after(.toggleFolder("News"))
    await reader.subscriptions.fail(.unreachable)

    await interactor.handle(.renameFolder("News", to: "Papers"))

    #expect(await eventually { presenter.values.last?.openFolders == ["Papers"] })
    await reader.actions.waitUntilChangesWritten()
    #expect(presenter.values.last?.subscriptions?.first?.folders == ["Papers"])
    #expect(
      await reader.outbox.held.map(\.change) == [
        .serviceAction(ServiceAction(renamingFolder: "News", to: "Papers"))
      ])
  }

  @Test func `the order of the list is kept`() async throws {
    let reader = FeedReader()
    let first = await opened(reader)
    await first.handle(.sort(.added))
    _ = await opened(reader)

    #expect(presenter.values.last?.order == .added)
  }

  @Test func `without the filter, the folders around the selected row are open`() async throws {
    let reader = FeedReader()
    let interactor = await opened(reader).after(.filter("sw"))
    await interactor.handle(.filter("", opening: "Tech/Langs"))
    #expect(presenter.values.last?.openFolders == ["Tech", "Tech/Langs"])
    _ = await opened(reader)

    #expect(presenter.values.last?.openFolders == ["Tech", "Tech/Langs"])
  }

  @Test func `unread entries of a saved search are counted, and marked as read together`()
    async throws
  {
    let entries = ["b", "a"].map { FeedReader.entry($0) }
    let reader = FeedReader(entries, rules: FakeRules(["search Words: words"]))
    await reader.subscriptions.hold(entries)
    let stream = Feed.list(id: "search:Words", name: "Words")
    let interactor = await opened(reader)
    #expect(presenter.values.last?.unreadInStreams[stream]?.count == 2)

    await interactor.handle(.markStreamRead(stream))

    #expect(await eventually { presenter.values.last?.unreadInStreams[stream] == [] })
    #expect(reader.observer.news.contains(.markedRead(2, true)))
  }

  @Test func `fetched entries that another program's database lists as read are marked and tagged`()
    async throws
  {
    let tags = FakeBookmarkTags()
    let entries = ["b", "a"].map { FeedReader.entry($0) }
    let reader = FeedReader(entries, tags: tags)
    let interactor = await opened(reader)
    var states = ImportedEntryStates()
    states.fetchedReadEntries = [entries[1].id]
    let tag = try #require(BookmarkTag("s"))
    states.bookmarkTags = [entries[0].id: [tag]]
    await reader.subscriptions.importStates(states)

    await interactor.handle(.add("~/cache.db"))

    #expect(await eventually { presenter.values.last?.unread == [Person.ID("old"): 1] })
    #expect(reader.observer.news.contains(.markedRead(1, true)))
    #expect(
      await eventually {
        (try? await tags.bookmarkTags(of: FeedReader.account.id))?.posts == [tag: [entries[0].id]]
      })
    await interactor.handle(.undo)
    #expect(await eventually { presenter.values.last?.unread == [Person.ID("old"): 2] })
  }

  @Test func `saved searches are listed with the feeds`() async throws {
    _ = await opened(FeedReader(rules: FakeRules(["search Tides: tide", "hide title fog"])))

    #expect(presenter.values.last?.streams == [.list(id: "search:Tides", name: "Tides")])
  }

  @Test func `episodes of a feed that was left without a network are gone, and back after undo`()
    async throws
  {
    let episode = QueuedEpisode(
      Episode(
        Post.ID("old/a"), of: Person.ID("old"), title: "A", show: "Old Blog",
        address: "https://old.example/a.mp3", createdAt: FakeWorld.noon), position: 7)
    let episodes = FakeEpisodes([episode])
    let reader = FeedReader(episodes: episodes, acts: [.renameFeed, .moveFeed])
    for _ in 0..<12 { await reader.service.answer(.failure(.unreachable)) }
    let interactor = await opened(reader)
    await reader.subscriptions.fail(.unreachable)
    let account = FeedReader.account.id

    await interactor.handle(.leave(Subscription.ID("old")))
    #expect(await eventually { (try? await episodes.queuedEpisodes(account: account)) == [] })
    await interactor.handle(.undo)
    #expect(
      await eventually { (try? await episodes.queuedEpisodes(account: account)) == [episode] })
  }

  @Test func `episodes of feeds are back after undo while the server is asked to leave the first`()
    async throws
  {
    func episode(of feed: String, at position: Int) -> QueuedEpisode {
      QueuedEpisode(
        Episode(
          Post.ID("\(feed)/a"), of: Person.ID(feed), title: "A", show: feed,
          address: "https://\(feed).example/a.mp3", createdAt: FakeWorld.noon), position: position)
    }
    let both = [episode(of: "old", at: 7), episode(of: "sea", at: 8)]
    let episodes = FakeEpisodes(both)
    let reader = FeedReader(episodes: episodes, acts: [.renameFeed, .moveFeed])
    let interactor = await opened(reader)
    await reader.subscriptions.fail(.unreachable)
    await reader.service.hold()
    let account = FeedReader.account.id

    await interactor.handle(.leave(Subscription.ID("old")))
    #expect(await eventually { await reader.service.waiting == 1 })
    await interactor.handle(.leave(Subscription.ID("sea")))
    #expect(await eventually { (try? await episodes.queuedEpisodes(account: account)) == [] })
    await interactor.handle(.undo, .undo)

    #expect(
      await eventually {
        let queue = try? await episodes.queuedEpisodes(account: account)
        return queue?.count == 2 && both.allSatisfy { queue?.contains($0) == true }
      })
    await reader.service.release()
  }

  @Test func `a feed whose leaving is undone before its server is found out of reach stays`()
    async throws
  {
    let reader = FeedReader(acts: [.renameFeed, .moveFeed])
    let interactor = await opened(reader)
    await reader.subscriptions.fail(.unreachable)
    await reader.service.hold()
    let left = PendingChange.follow(Person.ID("sea"), false)

    await interactor.handle(.leave(Subscription.ID("sea")), .undo)

    #expect(await eventually { reader.observer.news.contains(.undone(left)) })
    await reader.service.release()
  }

  @Test func `a feed in several folders is moved out of one of them`() async throws {
    let interactor = await opened(FeedReader())
    await interactor.handle(.change(Subscription.ID("old"), .moveFrom("News", to: nil)))

    #expect(await eventually { presenter.values.last?.subscriptions?.first?.folders == [] })
  }

  @Test func `a feed list that cannot be fetched gives the reason`() async throws {
    let reader = FeedReader()
    await reader.subscriptions.fail(.unreachable)
    _ = await opened(reader)

    #expect(presenter.values.last?.fetch == .failed(.unreachable))
  }
}
