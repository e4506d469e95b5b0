internal import FeedDomain

enum BlueskyModerationDecision: Equatable, Sendable {
  case show
  /// A kind of decision of Bluesky's moderation: the post is shown, with its pictures covered.
  case coverPictures
  /// A kind of decision of Bluesky's moderation: the post is folded behind a label's title.
  case warn(String)
  case hide

  /// The text on the line of a post that Bluesky's moderation folds; nil if it is not folded.
  var foldReason: String? {
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

  func stricterDecision(with other: BlueskyModerationDecision) -> BlueskyModerationDecision {
    other.strictness > strictness ? other : self
  }
}

/// A filter that makes a moderation decision from the labels of a Bluesky post or person and from
/// the user's preferences.
struct LabelModerationFilter: Sendable {
  let moderation: BlueskyModerationPreferences
  let now: Timestamp

  /// Returns the moderation decision for the labels of a Bluesky post; `own` are the labels that
  /// the author set in the record itself.
  func moderationDecision(on labels: JSON, authorsOwnLabels: JSON, by author: String)
    -> BlueskyModerationDecision
  {
    let authorsOwnLabels = authorsOwnLabels["values"].array.compactMap { $0["val"].nonEmptyString }
    let decisions =
      validLabels(in: labels).map { labelDecision($0.name, by: $0.labeler) }
      + authorsOwnLabels.map { labelDecision($0, by: author) }
    return decisions.reduce(.show) { $0.stricterDecision(with: $1) }
  }

  /// Returns the moderation decision for the labels of a Bluesky post's author, as if the post had
  /// them. Labels on the profile record apply to the portrait and profile only, and are skipped.
  func moderationDecision(onAuthor labels: JSON) -> BlueskyModerationDecision {
    let onAccount = labels.array.filter {
      ATProtocolAddress($0["uri"].string ?? "")?.collection != "app.bsky.actor.profile"
    }
    return validLabels(in: .array(onAccount)).reduce(.show) {
      $0.stricterDecision(with: labelDecision($1.name, by: $1.labeler))
    }
  }

  private func validLabels(in labels: JSON) -> [(name: String, labeler: String)] {
    labels.array.compactMap { label in
      guard let name = label["val"].nonEmptyString, label["neg"].bool != true else { return nil }
      if let end = label["exp"].isoDate, end <= now { return nil }
      return (name, label["src"].string ?? "")
    }
  }

  private func labelDecision(_ label: String, by labeler: String) -> BlueskyModerationDecision {
    // Standard labels apply where their labeler does not define them otherwise; labels beginning
    // with "!" mean the same for all labelers.
    if !label.hasPrefix("!"), moderation.definitions[.init(label: label, labeler: labeler)] != nil {
      return decisionByLabelerDefinition(label, by: labeler)
    }
    switch label {
    case "!hide": return .hide
    // The label has no title, but the post must be folded all the same.
    case "!warn": return .warn("…")
    case "porn", "sexual", "graphic-media", "nudity", "nsfw", "gore":
      let isForAdults = !["nudity", "graphic-media", "gore"].contains(label)
      let standard: BlueskyModerationPreferences.LabelPreference =
        label == "nudity" ? .ignore : .warn
      return pictureModerationDecision(
        moderation.labelPreference(for: label, by: labeler) ?? standard, isForAdults: isForAdults)
    default: return decisionByLabelerDefinition(label, by: labeler)
    }
  }

  private func pictureModerationDecision(
    _ preference: BlueskyModerationPreferences.LabelPreference, isForAdults: Bool
  ) -> BlueskyModerationDecision {
    if isForAdults, moderation.allowsAdult != true {
      return moderation.allowsAdult == nil ? .coverPictures : .hide
    }
    return switch preference {
    case .ignore, .show: .show
    case .warn: .coverPictures
    case .hide: .hide
    }
  }

  /// Returns the moderation decision for a Bluesky label by its labeler's definition and the user's
  /// preference; a label without definition has an effect only if the user chose to hide it.
  private func decisionByLabelerDefinition(_ label: String, by labeler: String)
    -> BlueskyModerationDecision
  {
    let definition = moderation.definitions[.init(label: label, labeler: labeler)]
    let isForAdults = definition?.isForAdults ?? false
    // The preference for adult content takes precedence over the preference for the label.
    if isForAdults, moderation.allowsAdult == false { return .hide }
    let standard =
      isForAdults && moderation.allowsAdult == nil ? BlueskyModerationDecision.coverPictures : .show
    let preference =
      moderation.labelPreference(for: label, by: labeler) ?? definition?.preference ?? .ignore
    let preferred: BlueskyModerationDecision =
      switch preference {
      case .ignore, .show: .show
      case .hide: .hide
      case .warn:
        switch definition?.blurKind ?? .none {
        case .content: .warn(definition?.title ?? label)
        case .media: .coverPictures
        case .none: .show
        }
      }
    return standard.stricterDecision(with: preferred)
  }
}

struct LabelDefinitions: Equatable, Sendable {
  let labelers: [String]
  let definitions: [LabelDefinition.ModerationLabelID: LabelDefinition]
  /// The time when the definitions of Bluesky's moderation labels were fetched; nil if the labelers
  /// could not be asked, and the definitions are older ones.
  let fetchedAt: Timestamp?

