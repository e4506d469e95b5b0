internal import FeedDomain

/// What labels and the reader's own wishes make of a post.
enum BlueskyVerdict: Equatable, Sendable {
  case show
  /// Cover its pictures.
  case coverPictures
  /// Fold it away behind these words.
  case warn(String)
  case hide

  /// Why a post is folded away, where it is shown at all; nil where it is not.
  var fold: String? {
    switch self {
    case .show, .coverPictures: nil
    case .warn(let words): words
    case .hide: "…"
    }
  }

  fileprivate var strictness: Int {
    switch self {
    case .show: 0
    case .coverPictures: 1
    case .warn: 2
    case .hide: 3
    }
  }

  /// The stricter of both.
  func and(_ other: BlueskyVerdict) -> BlueskyVerdict {
    other.strictness > strictness ? other : self
  }
}

/// Judges labels by what the reader wants.
struct LabelJudge: Sendable {
  let taste: BlueskyTaste
  let now: Timestamp

  /// What the labels on a post make of it. Labels are said to be by its author where they come in
  /// its record.
  func verdict(on labels: JSON, own: JSON, by author: String) -> BlueskyVerdict {
    let own = own["values"].array.compactMap { $0["val"].filledString }
    let verdicts =
      valid(labels).map { verdict($0.name, by: $0.labeler) }
      + own.map { verdict($0, by: author) }
    return verdicts.reduce(.show) { $0.and($1) }
  }

  /// What the labels on a person make of all that they write: the same as if each post bore them. A
  /// label on their profile says something of their picture and their words there alone.
  func verdict(onAuthor labels: JSON) -> BlueskyVerdict {
    let onAccount = labels.array.filter {
      ATAddress($0["uri"].string ?? "")?.collection != "app.bsky.actor.profile"
    }
    return valid(.array(onAccount)).reduce(.show) { $0.and(verdict($1.name, by: $1.labeler)) }
  }

  private func valid(_ labels: JSON) -> [(name: String, labeler: String)] {
    labels.array.compactMap { label in
      guard let name = label["val"].filledString, label["neg"].bool != true else { return nil }
      if let end = label["exp"].string.flatMap(ISODate.timestamp), end <= now { return nil }
      return (name, label["src"].string ?? "")
    }
  }

  private func verdict(_ label: String, by labeler: String) -> BlueskyVerdict {
    // What everybody means by a label counts where its labeler does not say what they mean by it;
    // some mean the same whoever uses them.
    if !label.hasPrefix("!"), taste.definitions[.init(label: label, labeler: labeler)] != nil {
      return ownVerdict(label, by: labeler)
    }
    switch label {
    case "!hide": return .hide
    // It has no words of its own, but must be folded away all the same.
    case "!warn": return .warn("…")
    case "porn", "sexual", "graphic-media", "nudity", "nsfw", "gore":
      let isForAdults = !["nudity", "graphic-media", "gore"].contains(label)
      let standard: BlueskyTaste.Wish = label == "nudity" ? .ignore : .warn
      return picturesVerdict(
        taste.wish(for: label, by: labeler) ?? standard, isForAdults: isForAdults)
    default: return ownVerdict(label, by: labeler)
    }
  }

  private func picturesVerdict(
    _ wish: BlueskyTaste.Wish, isForAdults: Bool
  ) -> BlueskyVerdict {
    if isForAdults, taste.allowsAdult != true {
      return taste.allowsAdult == nil ? .coverPictures : .hide
    }
    return switch wish {
    case .ignore, .show: .show
    case .warn: .coverPictures
    case .hide: .hide
    }
  }

  /// A label that means what its labeler says; one of which nothing is said means nothing.
  private func ownVerdict(_ label: String, by labeler: String) -> BlueskyVerdict {
    let definition = taste.definitions[.init(label: label, labeler: labeler)]
    let isForAdults = definition?.isForAdults ?? false
    // Whatever else the reader wants of it.
    if isForAdults, taste.allowsAdult == false { return .hide }
    let standard = isForAdults && taste.allowsAdult == nil ? BlueskyVerdict.coverPictures : .show
    let wish = taste.wish(for: label, by: labeler) ?? definition?.wish ?? .ignore
    let wished: BlueskyVerdict =
      switch wish {
      case .ignore, .show: .show
      case .hide: .hide
      case .warn:
        switch definition?.covers ?? .none {
        case .content: .warn(definition?.title ?? label)
        case .media: .coverPictures
        case .none: .show
        }
      }
    return standard.and(wished)
  }
}

