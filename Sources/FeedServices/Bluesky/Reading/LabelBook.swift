internal import FeedDomain

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
