internal import FeedDomain
internal import Threads

/// A filter of version 1 of Mastodon's filter API: one phrase, which clients search for in posts.
/// Mastodon before 4.0, Pleroma and Akkoma have such filters alone, and do not report which posts
/// match.
struct MastodonPhraseFilter: Equatable, Sendable {
  let id: String
  let phrase: String
  let isWholeWord: Bool
  /// The names of the contexts in which the filter applies, such as "home".
  let contexts: Set<String>
  /// True if posts with the phrase are hidden, false if they are folded.
  let isHiding: Bool
  let end: Timestamp?

  init?(_ json: JSON) {
    guard let id = json["id"].id, let phrase = json["phrase"].nonBlankText else { return nil }
    (self.id, self.phrase) = (id, phrase)
    isWholeWord = json["whole_word"].bool == true
    contexts = Set(json["context"].array.compactMap(\.string))
    isHiding = json["irreversible"].bool == true
    end = json["expires_at"].isoDate
  }

  func isInEffect(at now: Timestamp) -> Bool { end.map { $0 > now } ?? true }

  var wordFilter: WordFilter {
    WordFilter(
      id: id, title: phrase, words: [phrase],
      places: Set(contexts.compactMap(WordFilter.WordFilterContext.init)), isHiding: isHiding,
      end: end)
  }

  /// Returns true if a lower-case text contains the filter's phrase, as Mastodon's own client
  /// searches: in upper or lower case and, if whole words are wanted, with no other letter next to
  /// the phrase.
  func matches(_ text: String) -> Bool {
    let sought = phrase.lowercased()
    var rest = text[...]
    while let found = rest.firstRange(of: sought) {
      let before = text[..<found.lowerBound].last
      let after = text[found.upperBound...].first
      if !isWholeWord
        || !Self.areInOneWord(before, sought.first) && !Self.areInOneWord(sought.last, after)
      {
        return true
      }
      rest = rest[rest.index(after: found.lowerBound)...]
    }
    return false
  }

  private static func areInOneWord(_ left: Character?, _ right: Character?) -> Bool {
    left.map(isCharacterOfSpacedScript) == true && right.map(isCharacterOfSpacedScript) == true
  }

  /// Returns true for letters and digits of scripts that put spaces between words; the scripts of
  /// East and South-East Asia, which come behind, have no whole words to be found.
  private static func isCharacterOfSpacedScript(_ character: Character) -> Bool {
    (character.isLetter || character.isNumber || character == "_")
      && character.unicodeScalars.allSatisfy { $0.value < 0xe00 }
  }
}

extension MastodonFilterEffect {
  /// Creates the strictest effect of those phrase filters that match a Mastodon post and apply in a
  /// context.
  init(
    of filters: [MastodonPhraseFilter], on post: JSON, in context: MastodonFilterContext,
    at now: Timestamp
  ) {
    let applying = filters.filter { filter in
      context.names.contains(where: filter.contexts.contains) && filter.isInEffect(at: now)
    }
    guard !applying.isEmpty else {
      self = .show
      return
    }
    let text = Self.searchedText(of: post)
    let matching = applying.filter { $0.matches(text) }
    self =
      matching.contains(where: \.isHiding)
      ? .hide : matching.first.map { .warn($0.phrase) } ?? .show
  }

  /// Returns the parts of a Mastodon post that phrase filters search, in lower case: the warning,
  /// the text with its links, the choices of the poll and the alt texts.
  private static func searchedText(of post: JSON) -> String {
    let content = HTMLTextReader.richTextFromPostHTML(post["content"].string ?? "")
    let parts =
      [post["spoiler_text"].string ?? "", content.plain]
      + content.links.map(\.address) + post["poll"]["options"].array.compactMap(\.["title"].string)
      + post["media_attachments"].array.compactMap(\.["description"].string)
    return parts.joined(separator: "\n").lowercased()
  }
}

/// A cache of the account's phrase filters at a Mastodon server, which leaves their use to clients.
final class MastodonPhraseFilterCache: Sendable {
  private static let lifetime = Duration.seconds(3600)
  /// The time for which the known filters are used after a fetch that failed.
  private static let failurePause = Duration.seconds(60)

  private struct MastodonPhraseFilterCacheContents {
    var filters: [MastodonPhraseFilter] = []
    var fetchedAt: Timestamp?
    var lifetime = Duration.zero
  }

  private let contents = LockedValue(MastodonPhraseFilterCacheContents())

  /// The phrase filters as they were last fetched, however long ago.
  var filters: [MastodonPhraseFilter] { contents.withLock { $0.filters } }

  /// Returns true if the cached phrase filters can be used without a new fetch: for an hour after a
  /// fetch that succeeded, and for a minute after one that failed. A fetch time in the future, as
  /// after a clock was set back, does not count.
  func areFiltersFresh(at now: Timestamp) -> Bool {
    contents.withLock { contents in
      guard let fetchedAt = contents.fetchedAt else { return false }
      return fetchedAt <= now && now < fetchedAt.timeAdvanced(by: contents.lifetime)
    }
  }

  func storeFilters(_ filters: [MastodonPhraseFilter], at now: Timestamp) {
    contents.withLock { contents in
      (contents.filters, contents.fetchedAt) = (filters, now)
      contents.lifetime = Self.lifetime
    }
  }

  func recordFetchFailure(at now: Timestamp) {
    contents.withLock { ($0.fetchedAt, $0.lifetime) = (now, Self.failurePause) }
  }

  /// Lets the phrase filters be fetched before they are used again, as after a change.
  func expireFilters() { contents.withLock { $0.fetchedAt = nil } }
}
