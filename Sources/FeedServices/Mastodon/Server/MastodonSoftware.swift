internal import FeedDomain

/// The programs that speak Mastodon's language, each with an accent.
enum MastodonSoftware: String, CaseIterable, Sendable {
  case mastodon
  case pixelfed
  case gotosocial
  case akkoma
  case snac
  case takahe
  /// One that we have never heard of; it is believed to be like Mastodon where that is safe.
  case other

  /// The program as it calls itself.
  init(named name: String) {
    let name = name.lowercased()
    self = name == "pleroma" ? .akkoma : MastodonSoftware(rawValue: name) ?? .other
  }

  /// The program as the version of its interface gives it away: "3.5.3 (compatible; Pixelfed 1)".
  init(version: String) {
    let version = version.lowercased()
    let accents: [(String, MastodonSoftware)] = [
      ("pixelfed", .pixelfed), ("akkoma", .akkoma), ("pleroma", .akkoma), ("snac", .snac),
      ("gotosocial", .gotosocial), ("takahe", .takahe),
    ]
    self = accents.first { version.contains($0.0) }?.1 ?? .other
  }

  /// What the person is asked to allow.
  var scopes: String { self == .pixelfed ? "read write follow" : "read write" }

  /// Whether the ids among a post's mentions are those of people.
  var mentionsByID: Bool { self != .snac }

  /// Whether what it keeps about how far one has read can be relied on.
  var keepsMarkers: Bool { self != .pixelfed && self != .takahe }

  /// Whether it can be asked for what stands right above a post; others give the newest page,
  /// whatever they are asked.
  var goesUp: Bool { self != .snac && self != .pixelfed }

  /// Whether the links of lists of people who liked or boosted a post lead the wrong way round.
  var swapsLinks: Bool { self == .pixelfed }

  /// Whether it refuses what has no picture and answers nothing.
  var needsPictures: Bool { self == .pixelfed }

  var ranksPosts: Bool { self == .mastodon || self == .other }

  /// Whether it remembers what one liked.
  var listsLikes: Bool { self != .snac }

  /// Whether it lists what is said directly by who takes part: snac lists none of it, Pixelfed takes
  /// nothing that is direct, and of others nobody knows.
  var listsConversations: Bool { self == .mastodon || self == .gotosocial || self == .akkoma }

  /// Which marks can be put on posts there; Pixelfed and snac have no conversations to be silenced,
  /// and of others nobody knows.
  var marks: Post.OwnActions {
    switch self {
    case .mastodon, .gotosocial, .akkoma:
      [.liked, .boosted, .bookmarked, .pinned, .silenced]
    case .snac, .takahe: [.liked, .boosted, .bookmarked, .pinned]
    case .pixelfed, .other: [.liked, .boosted, .bookmarked]
    }
  }

  /// Whether it gives back what was written and lets one change it.
  var edits: Bool { self != .pixelfed }

  /// Whether a post can ask something.
  var takesPolls: Bool { self != .pixelfed }

  /// Whether an edit of a post can change the descriptions of its pictures.
  var describesAnew: Bool {
    switch self {
    case .mastodon, .gotosocial, .takahe, .other: true
    case .pixelfed, .akkoma, .snac: false
    }
  }

  /// Whether posts are sent and edited as JSON; Pixelfed documents forms alone.
  var readsJSON: Bool { self != .pixelfed }

  /// Whether it reads polls under the names that a form has for them, and nowhere else.
  var readsPollsInForms: Bool { self == .snac }

  /// Whether it shows a poll to everybody, whoever was to see it.
  var publishesPolls: Bool { self == .snac }

  /// Whether it covers pictures only where words come before them.
  var coversBehindWarnings: Bool { self == .snac }

  /// Whether it answers a question for pinned posts with all posts.
  var ignoresPinned: Bool { self == .snac }

  /// Whether it keeps a post until a given moment, in that version of its own.
  func postsLater(in version: [Int]) -> Bool {
    switch self {
    case .mastodon, .akkoma: true
    // Before that a post was published at once.
    case .gotosocial: !version.lexicographicallyPrecedes([0, 20])
    case .pixelfed, .snac, .takahe, .other: false
    }
  }

  /// Whether it must be told that what is written is no Markdown, and may tell a text as it was
  /// written instead of as HTML.
  var knowsPlainText: Bool { self == .gotosocial }

  /// Whether the counts it answers an action with are right.
  var countsRight: Bool { self != .pixelfed }

  /// Whether a picture has the id in a post that it was given when it was sent.
  var keepsPictureIDs: Bool { self != .snac }

  /// Whether it answers a post's key that it has seen with the post, or does not look at it; else it
  /// refuses it, or says again that it failed, also where nothing came of it.
  var takesKeysAgain: Bool { self != .pixelfed && self != .akkoma }

  /// Whether it is sure to know a post's key again for an hour.
  var remembersKeys: Bool { self == .mastodon }

  /// Whether it tells by itself what happens, over plain HTTP.
  var streamsEvents: Bool { self == .mastodon }

  /// How many people one may ask about at once.
  var peopleAtOnce: Int { self == .pixelfed ? 20 : 40 }
}
