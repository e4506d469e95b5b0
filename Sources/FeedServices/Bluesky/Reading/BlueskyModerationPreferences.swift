internal import FeedDomain

/// A set of the user's preferences at Bluesky for moderation and the home stream, which each
/// program has to apply itself.
struct BlueskyModerationPreferences: Equatable, Sendable {
  /// A choice of the user for a Bluesky moderation label: whether labelled posts are shown, folded
  /// or hidden.
  enum LabelPreference: String, Sendable {
    case ignore, show, warn, hide
  }

  struct HomeStreamPreferences: Equatable, Sendable {
    var hidesReplies = false
    var hidesRepliesByStrangers = false
    var hidesReposts = false
    var hidesQuotes = false
  }

  enum ReplyOrdering: String, Sendable {
    case oldest, newest
    case mostLiked = "most-likes"
  }

  /// The DID of Bluesky's own labeler, whose labels apply for everybody.
  static let labeler = "did:plc:ar7c4by46qjdydhdevvrndac"
  private static let maximumLabelers = 20

  /// The user's preference for adult content at Bluesky: true to show it, false to hide it; nil if
  /// unknown, in which case the content is covered.
  var allowsAdult: Bool?
  var home = HomeStreamPreferences()
  /// The user's order of answers in Bluesky conversations; nil for the server's order.
  var order: ReplyOrdering?
  var words: [MutedWord] = []
  var hiddenPosts: Set<Post.ID> = []
  /// The DIDs of the labelers that the user chose in addition to Bluesky's own.
  var labelers: [String] = []
  var definitions: [LabelDefinition.ModerationLabelID: LabelDefinition] = [:]
  private var preferences: [LabelPreferenceKey: LabelPreference] = [:]

  private struct LabelPreferenceKey: Hashable, Sendable {
    let label: String
    /// The DID of the Bluesky labeler to which a preference applies; nil for all labelers.
    let labeler: String?
  }

  init() {}

  /// A type of preference at Bluesky, by its name in the lexicon; only types that the program uses.
  enum BlueskyPreferenceType: String {
    case adultContent = "app.bsky.actor.defs#adultContentPref"
    case contentLabel = "app.bsky.actor.defs#contentLabelPref"
    case mutedWords = "app.bsky.actor.defs#mutedWordsPref"
    case hiddenPosts = "app.bsky.actor.defs#hiddenPostsPref"
    case feedView = "app.bsky.actor.defs#feedViewPref"
    case threadView = "app.bsky.actor.defs#threadViewPref"
    case labelers = "app.bsky.actor.defs#labelersPref"
    case savedFeeds = "app.bsky.actor.defs#savedFeedsPrefV2"

    init?(_ json: JSON) { self.init(rawValue: json["$type"].string ?? "") }
  }

  /// Creates the user's preferences at Bluesky from their JSON; unknown types are skipped.
  init(_ json: JSON) {
    allowsAdult = false
    for preference in json["preferences"].array {
      switch BlueskyPreferenceType(preference) {
      case .adultContent: allowsAdult = preference["enabled"].bool ?? false
      case .contentLabel: readLabelPreference(preference)
      case .mutedWords: words = preference["items"].array.compactMap(MutedWord.init)
      case .hiddenPosts:
        hiddenPosts = Set(preference["items"].array.compactMap(\.string).map { Post.ID($0) })
      case .feedView where preference["feed"] == "home": home = HomeStreamPreferences(preference)
      case .threadView: order = preference["sort"].string.flatMap(ReplyOrdering.init(rawValue:))
      case .labelers:
        let dids = preference["labelers"].array.compactMap { $0["did"].string }
        labelers = Array(
          dids.filter { BlueskyLoginName.isDID($0) && $0 != Self.labeler }.prefix(
            Self.maximumLabelers - 1))
      case .feedView, .savedFeeds, nil: continue
      }
    }
  }

  /// The DIDs of the labelers for the header of requests to Bluesky; empty if Bluesky's own labeler
  /// is the only one.
  var acceptedLabelers: [String] {
    labelers.isEmpty ? [] : ["\(Self.labeler);redact"] + labelers
  }

  func labelPreference(for label: String, by labeler: String) -> LabelPreference? {
    preferences[LabelPreferenceKey(label: label, labeler: labeler)]
      ?? preferences[LabelPreferenceKey(label: label, labeler: nil)]
  }

  private mutating func readLabelPreference(_ json: JSON) {
    guard let label = json["label"].nonEmptyString,
      let preference = json["visibility"].string.flatMap(LabelPreference.init(rawValue:))
    else { return }
    let labeler = json["labelerDid"].nonEmptyString
    // Preferences may still be stored under the former names of labels.
    let old = ["nsfw": "porn", "suggestive": "sexual", "gore": "graphic-media"]
    preferences[LabelPreferenceKey(label: old[label] ?? label, labeler: labeler)] = preference
  }
}

extension BlueskyModerationPreferences.HomeStreamPreferences {
  init(_ json: JSON) {
    hidesReplies = json["hideReplies"].bool ?? false
    hidesRepliesByStrangers = json["hideRepliesByUnfollowed"].bool ?? false
    hidesReposts = json["hideReposts"].bool ?? false
    hidesQuotes = json["hideQuotePosts"].bool ?? false
  }
}