/// What those who label say of their labels, with when they said so.
struct LabelBook: Equatable, Sendable {
  let labelers: [String]
  let definitions: [LabelDefinition.Name: LabelDefinition]
  /// Nil where they could not be asked, and it is what they said before.
  let toldAt: Timestamp?

  /// Whether these need not be asked again: what labels mean hardly ever changes.
  func isFresh(for labelers: [String], at now: Timestamp) -> Bool {
    labelers == self.labelers && toldAt?.isStale(at: now) == false
  }
}

extension LabelBook {
  /// Reads what was kept; whatever is missing is asked again.
  init(kept json: JSON) {
    self.init(
      labelers: json["labelers"].array.compactMap(\.string), definitions: LabelDefinition.all(json),
      toldAt: json["told"].moment)
  }

  /// As it is kept.
  var json: JSON {
    [
      "labelers": .array(labelers.map { .string($0) }),
      "views": .array(definitions.values.map(\.view)),
      "told": JSON(moment: toldAt),
    ]
  }
}

/// What somebody who labels says of one of their labels.
struct LabelDefinition: Equatable, Sendable {
  /// A label's name, which counts for who uses it alone.
  struct Name: Hashable, Sendable {
    let label: String
    let labeler: String
  }

  let name: Name
  /// What it is called, for people.
  let title: String
  /// Whether it covers a whole post, its pictures or nothing.
  let covers: Cover
  /// What is done with it where the reader never said.
  let wish: BlueskyTaste.Wish
  let isForAdults: Bool

  enum Cover: String, Sendable {
    case content, media, none
  }

  /// Reads what somebody says of all their labels.
  static func all(_ json: JSON) -> [Name: LabelDefinition] {
    let all = json["views"].array.flatMap { view -> [LabelDefinition] in
      guard let labeler = view["creator"]["did"].filledString else { return [] }
      return view["policies"]["labelValueDefinitions"].array.compactMap {
        LabelDefinition($0, by: labeler)
      }
    }
    return Dictionary(all.map { ($0.name, $0) }) { $1 }
  }

  /// The definition alone, as somebody who labels would say it.
  var view: JSON {
    let label: JSON = [
      "identifier": .string(name.label), "locales": [["lang": "en", "name": .string(title)]],
      "blurs": .string(covers.rawValue), "defaultSetting": .string(wish.rawValue),
      "adultOnly": .bool(isForAdults),
    ]
    return [
      "creator": ["did": .string(name.labeler)], "policies": ["labelValueDefinitions": [label]],
    ]
  }

  private init?(_ json: JSON, by labeler: String) {
    guard let label = json["identifier"].filledString else { return nil }
    name = Name(label: label, labeler: labeler)
    let names = json["locales"].array.map { ($0["lang"].string, $0["name"].filledString) }
    let english = names.first { $0.0 == "en" && $0.1 != nil }?.1
    title = english ?? names.lazy.compactMap(\.1).first ?? label
    covers = json["blurs"].string.flatMap(Cover.init(rawValue:)) ?? .none
    wish = json["defaultSetting"].string.flatMap(BlueskyTaste.Wish.init(rawValue:)) ?? .warn
    isForAdults = json["adultOnly"].bool ?? false
  }
}

/// A word of which the reader does not want to hear.
struct MutedWord: Equatable, Sendable {
  private let value: String
  private let countsInText: Bool
  private let sparesFollowed: Bool
  private let end: Timestamp?

  init?(_ json: JSON) {
    let value = json["value"].string?.trimmingBlanks.lowercased() ?? ""
    guard !value.isEmpty else { return nil }
    self.value = value.hasPrefix("#") ? String(value.dropFirst()) : value
    countsInText = json["targets"].array.contains("content")
    sparesFollowed = json["actorTarget"] == "exclude-following"
    end = json["expiresAt"].string.flatMap(ISODate.timestamp)
  }

  /// Whether a post with that text and these tags is not to be seen.
  func mutes(text: String, tags: [String], byFollowed: Bool, at now: Timestamp) -> Bool {
    if let end, end <= now { return false }
    if sparesFollowed, byFollowed { return false }
    if tags.contains(where: { $0.lowercased() == value }) { return true }
    return countsInText && WordMatch.contains(value, in: text.lowercased())
  }
}
