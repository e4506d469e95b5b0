internal import FeedDomain

/// A list of the names and hashtags in stored posts, offered as completions of a typed word.
struct NameAndHashtagCompletions {
  private static let limit = 8
  /// The completions to offer: names with "@" and hashtags with "#", the most frequent first.
  private let words: [String]

  init(_ entries: [FeedEntry]) {
    var counts: [String: Int] = [:]
    for entry in entries {
      counts["@" + entry.post.author.handle, default: 0] += 1
      if let booster = entry.boostedBy { counts["@" + booster.handle, default: 0] += 1 }
      // The mentions of a post have whole handles, while those in its text may lack the server.
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
    // Longer words are left out, since each typed letter searches the whole list.
    words = counts.filter { $0.key.fitsWithin(.name) }.sorted {
      ($1.value, $0.key) < ($0.value, $1.key)
    }
    .map(\.key)
  }

  /// Returns the names or hashtags that begin with a typed text, which starts with "@" or "#";
  /// empty for other text.
  func namesAndHashtags(beginning: String) -> [String] {
    guard beginning.hasPrefix("@") || beginning.hasPrefix("#") else { return [] }
    let sought = beginning.lowercased()
    return Array(words.lazy.filter { $0.lowercased().hasPrefix(sought) }.prefix(Self.limit))
  }
}

/// An index of emoji by their names, offered as completions after a colon. The names are those of
/// Unicode in Swift's standard library, and are collected at the first colon, so that no file has
/// to be installed.
struct EmojiNameIndex {
  private static let blocks: [ClosedRange<UInt32>] = [0x203C...0x3299, 0x1F004...0x1FAFF]
  /// The common names of emoji, such as "lol", that Unicode does not have, with their emoji.
  private static let nicknames: [(String, String)] = [
    ("heart", "❤️"), ("ok", "👌"), ("star", "⭐"), ("thinking", "🤔"), ("smile", "😄"), ("grin", "😁"),
    ("lol", "😂"), ("laughing", "😆"), ("rofl", "🤣"),
    ("wink", "😉"), ("sad", "😢"), ("sob", "😭"), ("angry", "😠"), ("sweat_smile", "😅"),
    ("heart_eyes", "😍"), ("cool", "😎"), ("facepalm", "🤦"), ("pray", "🙏"), ("thanks", "🙏"),
    ("clap", "👏"), ("wave", "👋"), ("thumbsup", "👍"), ("+1", "👍"), ("thumbsdown", "👎"),
    ("-1", "👎"), ("muscle", "💪"), ("tada", "🎉"), ("100", "💯"), ("poop", "💩"),
    ("coffee", "☕"), ("beer", "🍺"), ("bike", "🚲"), ("car", "🚗"), ("sun", "☀️"),
    ("check", "✅"), ("x", "❌"), ("warning", "⚠️"), ("eyes", "👀"),
  ]

  private struct NamedEmoji {
    let emoji: String
    let name: String
    let words: [Substring]

    init(_ emoji: String, _ name: String) {
      (self.emoji, self.name) = (emoji, name)
      words = name.split { $0 == " " || $0 == "-" && name.count > 2 }
    }
  }

  private let all: [NamedEmoji]

  init() {
    var all = Self.nicknames.map { NamedEmoji($1, $0) }
    for code in Self.blocks.joined() {
      guard let scalar = Unicode.Scalar(code), scalar.properties.isEmoji,
        !scalar.properties.isEmojiModifier, let name = scalar.properties.name,
        !(0x1F1E6...0x1F1FF).contains(code)
      else { continue }
      // U+FE0F makes a character an emoji that is text by default.
      let emoji = String(scalar) + (scalar.properties.isEmojiPresentation ? "" : "\u{FE0F}")
      all.append(NamedEmoji(emoji, name.lowercased()))
    }
    self.all = all
  }

  /// Returns the emoji that match typed words, separated by "_": each has to begin a word of the
  /// emoji's name, or the name has to begin with the typed text. The best matches come first: the
  /// exact name, else names with whole typed words and few others.
  func matchingEmoji(_ typed: String, limit: Int) -> [ComposeScene.WordSuggestions.SuggestedWord] {
    let typed = typed.lowercased()
    let words = typed.split(separator: "_")
    guard let first = words.first else { return [] }
    var ranked: [(rank: Int, entry: NamedEmoji)] = []
    for entry in all {
      guard
        entry.name.hasPrefix(typed)
          || words.allSatisfy({ word in entry.words.contains { $0.hasPrefix(word) } })
      else { continue }
      let isWhole = words.allSatisfy(entry.words.contains)
      // Emoji that are pictures by default are better known, and rank higher.
      let isPicture = !entry.emoji.unicodeScalars.contains("\u{FE0F}")
      let rank =
        entry.words.count * 4 + (isWhole ? 0 : 8) + (entry.words.first == first ? 0 : 2)
        + (isPicture ? 0 : 1)
      ranked.append((entry.name == typed ? 0 : rank, entry))
    }
    var seen: Set<String> = []
    // Sorting is stable: emoji of equal rank stay in the order of Unicode.
    return ranked.sorted { $0.rank < $1.rank }.map(\.entry)
      .filter { seen.insert($0.emoji).inserted }.prefix(limit)
      .map { ComposeScene.WordSuggestions.SuggestedWord($0.emoji, name: $0.name) }
  }
}

/// A spelling checker of drafts, which looks each word up once.
@MainActor
final class DraftSpellingChecker {
  private struct CheckedWord: Hashable {
    let text: String
    let language: String?
  }

  /// The minimum number of different words in a draft for the recognition of another language: if
  /// the dictionary lacks more than half of them, no word is shown as misspelt.
  private static let fewWords = 5

  private let spelling: any SpellingGateway
  /// Maximum length of a text, in bytes, whose spelling is checked; more would delay the keys.
  private static let maximumBytes = 20_000

  /// The words that were looked up in the dictionary, each with true if it is misspelt.
  private var isMisspelt: [CheckedWord: Bool] = [:]

  init(_ spelling: any SpellingGateway) { self.spelling = spelling }

  /// Returns the misspelt words of each post of a draft.
  func misspeltWords(in draft: Draft) async -> [Set<String>] {
    var found: [Set<String>] = []
    for post in draft.posts { found.append(await misspeltWords(inPost: post)) }
    return found
  }

  func spellingSuggestions(for word: String, in language: String?) async -> [String] {
    await spelling.spellingSuggestions(for: word, in: language)
  }

  private func misspeltWords(inPost post: Draft) async -> Set<String> {
    guard post.text.utf8.count <= Self.maximumBytes else { return [] }
    let language = post.language
    let words = Set(SpellCheckedWords(Array(post.text)).words.map(\.text))
    let new = words.filter { isMisspelt[CheckedWord(text: $0, language: language)] == nil }
    if !new.isEmpty {
      let unknown = await spelling.misspelledWords(new, in: language) ?? []
      for word in new {
        isMisspelt[CheckedWord(text: word, language: language)] = unknown.contains(word)
      }
    }
    let wrong = words.filter { isMisspelt[CheckedWord(text: $0, language: language)] == true }
    let isForeign = words.count >= Self.fewWords && wrong.count * 2 > words.count
    return isForeign ? [] : wrong
  }
}
