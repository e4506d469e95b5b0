internal import FeedDomain

/// A server software of the Mastodon family. Its properties are the differences between the
/// softwares' APIs.
enum MastodonSoftware: String, CaseIterable, Sendable {
  case mastodon
  case pixelfed
  case gotosocial
  case akkoma
  case snac
  case takahe
  /// A kind of server software of the Mastodon family: one that Tweetie does not know, and takes
  /// for Mastodon where a mistake does no harm.
  case other

  init(named name: String) {
    self =
      switch name.lowercased() {
      case "pleroma", "rebased": .akkoma
      case "hometown", "fedibird": .mastodon
      case let name: MastodonSoftware(rawValue: name) ?? .other
      }
  }

  /// Creates the server software of the Mastodon family from a NodeInfo page, which names the
  /// software and, at some forks, the software that they come from.
  init(nodeinfo json: JSON) {
    let names = [json["software"]["name"], json["metadata"]["upstream"]["name"]]
    self =
      names.compactMap(\.string).map { MastodonSoftware(named: $0) }.first { $0 != .other }
      ?? .other
  }

  /// Creates the server software of the Mastodon family from its version text, such as "3.5.3
  /// (compatible; Pixelfed 1)"; `other` for an unknown text.
  init(version: String) {
    let version = version.lowercased()
    let accents: [(String, MastodonSoftware)] = [
      ("pixelfed", .pixelfed), ("akkoma", .akkoma), ("pleroma", .akkoma), ("rebased", .akkoma),
      ("snac", .snac), ("gotosocial", .gotosocial), ("takahe", .takahe),
    ]
    self = accents.first { version.contains($0.0) }?.1 ?? .other
  }

  var scopes: String { self == .pixelfed ? "read write follow" : "read write" }

  /// True if mentions in posts of this Mastodon-family server software contain the ids of people.
  var mentionsByID: Bool { self != .snac }

  /// True if the Mastodon-family server software stores read positions and returns them correctly.
  var storesReadPositions: Bool { self != .pixelfed && self != .takahe }

  /// True if the Mastodon-family server software can return the entries just above a known one
  /// (`min_id`); other software returns the newest page instead.
  var pagesUpwards: Bool { self != .snac && self != .pixelfed }

  /// True if this Mastodon-family server software swaps paging links of likers and boosters.
  var swapsPagingLinks: Bool { self == .pixelfed }

  /// True if this Mastodon-family server software refuses posts without pictures, but no answers.
  var needsPictures: Bool { self == .pixelfed }

  var listsLikes: Bool { self != .snac }

  /// True if the Mastodon-family server software has a list of direct conversations. snac has none,
  /// Pixelfed accepts no direct messages, and unknown software is not asked.
  var listsConversations: Bool { self == .mastodon || self == .gotosocial || self == .akkoma }

  /// The likes, boosts and similar marks of posts that the Mastodon-family server software
  /// supports. Pixelfed and snac cannot mute conversations; unknown software is assumed to have the
  /// basic marks only.
  var marks: Post.UserPostMarks {
    switch self {
    case .mastodon, .gotosocial, .akkoma:
      [.liked, .boosted, .bookmarked, .pinned, .conversationMuted]
    case .snac, .takahe: [.liked, .boosted, .bookmarked, .pinned]
    case .pixelfed, .other: [.liked, .boosted, .bookmarked]
    }
  }

  /// True if the Mastodon-family server software has no blocks, and mutes a person at the API call
  /// that blocks at other servers.
  var mutesByBlocking: Bool { self == .snac }

  var edits: Bool { self != .pixelfed }

  var supportsPolls: Bool { self != .pixelfed }

  /// True if an edit at this Mastodon-family server software can change pictures' alt texts.
  var canEditAltTexts: Bool {
    switch self {
    case .mastodon, .gotosocial, .takahe, .other: true
    case .pixelfed, .akkoma, .snac: false
    }
  }

  /// True if an edit at this Mastodon-family server software can change a post's pictures; false if
  /// it changes the text alone.
  var canEditPictures: Bool { self != .snac }

  /// True if this Mastodon-family server software lists all of the account's own posts among the
  /// person's posts; false if polls and posts for few people are found in the home stream alone.
  var listsAllOwnPosts: Bool { self != .snac }

  /// Returns a Mastodon post's id in a form that does not change: snac's ids begin with a time that
  /// each like, boost and edit changes, and that is replaced by zeros.
  func stablePostID(_ id: String) -> String {
    let bytes = id.utf8
    guard self == .snac, bytes.count == Self.snacIDLength,
      bytes.prefix(Self.snacTimeLength).allSatisfy({ (0x30...0x39).contains($0) || $0 == 0x20 })
    else { return id }
    return String(repeating: "0", count: Self.snacTimeLength) + id.dropFirst(Self.snacTimeLength)
  }

  private static let snacTimeLength = 10
  private static let snacIDLength = snacTimeLength + 32

  /// Returns the text to send to a Mastodon-family server so that the post shows it as typed.
  func textToSend(_ text: String) -> String {
    self == .snac ? SnacTextEscaping.textEscapedForSnac(text) : text
  }

  /// Returns the text as typed, from the source text of a post at a Mastodon-family server.
  func typedTextFromSource(_ source: String) -> String {
    self == .snac ? SnacTextEscaping.textUnescapedFromSnac(source) : source
  }

  /// True if this Mastodon-family server software states zero for those counts of a person, such as
  /// followers, that it does not know.
  var hidesCountsAsZero: Bool { self == .snac }

  /// True if this Mastodon-family server software accepts JSON; Pixelfed documents forms alone.
  var acceptsJSON: Bool { self != .pixelfed }

  /// True if this Mastodon-family server software accepts polls of new posts in forms only.
  var readsPollsInForms: Bool { self == .snac }

  /// True if this Mastodon-family server software shows polls to everybody, also in private posts.
  var pollsArePublic: Bool { self == .snac }

  /// True if this Mastodon-family server software covers pictures only below a warning.
  var coversNeedWarning: Bool { self == .snac }

  /// True if this Mastodon-family server software returns all of a person's posts to a request for
  /// pinned posts.
  var ignoresPinnedQuery: Bool { self == .snac }

  func canSchedule(in version: [Int]) -> Bool {
    switch self {
    case .mastodon, .akkoma: true
    // Earlier versions published the post at once.
    case .gotosocial: !version.lexicographicallyPrecedes([0, 20])
    case .pixelfed, .snac, .takahe, .other: false
    }
  }

  /// True if new posts must declare their text as plain at this Mastodon-family server software,
  /// which could take it for Markdown.
  var declaresPlainText: Bool { self == .gotosocial }

  /// True if this Mastodon-family server software replies to a like or boost with correct counts.
  var hasReliableCounts: Bool { self != .pixelfed }

  /// True if a published picture keeps its upload's id at this Mastodon-family server software.
  var keepsPictureIDs: Bool { self != .snac }

  /// True if this Mastodon-family server software, at a repeated idempotency key, returns the post
  /// or ignores the key; false if it refuses the key, or repeats an earlier failure.
  var acceptsRepeatedKeys: Bool { self != .pixelfed && self != .akkoma }

  /// True if this Mastodon-family server software remembers idempotency keys for an hour, so that a
  /// repeated request publishes no second post.
  var recognisesKeys: Bool { self == .mastodon }

  var streamsEvents: Bool { self == .mastodon }

  var peoplePerRequest: Int { self == .pixelfed ? 20 : 40 }
}
