import FeedDomain

@testable import TweetieTUI

/// Holds what waits, in order.
actor OutboxFake: Outbox {
  private let unread: [OutboxItem.ID]
  private(set) var waiting: [OutboxItem]
  private(set) var erased: [Account.ID] = []

  init(_ waiting: [OutboxItem] = [], unreadable: [OutboxItem.ID] = []) {
    self.waiting = waiting
    unread = unreadable
  }

  func unreadable(of account: Account.ID?) -> [OutboxItem.ID] { unread }

  func enqueue(_ item: OutboxItem) async throws(StoreError) { waiting.append(item) }

  func items(of account: Account.ID?) async throws(StoreError) -> [OutboxItem] {
    waiting.filter { account == nil || $0.account == account }
  }

  func claim(of account: Account.ID, now: Timestamp) async throws(StoreError) -> OutboxItem? {
    waiting.first
  }

  func settle(_ id: OutboxItem.ID, as state: OutboxItem.State?) async throws(StoreError) {
    if state == nil { waiting.removeAll { $0.id == id } }
  }

  func note(_ name: String, forPicture index: Int, of id: OutboxItem.ID) {}

  func withdraw(_ id: OutboxItem.ID) async throws(StoreError) -> Bool {
    defer { waiting.removeAll { $0.id == id } }
    return waiting.contains { $0.id == id }
  }

  func erase(account: Account.ID) async throws(StoreError) { erased.append(account) }
}

actor DraftStoreFake: DraftStore {
  private var held: [Draft]

  init(_ held: [Draft] = []) { self.held = held }

  func save(_ draft: Draft, over known: Draft?, account: Account.ID, now: Timestamp)
    async throws(StoreError) -> Bool
  { true }
  func drafts(of account: Account.ID) async throws(StoreError) -> [Draft] { held }
  func discard(_ draft: Draft) async throws(StoreError) { held.removeAll { $0 == draft } }
}

/// Tells the same of everything that waits, and takes it out of the outbox where it was delivered.
struct SendingStub: OutboxSending {
  let outbox: OutboxFake
  let result: SendResult
  /// Whether what is tried first stops all that is younger.
  var stopsAtFirst = false

  func send(waitingOf account: SignedInAccount, evenIfHeld: Bool) async throws(StoreError)
    -> [OutboxItem.ID: SendResult]
  {
    let items = try await outbox.items(of: account.account.id)
    if case .delivered = result { for item in items { try await outbox.settle(item.id, as: nil) } }
    let told = stopsAtFirst ? Array(items.prefix(1)) : items
    return Dictionary(uniqueKeysWithValues: told.map { ($0.id, result) })
  }
}
