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
    return countsInText && WordMatch.contains(value, in: text.lowercased())
  }
}
