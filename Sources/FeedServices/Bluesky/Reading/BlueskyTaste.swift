internal import FeedDomain

/// What the reader wants to see and what not, as they set it in Bluesky. Its servers leave it to
/// programs to do as it says.
struct BlueskyTaste: Equatable, Sendable {
  /// What is done with what a label is put on.
  enum Wish: String, Sendable {
    case ignore, show, warn, hide
  }

  /// What of the home stream is left out.
  struct Home: Equatable, Sendable {
    var hidesReplies = false
    var hidesRepliesByStrangers = false
    var hidesReposts = false
    var hidesQuotes = false
  }

  /// Which answers to a post come first.
  enum Order: String, Sendable {
    case oldest, newest
    case mostLiked = "most-likes"
  }

  /// Who labels posts for everybody who wants nobody else to.
  static let labeler = "did:plc:ar7c4by46qjdydhdevvrndac"
  private static let mostLabelers = 20

  /// Whether what is for adults may be seen; nil where nobody knows, and it is covered.
  var allowsAdult: Bool?
  var home = Home()
  /// Nil where answers stay as servers have them.
  var order: Order?
  var words: [MutedWord] = []
  var hiddenPosts: Set<Post.ID> = []
  /// Who else labels posts for the reader.
  var labelers: [String] = []
  /// What those who label say of their labels.
  var definitions: [LabelDefinition.Name: LabelDefinition] = [:]
  private var wishes: [WishName: Wish] = [:]

  private struct WishName: Hashable, Sendable {
    let label: String
    /// Nil for every labeler.
    let labeler: String?
  }

  init() {}

  /// A kind of preference that is heeded.
  enum Preference: String {
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

  /// Reads the preferences as the server keeps them; what is not understood does not count.
  init(_ json: JSON) {
    allowsAdult = false
    for preference in json["preferences"].array {
      switch Preference(preference) {
      case .adultContent: allowsAdult = preference["enabled"].bool ?? false
      case .contentLabel: note(wish: preference)
      case .mutedWords: words = preference["items"].array.compactMap(MutedWord.init)
      case .hiddenPosts:
        hiddenPosts = Set(preference["items"].array.compactMap(\.string).map { Post.ID($0) })
      case .feedView where preference["feed"] == "home": home = Home(preference)
      case .threadView: order = preference["sort"].string.flatMap(Order.init(rawValue:))
      case .labelers:
        let dids = preference["labelers"].array.compactMap { $0["did"].string }
        labelers = Array(
          dids.filter { BlueskyName.isDID($0) && $0 != Self.labeler }.prefix(Self.mostLabelers - 1))
      case .feedView, .savedFeeds, nil: continue
      }
    }
  }

  /// Whose labels are to come with posts, as servers want to be told; none where those come that
  /// come anyway.
  var acceptedLabelers: [String] {
    labelers.isEmpty ? [] : ["\(Self.labeler);redact"] + labelers
  }

  /// What the reader wants done with a label of somebody's; nil where they never said.
  func wish(for label: String, by labeler: String) -> Wish? {
    wishes[WishName(label: label, labeler: labeler)]
      ?? wishes[WishName(label: label, labeler: nil)]
  }

  private mutating func note(wish json: JSON) {
    guard let label = json["label"].filledString,
      let wish = json["visibility"].string.flatMap(Wish.init(rawValue:))
    else { return }
    let labeler = json["labelerDid"].filledString
    // Labels had other names once, under which wishes are still kept.
    let old = ["nsfw": "porn", "suggestive": "sexual", "gore": "graphic-media"]
    wishes[WishName(label: old[label] ?? label, labeler: labeler)] = wish
  }
}

extension BlueskyTaste.Home {
  init(_ json: JSON) {
    hidesReplies = json["hideReplies"].bool ?? false
    hidesRepliesByStrangers = json["hideRepliesByUnfollowed"].bool ?? false
    hidesReposts = json["hideReposts"].bool ?? false
    hidesQuotes = json["hideQuotePosts"].bool ?? false
  }
}
