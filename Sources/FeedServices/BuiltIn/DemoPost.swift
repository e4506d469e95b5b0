internal import FeedDomain

/// The type of a thread of demo posts, each post before its replies.
typealias DemoThread = [DemoPost]

/// A post as the demo's file `posts.json` describes it, before it gets an id and a date.
struct DemoPost {
  struct DemoPoll {
    /// The number of hours from the demo world's start to the poll's end; negative if the poll is
    /// over.
    let closing: Int
    let allowsSeveral: Bool
    let options: [FeedDomain.Poll.PollOption]
    let chosen: Int?
  }

  struct DemoLinkPreview {
    let url: String
    let site: String
    let title: String
    let summary: String
    let photo: String?
  }

  let author: String
  let text: String
  /// The depth of a demo post in its thread: 0 for the first post, 1 for a reply to it, and so on.
  var depth = 0
  var language = "en"
  /// The place of the demo post's thread among those of the demo's first day, 0 for the newest; nil
  /// for any place.
  var rank: Int?
  var warning: String?
  var visibility = Visibility.everybody
  var photos: [String] = []
  var city: String?
  /// The name by which another demo post quotes this one; nil if no post quotes it.
  var label: String?
  var quotes: String?
  var card: DemoLinkPreview?
  var poll: DemoPoll?
  /// The final number of likes of the demo post; nil for a random number.
  var likes: Int?
  var refusesLikes = false
  var boostedBy: String?
  /// The user's marks that the demo post has from the start, such as likes.
  var marks: Post.UserPostMarks = []

  /// True if the demo post is only text, without traces of a certain time, so that the demo can
  /// publish it on any day.
  var fitsAnyDay: Bool {
    rank == nil && warning == nil && visibility == .everybody && photos.isEmpty && city == nil
      && label == nil && quotes == nil && card == nil && poll == nil && !refusesLikes
      && boostedBy == nil && marks.isEmpty
  }

  static func parsedThread(_ entry: JSON) -> DemoThread { parsedThread(entry, atDepth: 0) }

  private static func parsedThread(_ entry: JSON, atDepth depth: Int) -> DemoThread {
    [DemoPost(entry, depth: depth)]
      + entry["replies"].array.flatMap { parsedThread($0, atDepth: depth + 1) }
  }
}

extension DemoPost {
  private init(_ entry: JSON, depth: Int) {
    self.init(author: entry["by"].string ?? "", text: entry["text"].string ?? "", depth: depth)
    language = entry["language"].string ?? language
    rank = entry["rank"].int
    warning = entry["warning"].nonEmptyString
    visibility = entry["visibility"].string.flatMap { Visibility(rawValue: $0) } ?? visibility
    photos = entry["photos"].array.compactMap(\.string)
    city = entry["city"].nonEmptyString
    label = entry["label"].nonEmptyString
    quotes = entry["quotes"].nonEmptyString
    card = entry["card"].isObject ? DemoLinkPreview(entry["card"]) : nil
    poll = entry["poll"].isObject ? DemoPoll(entry["poll"]) : nil
    likes = entry["likes"].int
    refusesLikes = entry["refusesLikes"].bool ?? false
    boostedBy = entry["boostedBy"].nonEmptyString
    if entry["liked"].bool == true { marks.insert(.liked) }
    if entry["bookmarked"].bool == true { marks.insert(.bookmarked) }
  }
}

extension DemoPost.DemoPoll {
  fileprivate init(_ entry: JSON) {
    closing = entry["closesInHours"].int ?? 0 - (entry["closedHoursAgo"].int ?? 0)
    allowsSeveral = entry["allowsSeveral"].bool ?? false
    let options = entry["options"].array.map {
      FeedDomain.Poll.PollOption(title: $0["title"].string ?? "", votes: $0["votes"].int)
    }
    self.options = options
    chosen = entry["chosen"].int.flatMap { options.indices.contains($0) ? $0 : nil }
  }
}

extension DemoPost.DemoLinkPreview {
  fileprivate init(_ entry: JSON) {
    (url, site) = (entry["url"].string ?? "", entry["site"].string ?? "")
    (title, summary) = (entry["title"].string ?? "", entry["summary"].string ?? "")
    photo = entry["photo"].nonEmptyString
  }
}

/// A collection of sentences for simulated replies to the user, and phrases for invented small
/// talk.
struct DemoPhrases {
  let repliesToThought: [String]
  let repliesToQuestion: [String]
  let repliesToReply: [String]
  /// The handles of the people who write small talk in the demo. Their number and the numbers of
  /// phrases are primes, so that all combinations occur.
  let handles: [String]
  let openings: [String]
  let middles: [String]
  let ends: [String]

  init(_ json: JSON) {
    func parsedTexts(_ list: JSON) -> [String] { list.array.compactMap(\.nonEmptyString) }
    let (replies, small) = (json["replies"], json["smallTalk"])
    repliesToThought = parsedTexts(replies["toThought"])
    repliesToQuestion = parsedTexts(replies["toQuestion"])
    repliesToReply = parsedTexts(replies["toReply"])
    handles = parsedTexts(small["handles"])
    openings = parsedTexts(small["openings"])
    middles = parsedTexts(small["middles"])
    ends = parsedTexts(small["ends"])
  }

  /// Returns true if no list of phrases is empty, and the given handles include those of all
  /// writers of small talk.
  func hasCompletePhrasesByKnownWriters(knownHandles known: Set<String>) -> Bool {
    let lists = [
      repliesToThought, repliesToQuestion, repliesToReply, handles, openings, middles, ends,
    ]
    return lists.allSatisfy { !$0.isEmpty } && known.isSuperset(of: handles)
  }

  /// Returns the small talk post of the demo with the number `index`. Author, opening, event and
  /// end are picked with different strides, so that a post repeats only after a long time.
  func smallTalkPost(seed: UInt64, _ index: Int) -> DemoPost {
    var generator = SplitMix64Generator(seed, 0x7A1C)
    func textPickedByStride(
      _ texts: [String], _ stride: Int, _ generator: inout SplitMix64Generator
    )
      -> String
    {
      texts[(generator.randomInteger(below: texts.count) + index * stride) % texts.count]
    }
    let handle = textPickedByStride(handles, 5, &generator)
    let opening = textPickedByStride(openings, 7, &generator)
    let middle = textPickedByStride(middles, 11, &generator)
    let end = textPickedByStride(ends, 13, &generator)
    return DemoPost(author: handle, text: "\(opening) \(middle) \(end)")
  }
}
