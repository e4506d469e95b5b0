import FeedDomain

@testable import FeedServices
@testable import FeedStorage

/// Replies of every service, read as what they might be: whatever comes, each post comes once where
/// lists promise that, and what is shown can be kept.
enum RepliesProperty {
  private static let now = Timestamp(milliseconds: 1_795_199_400_000)
  private static let me = Account(service: .instagram, person: Person.ID("1"), handle: "sol")

  static func check(_ input: [UInt8]) throws(Finding) {
    guard let json = try? JSON(input) else { return }  // Most bytes are no JSON.
    for software in [MastodonSoftware.mastodon, .pixelfed, .snac] {
      let reader = MastodonJSONReader(software: software, me: me.person, now: now, context: .home)
      try keep(
        reader.parsedEntriesExceptHidden(json).map(\.post)
          + [reader.parsedPost(json)].compactMap(\.self))
      try keep(
        MastodonNotificationJSONReader(reader).parsedNotificationsGroupingSimilar(json).compactMap(
          \.post))
      _ = (reader.parsedPeople(json), reader.parsedRelationships(json))
    }
    let bluesky = BlueskyJSONReader(
      me: me.person, now: now, moderation: BlueskyModerationPreferences(json))
    try keep(bluesky.parsedStreamRows(json, in: .home).compactMap(\.entry?.post))
    if let thread = BlueskyThreadReader(reader: bluesky).parsedConversation(json) {
      try keep(thread.nodes.map(\.post))
    }
    for posts in [
      FlickrJSONReader(me: me.person, now: now).parsedPosts(json),
      UnsplashJSONReader(now: now, me: me.handle).parsedPosts(json),
      InstagramJSONReader(me: me, now: now).parsedPosts(json),
    ] {
      try expect(Set(posts.map(\.id)).count == posts.count, "a post comes twice")
      try keep(posts)
    }
    let readers = [
      GoogleReaderJSONReader(serverIsFreshRSS: true),
      GoogleReaderJSONReader(serverIsFreshRSS: false),
    ]
    for reader in readers {
      // Most replies are other lists.
      if let entries = try? reader.parsedEntries(json) { try check(entries) }
      if let feeds = try? reader.parsedSubscriptions(json) {
        try expect(Set(feeds.map(\.id)).count == feeds.count, "a feed comes twice")
      }
      _ = try? GoogleReaderJSONReader.parsedEntryIDs(json)
    }
    try check(MinifluxJSONReader().parsedEntries(json.array))
    _ = MinifluxJSONReader().parsedSubscription(json)
    _ = (
      FlickrJSONReader(me: nil, now: now).parsedPeople(json),
      UnsplashJSONReader(now: now).parsedPhotoDetails(json)
    )
  }

  private static func check(_ entries: [FeedServerEntry]) throws(Finding) {
    try expect(Set(entries.map(\.id)).count == entries.count, "an entry comes twice")
  }

  /// A post comes back from the disk as it was.
  private static func keep(_ posts: [Post]) throws(Finding) {
    for post in posts {
      let columns = PostRecord.PostColumnValues(
        id: post.id, createdAt: post.createdAt, replyTo: post.reply?.post, counts: post.counts,
        userMarks: post.userMarks)
      let bytes = PostRecord.encodedBytes(of: post)
      let again = bytes.withUnsafeBytes { PostRecord.decodedPost(columns, from: $0) }
      // A latitude that is no number equals nothing, not even itself: bytes are compared.
      try expect(
        again.map { PostRecord.encodedBytes(of: $0) } == bytes, "a post comes back as another")
    }
  }
}
