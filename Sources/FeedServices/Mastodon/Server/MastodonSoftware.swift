internal import FeedDomain

/// The server programs that speak Mastodon's API, each with differences.
enum MastodonSoftware: String, CaseIterable, Sendable {
  case mastodon
  case pixelfed
  case gotosocial
  case akkoma
  case snac
  case takahe
  /// An unknown program, treated like Mastodon where that is safe.
  case other

  init(named name: String) {
    let name = name.lowercased()
    self = name == "pleroma" ? .akkoma : MastodonSoftware(rawValue: name) ?? .other
  }

  /// Parses the API's version string: "3.5.3 (compatible; Pixelfed 1)".
  init(version: String) {
    let version = version.lowercased()
    let accents: [(String, MastodonSoftware)] = [
      ("pixelfed", .pixelfed), ("akkoma", .akkoma), ("pleroma", .akkoma), ("snac", .snac),
      ("gotosocial", .gotosocial), ("takahe", .takahe),
    ]
    self = accents.first { version.contains($0.0) }?.1 ?? .other
  }

  var scopes: String { self == .pixelfed ? "read write follow" : "read write" }

  /// Whether the ids in mentions are those of people.
  var mentionsByID: Bool { self != .snac }

  /// Whether the server stores read positions reliably.
  var storesReadPositions: Bool { self != .pixelfed && self != .takahe }

  /// Whether the server can page upwards from a post (`min_id`); other servers return the newest
  /// page.
  var pagesUpwards: Bool { self != .snac && self != .pixelfed }

  /// Whether the paging links of likers and boosters are swapped.
  var swapsPagingLinks: Bool { self == .pixelfed }

  /// Whether posts without pictures are refused, except answers.
  var needsPictures: Bool { self == .pixelfed }

  var hasTrending: Bool { self == .mastodon || self == .other }

  var listsLikes: Bool { self != .snac }

  /// Whether direct messages are listed by chat: snac lists none, Pixelfed takes none, and unknown
  /// software is not asked.
  var listsConversations: Bool { self == .mastodon || self == .gotosocial || self == .akkoma }

  /// Marks that people can put on posts. Pixelfed and snac cannot mute conversations; unknown
  /// software has the basic marks alone.
  var marks: Post.OwnActions {
    switch self {
    case .mastodon, .gotosocial, .akkoma:
      [.liked, .boosted, .bookmarked, .pinned, .conversationMuted]
    case .snac, .takahe: [.liked, .boosted, .bookmarked, .pinned]
    case .pixelfed, .other: [.liked, .boosted, .bookmarked]
    }
  }

  var edits: Bool { self != .pixelfed }

  var supportsPolls: Bool { self != .pixelfed }

  /// Whether an edit can change alt texts.
  var canEditAltTexts: Bool {
    switch self {
    case .mastodon, .gotosocial, .takahe, .other: true
    case .pixelfed, .akkoma, .snac: false
    }
  }

  /// Whether posts can be sent as JSON; Pixelfed documents forms alone.
  var acceptsJSON: Bool { self != .pixelfed }

  /// Whether polls are read from form fields alone.
  var readsPollsInForms: Bool { self == .snac }

  /// Whether polls are shown to everybody, whatever the visibility of their post.
  var pollsArePublic: Bool { self == .snac }

  /// Whether pictures are covered only behind a warning.
  var coversNeedWarning: Bool { self == .snac }

  /// Whether the query for pinned posts returns all posts.
  var ignoresPinnedQuery: Bool { self == .snac }

  /// Whether a version of the software schedules posts.
  func canSchedule(in version: [Int]) -> Bool {
    switch self {
    case .mastodon, .akkoma: true
    // Earlier versions published the post at once.
    case .gotosocial: !version.lexicographicallyPrecedes([0, 20])
    case .pixelfed, .snac, .takahe, .other: false
    }
  }

  /// Whether a text must be declared as plain, as it may be read as Markdown.
  var declaresPlainText: Bool { self == .gotosocial }

  /// Whether the counts in replies to likes and boosts are right.
  var hasReliableCounts: Bool { self != .pixelfed }

  /// Whether an uploaded picture keeps its id in the post.
  var keepsPictureIDs: Bool { self != .snac }

  /// Whether a repeated idempotency key is answered with the post, or ignored. Other servers refuse
  /// the key, or repeat a failure although no post came of it.
  var acceptsRepeatedKeys: Bool { self != .pixelfed && self != .akkoma }

  /// Whether an idempotency key is recognised for an hour.
  var recognisesKeys: Bool { self == .mastodon }

  var streamsEvents: Bool { self == .mastodon }

  var peoplePerRequest: Int { self == .pixelfed ? 20 : 40 }
}