  func areDefinitionsFresh(for labelers: [String], at now: Timestamp) -> Bool {
    labelers == self.labelers && fetchedAt?.isStaleAfterDay(at: now) == false
  }
}

extension LabelDefinitions {
  /// Creates the label definitions from the file of a Bluesky account's moderation preferences;
  /// from invalid JSON, without definitions, so that they are fetched again.
  init(stored json: JSON) {
    self.init(
      labelers: json["labelers"].array.compactMap(\.string),
      definitions: LabelDefinition.parsedLabelDefinitions(json),
      fetchedAt: json["told"].moment)
  }

  var json: JSON {
    [
      "labelers": .array(labelers.map { .string($0) }),
      "views": .array(definitions.values.map(\.view)),
      "told": JSON(moment: fetchedAt),
    ]
  }
}

struct LabelDefinition: Equatable, Sendable {
  /// A name of a Bluesky moderation label together with the labeler for which the name is valid.
  struct ModerationLabelID: Hashable, Sendable {
    let label: String
    let labeler: String
  }

  let name: ModerationLabelID
  let title: String
  /// The part of a post that the Bluesky moderation label covers: the whole content, its media, or
  /// nothing.
  let blurKind: LabelBlurKind
  /// The preference that applies to the Bluesky moderation label if the user never chose one.
  let preference: BlueskyModerationPreferences.LabelPreference
  let isForAdults: Bool

  enum LabelBlurKind: String, Sendable {
    case content, media, none
  }

  static func parsedLabelDefinitions(_ json: JSON) -> [ModerationLabelID: LabelDefinition] {
    let all = json["views"].array.flatMap { view -> [LabelDefinition] in
      guard let labeler = view["creator"]["did"].nonEmptyString else { return [] }
      return view["policies"]["labelValueDefinitions"].array.compactMap {
        LabelDefinition($0, by: labeler)
      }
    }
    return Dictionary(all.map { ($0.name, $0) }) { $1 }
  }

  /// This definition of a Bluesky moderation label, converted to JSON for the cached file, in the
  /// form in which labelers send it.
  var view: JSON {
    let label: JSON = [
      "identifier": .string(name.label), "locales": [["lang": "en", "name": .string(title)]],
      "blurs": .string(blurKind.rawValue), "defaultSetting": .string(preference.rawValue),
      "adultOnly": .bool(isForAdults),
    ]
    return [
      "creator": ["did": .string(name.labeler)], "policies": ["labelValueDefinitions": [label]],
    ]
  }

  private init?(_ json: JSON, by labeler: String) {
    guard let label = json["identifier"].nonEmptyString else { return nil }
    name = ModerationLabelID(label: label, labeler: labeler)
    let names = json["locales"].array.map { ($0["lang"].string, $0["name"].nonEmptyString) }
    let english = names.first { $0.0 == "en" && $0.1 != nil }?.1
    title = english ?? names.lazy.compactMap(\.1).first ?? label
    blurKind = json["blurs"].string.flatMap(LabelBlurKind.init(rawValue:)) ?? .none
    preference =
      json["defaultSetting"].string.flatMap(
        BlueskyModerationPreferences.LabelPreference.init(rawValue:)) ?? .warn
    isForAdults = json["adultOnly"].bool ?? false
  }
}

/// A word or tag that the user muted at Bluesky; posts with the word or tag are hidden.
struct MutedWord: Equatable, Sendable {
  private let value: String
  private let appliesToPostText: Bool
  private let exemptsFollowedAuthors: Bool
  private let end: Timestamp?

  init?(_ json: JSON) {
    let value = json["value"].string?.trimmingBlanks.lowercased() ?? ""
    guard !value.isEmpty else { return nil }
    self.value = value.hasPrefix("#") ? String(value.dropFirst()) : value
    appliesToPostText = json["targets"].array.contains("content")
    exemptsFollowedAuthors = json["actorTarget"] == "exclude-following"
    end = json["expiresAt"].isoDate
  }

  /// Returns true if the muted word hides a post with texts and tags, all in lower case.
  func hidesPost(texts: [String], tags: [String], authorIsFollowed: Bool, at now: Timestamp)
    -> Bool
  {
    if let end, end <= now { return false }
    if exemptsFollowedAuthors, authorIsFollowed { return false }
    if tags.contains(value) { return true }
    return appliesToPostText
      && texts.contains { MutedWordMatcher.containsMutedWords(value, in: $0) }
  }
}
