internal import FeedDomain

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
    return countsInText && Self.contains(value, in: text.lowercased())
  }

  /// As Bluesky's own programs look: what has blanks or signs in it, or is of a script without
  /// blanks, anywhere; a word as a word.
  private static func contains(_ value: String, in text: String) -> Bool {
    guard !text.isEmpty else { return false }
    let isSingleWord = value.allSatisfy { $0.isLetter || $0.isNumber }
    let hasOpenScript = value.unicodeScalars.contains { (0x2e80...0x9fff).contains($0.value) }
    if !isSingleWord || hasOpenScript || value.count == 1 { return text.contains(value) }
    return text.split(whereSeparator: \.isWhitespace).contains { word in
      if word == value { return true }
      let isSign = { (character: Character) in !character.isLetter && !character.isNumber }
      let bare = word.drop(while: isSign).reversed().drop(while: isSign).reversed()
      if String(bare) == value { return true }
      return word.split(whereSeparator: isSign).contains { $0 == value }
    }
  }
}
