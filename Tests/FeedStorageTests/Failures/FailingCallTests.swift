import CFaults
import Doubles
import FeedDomain
import Glibc
import Testing

@testable import FeedStorage

/// Every call for a file fails once, the first, the second and so on, until all goes well (HB11):
/// what is kept afterwards is what was kept before or what was to be kept, and never in between.
struct FailingCallTests {
  private let directory = ScratchFolder()
  private static let most = 5_000

  private var accounts: FileCredentialStore { FileCredentialStore(path: directory["accounts"]) }

  @Test func `a failing call saves the account or reports an error, and keeps the others`()
    async throws
  {
    let store = accounts
    let (bob, ada) = (account("bob"), account("ada"))

    let calls = try await everyCall(strict: true) {
      try store.saveAccountAndMakeActive(bob)
    } failing: { () throws(StoreError) in
      try store.saveAccountAndMakeActive(ada)
    } leaves: { isDone in
      let held = try store.storedAccounts()
      #expect(held == [ada, bob] || (!isDone && held == [bob]))
      #expect(Set(directory.names).isSubset(of: ["accounts", "accounts.lock"]))
    }

    #expect(calls > 4)
  }

  @Test func `a failing call keeps the new token or the old one`() async throws {
    let store = accounts
    let (old, new) = (account("ada", token: "old"), account("ada", token: "new"))

    let calls = try await everyCall(strict: true) {
      try store.saveAccountAndMakeActive(old)
    } failing: { () throws(StoreError) in
      try store.saveRenewedToken(of: new)
    } leaves: { isDone in
      let held = try store.storedAccounts()
      #expect(held == [new] || (!isDone && held == [old]))
    }

    #expect(calls > 4)
  }

  @Test func `a failing call removes the account or reports an error`() async throws {
    let store = accounts
    let (bob, ada) = (account("bob"), account("ada"))

    let calls = try await everyCall(strict: true) {
      try store.saveAccountAndMakeActive(bob)
      try store.saveAccountAndMakeActive(ada)
    } failing: { () throws(StoreError) in
      try store.removeAccount(ada.account.id)
    } leaves: { isDone in
      let held = try store.storedAccounts()
      #expect(held == [bob] || (!isDone && held == [ada, bob]))
    }

    #expect(calls > 4)
  }

  @Test(arguments: [nil, 0, 100])
  func `a failing call stores the item or reports an error, and keeps earlier items`(
    bytesBeforeKill: Int?
  ) async throws {
    let place = DatabaseLocation.file(directory["outbox.db"])

    let calls = try await everyCall(killed: bytesBeforeKill) {
      let outbox = try await SQLiteOutbox(place)
      try await outbox.enqueueItem(item(1))
      await outbox.closeDatabase()
    } failing: { () throws(StoreError) in
      let outbox = try await SQLiteOutbox(place)
      let result = await Result { () async throws(StoreError) in
        try await outbox.enqueueItem(item(2))
      }
      await outbox.closeDatabase()
      try result.get()
    } leaves: { isDone in
      let outbox = try await SQLiteOutbox(place)
      let held = try await outbox.outboxItems(of: nil)
      #expect(held == [item(1), item(2)] || (!isDone && held == [item(1)]))
      await outbox.closeDatabase()
    }

    #expect(calls > 10)
  }

  @Test func `a failing call keeps the new draft or the old one`() async throws {
    let place = DatabaseLocation.file(directory["outbox.db"])
    let old = Draft(id: Draft.ID("d"), text: "Hm")

    let calls = try await everyCall {
      let outbox = try await SQLiteOutbox(place)
      _ = try await SQLiteDraftStore(outbox).saveDraftIfUnchanged(
        old, over: nil, account: Samples.account, now: .noon)
      await outbox.closeDatabase()
    } failing: { () throws(StoreError) in
      let outbox = try await SQLiteOutbox(place)
      let result = await Result { () async throws(StoreError) in
        _ = try await SQLiteDraftStore(outbox).saveDraftIfUnchanged(
          old.with(\.text, "Hm, yes"), over: old, account: Samples.account, now: .noon)
      }
      await outbox.closeDatabase()
      try result.get()
    } leaves: { isDone in
      let outbox = try await SQLiteOutbox(place)
      let held = try await SQLiteDraftStore(outbox).drafts(of: Samples.account).map(\.text)
      #expect(held == ["Hm, yes"] || (!isDone && held == ["Hm"]))
      await outbox.closeDatabase()
    }

    #expect(calls > 10)
  }

