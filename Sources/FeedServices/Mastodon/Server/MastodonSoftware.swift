internal import FeedDomain

/// The server software of the Mastodon family, with the differences between them.
enum MastodonSoftware: String, CaseIterable, Sendable {
  case mastodon
  case pixelfed
  case gotosocial
  case akkoma
  case snac
  case takahe
  /// A kind of server software that is unknown; treated like Mastodon where that is safe.
  case other

  init(named name: String) {
    let name = name.lowercased()
    self = name == "pleroma" ? .akkoma : MastodonSoftware(rawValue: name) ?? .other
  }

  /// Recognises server software by a version text, such as "3.5.3 (compatible; Pixelfed 1)".
  init(version: String) {
    let version = version.lowercased()
    let accents: [(String, MastodonSoftware)] = [
      ("pixelfed", .pixelfed), ("akkoma", .akkoma), ("pleroma", .akkoma), ("snac", .snac),
      ("gotosocial", .gotosocial), ("takahe", .takahe),
    ]
    self = accents.first { version.contains($0.0) }?.1 ?? .other
  }

  var scopes: String { self == .pixelfed ? "read write follow" : "read write" }

  /// True if mentions in posts of this server software contain the ids of people.
  var mentionsByID: Bool { self != .snac }

  /// True if the server software stores read positions reliably.
  var storesReadPositions: Bool { self != .pixelfed && self != .takahe }

  /// True if the server software can return the entries just above a known one (`min_id`); other
  /// software returns the newest page instead.
  var pagesUpwards: Bool { self != .snac && self != .pixelfed }

  /// True if the server software swaps the paging links in lists of likers and boosters.
  var swapsPagingLinks: Bool { self == .pixelfed }

  /// True if the server software refuses posts without pictures, except answers.
  var needsPictures: Bool { self == .pixelfed }

  var hasTrending: Bool { self == .mastodon || self == .other }

  var listsLikes: Bool { self != .snac }

  /// True if the server software lists direct messages by conversation. snac has no such list,
  /// Pixelfed accepts no messages, and unknown software is not asked.
  var listsConversations: Bool { self == .mastodon || self == .gotosocial || self == .akkoma }

  /// The likes, boosts and similar marks of posts that the server software supports. Pixelfed and
  /// snac cannot mute conversations; unknown software is assumed to have the basic marks only.
  var marks: Post.ReaderMarks {
    switch self {
    case .mastodon, .gotosocial, .akkoma:
      [.liked, .boosted, .bookmarked, .pinned, .conversationMuted]
    case .snac, .takahe: [.liked, .boosted, .bookmarked, .pinned]
    case .pixelfed, .other: [.liked, .boosted, .bookmarked]
    }
  }

  /// True if the server software mutes people by the call that blocks them elsewhere, and cannot
  /// block.
  var mutesByBlocking: Bool { self == .snac }

  var edits: Bool { self != .pixelfed }

  var supportsPolls: Bool { self != .pixelfed }

  /// True if an edit of a post can change alt texts at this server software.
  var canEditAltTexts: Bool {
    switch self {
    case .mastodon, .gotosocial, .takahe, .other: true
    case .pixelfed, .akkoma, .snac: false
    }
  }

  /// Returns the form of a post's id that never changes. The first ten characters of snac's ids are
  /// a time that changes with each like, boost and edit; snac itself compares only the rest.
  func stablePostID(_ id: String) -> String {
    let bytes = id.utf8
    guard self == .snac, bytes.count == Self.snacIDLength,
      bytes.prefix(Self.snacTimeLength).allSatisfy({ (0x30...0x39).contains($0) || $0 == 0x20 })
    else { return id }
    return String(repeating: "0", count: Self.snacTimeLength) + id.dropFirst(Self.snacTimeLength)
  }

  private static let snacTimeLength = 10
  private static let snacIDLength = snacTimeLength + 32

  /// Returns a post's text as sent to this server software, so that it is shown as typed.
  func sentText(_ text: String) -> String { self == .snac ? SnacText.escaped(text) : text }

  /// Returns a post's source text of this server software as it was typed.
  func typedText(_ source: String) -> String {
    self == .snac ? SnacText.unescaped(source) : source
  }

  /// True if a person's count of zero means an unknown count at this server software.
  var hidesCountsAsZero: Bool { self == .snac }

  /// True if posts can be sent as JSON to this server software; Pixelfed documents forms alone.
  var acceptsJSON: Bool { self != .pixelfed }

  /// True if the server software accepts the polls of new posts in form fields only.
  var readsPollsInForms: Bool { self == .snac }

  /// True if the server software shows polls to everybody, whatever the visibility of their posts.
  var pollsArePublic: Bool { self == .snac }

  /// True if the server software covers sensitive pictures only of posts with a content warning.
  var coversNeedWarning: Bool { self == .snac }

  /// True if the server software returns all posts when asked for pinned posts.
  var ignoresPinnedQuery: Bool { self == .snac }

  /// Returns true if the server software can schedule posts in a version.
  func canSchedule(in version: [Int]) -> Bool {
    switch self {
    case .mastodon, .akkoma: true
    // Earlier versions published the post at once.
    case .gotosocial: !version.lexicographicallyPrecedes([0, 20])
    case .pixelfed, .snac, .takahe, .other: false
    }
  }

  /// True if texts must be declared as plain to this server software, which could read them as
  /// Markdown.
  var declaresPlainText: Bool { self == .gotosocial }

  /// True if this server software sends correct counts in its replies to likes and boosts.
  var hasReliableCounts: Bool { self != .pixelfed }

  /// True if an uploaded picture has the same id in the published post at this server software.
  var keepsPictureIDs: Bool { self != .snac }

  /// True if the server software answers a repeated idempotency key with the post, or ignores the
  /// key. Other software refuses the key, or repeats a failure although no post was published.
  var acceptsRepeatedKeys: Bool { self != .pixelfed && self != .akkoma }

  /// True if this server software remembers idempotency keys for an hour, and publishes no second
  /// post for a repeated one.
  var recognisesKeys: Bool { self == .mastodon }

  var streamsEvents: Bool { self == .mastodon }

  var peoplePerRequest: Int { self == .pixelfed ? 20 : 40 }
}
