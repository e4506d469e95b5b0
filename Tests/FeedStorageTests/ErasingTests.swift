import Doubles
import FeedDomain
import FeedStorage
import Testing

struct ErasingTests {
  @Test(arguments: [false, true])
  func `signing out erases the account's data from every file`(othersStay: Bool) async throws {
    let directory = ScratchFolder()
    directory.write(Array("tweetie:ada was here, in a damaged file".utf8), to: "cache.db")
    let store = try await SQLiteFeedStore(.file(directory["cache.db"]))
    let outbox = try await SQLiteOutbox(.file(directory["outbox.db"]))
    let drafts = SQLiteDraftStore(outbox)
    let other = Account.ID("mastodon:bob")
    for (account, word) in [(Samples.account, "xylophone"), (other, "marimba")]
    where account == Samples.account || othersStay {
      let posts = (0..<300).map { FeedEntry(Samples.post($0, "\(word)\($0) \(word)")) }
      _ = try await store.mergeFetchedPage(
        FeedPage(posts, older: Cursor(word)), into: .tag(word), account: account, at: .top,
        now: .noon)
      try await store.setLastOpenedFeed(.tag(word), account: account)
      try await store.storePeople([Samples.person(word)], account: account)
      _ = try await drafts.saveDraftIfUnchanged(
        Draft(id: Draft.ID(word), text: word), over: nil, account: account, now: .noon)
      try await outbox.enqueueItem(
        OutboxItem(
          id: OutboxItem.ID("o-\(word)"), account: account,
          change: .publish(Draft(id: Draft.ID("d-\(word)"), text: word)),
          state: .queued(notBefore: nil, after: nil), createdAt: .noon))
    }
    #expect(!directory.names(containing: "xylophone").isEmpty)

    try await store.eraseAllData(of: Samples.account)
    try await outbox.eraseOutboxData(of: Samples.account)

    for word in ["xylophone", "tweetie:ada"] {
      #expect(directory.names(containing: word).isEmpty)
    }
    if othersStay {
      #expect(
        try await store.findStoredPosts(matching: "marimba", account: other, limit: 999).count
          == 300)
      #expect(try await outbox.outboxItems(of: other).count == 1)
      #expect(try await drafts.drafts(of: other).count == 1)
    }
    await store.closeDatabase()
    await outbox.closeDatabase()
    for word in ["xylophone", "tweetie:ada"] {
      #expect(directory.names(containing: word).isEmpty)
    }
  }

  @Test func `a damaged cache file is erased with the account that signs out`() async throws {
    let directory = ScratchFolder()
    let path = directory["cache.db"]
    let before = try await SQLiteFeedStore(.file(path))
    _ = try await before.mergeFetchedPage(
      FeedPage([FeedEntry(Samples.post(1, "xylophone"))], older: nil), into: .home,
      account: Samples.account, at: .top, now: .noon)
    await before.closeDatabase()
    let store = try await SQLiteFeedStore(.memory, insteadOf: path)
    #expect(
      try await store.findStoredPosts(matching: "xylophone", account: Samples.account, limit: 9)
        .isEmpty
    )
    #expect(!directory.names(containing: "xylophone").isEmpty)

    try await store.eraseAllData(of: Samples.account)

    #expect(directory.names(containing: "xylophone").isEmpty)
  }

  @Test func `stores refuse data of an account that another window signed out`() async throws {
    let directory = ScratchFolder()
    let here = FileCredentialStore(path: directory["accounts"])
    let elsewhere = FileCredentialStore(path: directory["accounts"])
    let ada = SignedInAccount(
      Account(service: .tweetie, person: Person.ID("ada"), handle: "ada"), token: Secret("t"))
    try here.saveAccountAndMakeActive(ada)
    let store = try await SQLiteFeedStore(.file(directory["cache.db"])) {
      here.wasAccountRemoved($0)
    }
    let outbox = SQLiteOutbox(opening: .file(directory["outbox.db"])) {
      here.wasAccountRemoved($0)
    }
    let drafts = SQLiteDraftStore(outbox)
    let photos = FilePhotoCache(path: directory["photos"], quota: 9999, world: SteppingWorld()) {
      here.wasAccountRemoved($0)
    }
    let draft = Draft(id: Draft.ID("d"), text: "xylophone")
    try await store.setLastOpenedFeed(.tag("xylophone"), account: ada.account.id)
    _ = try await drafts.saveDraftIfUnchanged(draft, over: nil, account: ada.account.id, now: .noon)
    #expect(!here.wasAccountRemoved(ada.account.id))

    try await store.eraseAllData(of: ada.account.id)
    try await outbox.eraseOutboxData(of: ada.account.id)
    try elsewhere.removeAccount(ada.account.id)
    await #expect(throws: StoreError.signedOut) {
      try await store.setLastOpenedFeed(.tag("xylophone"), account: ada.account.id)
    }
    await #expect(throws: StoreError.signedOut) {
      _ = try await drafts.saveDraftIfUnchanged(
        draft, over: nil, account: ada.account.id, now: .noon)
    }
    await #expect(throws: StoreError.signedOut) {
      try await outbox.enqueueItem(
        OutboxItem(
          id: OutboxItem.ID("o"), account: ada.account.id, change: .publish(draft),
          state: .queued(notBefore: nil, after: nil), createdAt: .noon))
    }
    let url = Photo.PhotoRendition(url: "xylophone", size: PhotoSize(width: 1, height: 1))
    await photos.storePhotoBytes([1], of: url, for: ada.account.id)

    #expect(await photos.cachedPhotoBytes(of: url, for: ada.account.id) == nil)
    #expect(directory.names(containing: "xylophone").isEmpty)
    try here.saveAccountAndMakeActive(ada)
    _ = try await drafts.saveDraftIfUnchanged(draft, over: nil, account: ada.account.id, now: .noon)
  }

  @Test func `data written during a sign-out is erased by a second erase`() async throws {
    let directory = ScratchFolder()
    let store = try await SQLiteFeedStore(.file(directory["cache.db"]))
    let outbox = try await SQLiteOutbox(.file(directory["outbox.db"]))
    let other = try await SQLiteOutbox(.file(directory["outbox.db"]))
    try await store.eraseAllData(of: Samples.account)
    try await outbox.eraseOutboxData(of: Samples.account)
    _ = try await SQLiteDraftStore(other).saveDraftIfUnchanged(
      Draft(id: Draft.ID("d"), text: "xylophone"), over: nil, account: Samples.account, now: .noon)
    await other.closeDatabase()

    try await store.eraseAllData(of: Samples.account)
    try await outbox.eraseOutboxData(of: Samples.account)

    #expect(directory.names(containing: "xylophone").isEmpty)
  }
}
