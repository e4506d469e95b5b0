internal import FeedDomain

/// Names and tags that were seen, for completing what somebody types.
struct Vocabulary {
  private static let limit = 8
  /// Whole words with "@" or "#", those seen most often first.
  private let words: [String]

  /// The names and tags in these entries.
  init(_ entries: [FeedEntry]) {
    var counts: [String: Int] = [:]
    for entry in entries {
      counts["@" + entry.post.author.handle, default: 0] += 1
      if let booster = entry.boostedBy { counts["@" + booster.handle, default: 0] += 1 }
      // A mention in a text may leave out where somebody is; what it takes to speak to them may not.
      let spokenTo = entry.post.content.mentions
      for handle in spokenTo { counts["@" + handle, default: 0] += 1 }
      for run in entry.post.content.text.runs {
        switch run.kind {
        case .tag(let tag): counts["#" + tag, default: 0] += 1
        case .mention where run.text.hasPrefix("@") && spokenTo.isEmpty:
          counts[run.text, default: 0] += 1
        default: break
        }
      }
    }
    // Nobody types more of a word, and each letter looks through all of them.
    words = counts.filter { $0.key.fits(.name) }.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
      .map(\.key)
  }

  /// What the beginning, with its "@" or "#", may go on to.
  func words(beginning: String) -> [String] {
    guard beginning.hasPrefix("@") || beginning.hasPrefix("#") else { return [] }
    let sought = beginning.lowercased()
    return Array(words.lazy.filter { $0.lowercased().hasPrefix(sought) }.prefix(Self.limit))
  }
}