  @Test(arguments: [nil, 0, 100])
  func `a failing call stores a whole page or nothing of it`(bytesBeforeKill: Int?) async throws {
    let place = DatabaseLocation.file(directory["cache.db"])

    let calls = try await everyCall(killed: bytesBeforeKill) {
      let store = try await SQLiteFeedStore(place)
      try await store.commit([2, 1])
      await store.closeDatabase()
    } failing: { () throws(StoreError) in
      let store = try await SQLiteFeedStore(place)
      let result = await Result { () async throws(StoreError) in
        try await store.mergeFetchedPage(
          Samples.page([5, 4, 3, 2]), into: .home, account: Samples.account, at: .top, now: .noon)
      }
      await store.closeDatabase()
      _ = try result.get()
    } leaves: { isDone in
      let store = try await SQLiteFeedStore(place)
      let held = try await store.sketch()
      #expect(held == "5 4 3 2 1" || (!isDone && held == "2 1"))
      await store.closeDatabase()
    }

    #expect(calls > 10)
  }

  @Test func `a failing call stores a whole photo or nothing of it`() async throws {
    let cache = FilePhotoCache(path: directory.path, quota: 1_000_000, world: StillWorld())
    let photo = Photo.PhotoRendition(url: "u", size: PhotoSize(width: 4, height: 3))
    let bytes = [UInt8](repeating: 7, count: 10_000)

    let calls = try await everyCall {
    } failing: { () throws(StoreError) in
      await cache.storePhotoBytes(bytes, of: photo, for: Samples.account)
    } leaves: { _ in
      let held = await cache.cachedPhotoBytes(of: photo, for: Samples.account)
      #expect(held == bytes || held == nil)
    }

    #expect(calls > 2)
    #expect(await cache.cachedPhotoBytes(of: photo, for: Samples.account) == bytes)
  }
}

extension FailingCallTests {
  /// Does the work over and over, each time after the same beginning and with the next call
  /// failing, until none fails; returns how many calls there were.
  ///
  /// What is `strict` tries nothing twice: every failure is told. What is `killed` is so at the
  /// call, and after so many bytes of it.
  private func everyCall(
    strict: Bool = false, killed bytes: Int? = nil, after beginning: () async throws -> Void,
    failing work: () async throws(StoreError) -> Void,
    leaves check: (_ isDone: Bool) async throws -> Void
  ) async throws -> Int {
    for number in 0..<Self.most {
      for name in directory.names { unlink(directory[name]) }
      try await beginning()
      let failures = cfaults_failures(directory.path)
      if let bytes { cfaults_kill(directory.path, CInt(number), bytes) }
      cfaults_fail_call(directory.path, bytes == nil ? CInt(number) : -1)
      var isDone = true
      do throws(StoreError) { try await work() } catch { isDone = false }
      cfaults_fail_call(directory.path, -1)
      let wasKilled = bytes != nil && cfaults_revive(directory.path) >= 0
      try await check(isDone)
      guard wasKilled || cfaults_failures(directory.path) > failures else {
        #expect(isDone, "nothing failed, and it did not work")
        return number
      }
      #expect(!isDone || !strict, "call \(number) failed, and nobody was told")
    }
    Issue.record("it never went well")
    return Self.most
  }

  private func account(_ handle: String, token: String = "secret") -> SignedInAccount {
    SignedInAccount(
      Account(service: .tweetie, person: Person.ID(handle), handle: handle), token: Secret(token))
  }

  private func item(_ number: Int) -> OutboxItem {
    OutboxItem(
      id: OutboxItem.ID("item-\(number)"), account: Samples.account,
      change: .mark(Post.ID("\(number)"), .liked, true),
      state: .queued(notBefore: nil, after: nil), createdAt: .noon)
  }
}

extension Result where Failure == StoreError {
  /// What came of the work.
  fileprivate init(_ work: () async throws(StoreError) -> Success) async {
    do throws(StoreError) { self = .success(try await work()) } catch { self = .failure(error) }
  }
}
