internal import FeedDomain

/// What the reader wants to see, with when that was told.
struct KeptTaste: Equatable, Sendable {
  /// How long it is believed, and how long where nobody said what labels mean.
  private static let lasts = Duration.seconds(3600)
  private static let lastsWithoutLabels = Duration.seconds(600)
  /// How old it may be where a page is shown before it is asked again.
  private static let lastsForOpening = Duration.seconds(7 * 86_400)

  let taste: BlueskyTaste
  let labels: LabelBook
  /// The preferences that are heeded, as the server tells them.
  private let preferences: [JSON]
  private let toldAt: Timestamp

  init(_ json: JSON, _ labels: LabelBook, toldAt: Timestamp) {
    preferences = json["preferences"].array.filter { BlueskyTaste.Preference($0) != nil }
    (self.labels, self.toldAt) = (labels, toldAt)
    var taste = BlueskyTaste(json)
    taste.definitions = labels.definitions
    self.taste = taste
  }

  /// Whether a page may be shown by it before it is asked again.
  func mayOpen(at now: Timestamp) -> Bool {
    toldAt <= now && now < toldAt.advanced(by: Self.lastsForOpening)
  }

  /// Whether it need not be asked again; a clock that was set back makes nothing last longer.
  func isFresh(at now: Timestamp) -> Bool {
    let lasts = labels.toldAt == nil ? Self.lastsWithoutLabels : Self.lasts
    return toldAt <= now && now < toldAt.advanced(by: lasts)
  }
}

extension KeptTaste {
  /// Reads what was kept; nil where it is none of ours.
  init?(kept json: JSON) {
    guard json["preferences"].isArray, let toldAt = json["told"].moment else { return nil }
    self.init(json, LabelBook(kept: json["labels"]), toldAt: toldAt)
  }

  /// As it is kept.
  var json: JSON {
    ["preferences": .array(preferences), "told": JSON(moment: toldAt), "labels": labels.json]
  }
}
