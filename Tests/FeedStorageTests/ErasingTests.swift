import FeedDomain
import FeedStorage
import Testing

struct ErasingTests {
  @Test(arguments: [false, true])
  func `signing out leaves no trace in any file`(othersStay: Bool) async throws {
    let directory = try TemporaryDirectory()
    directory.write(Array("tweetie:ada was here, in a damaged file".utf8), to: "cache.db")
    let store = try await SQLiteFeedStore(.file(directory["cache.db"]))
    let outbox = try await SQLiteOutbox(.file(directory["outbox.db"]))
    let drafts = SQLiteDraftStore(outbox)
    let other = Account.ID("mastodon:bob")
    for (account, word) in [(Samples.account, "xylophone"), (other, "marimba")]
    where account == Samples.account || othersStay {
      let posts = (0..<300).map { FeedEntry(Samples.post($0, "\(word)\($0) \(word)")) }
      _ = try await store.commit(
        FeedPage(posts, older: Cursor(word)), to: .tag(word), account: account, at: .top,
        now: .noon)
      try await store.setLastFeed(.tag(word), account: account)
      try await store.keep([Samples.person(word)], account: account)
      try await drafts.save(Draft(id: Draft.ID(word), text: word), account: account, now: .noon)
      try await outbox.enqueue(
        OutboxItem(
          id: OutboxItem.ID("o-\(word)"), account: account,
          change: .publish(Draft(id: Draft.ID("d-\(word)"), text: word)),
          state: .queued(notBefore: nil, after: nil), createdAt: .noon))
    }
    #expect(!directory.names(containing: "xylophone").isEmpty)

    try await store.erase(account: Samples.account)
    try await outbox.erase(account: Samples.account)

    for word in ["xylophone", "tweetie:ada"] {
      #expect(directory.names(containing: word).isEmpty)
    }
    if othersStay {
      #expect(try await store.posts(matching: "marimba", account: other, limit: 999).count == 300)
      #expect(try await outbox.items(of: other).count == 1)
      #expect(try await drafts.drafts(of: other).count == 1)
    }
    await store.close()
    await outbox.close()
    for word in ["xylophone", "tweetie:ada"] {
      #expect(directory.names(containing: word).isEmpty)
    }
  }
}
