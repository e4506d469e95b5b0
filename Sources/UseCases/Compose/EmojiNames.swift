internal import FeedDomain

/// Emoji by their names, for completing what somebody types after a colon.
///
/// The names are Unicode's, which the language's own library knows: there is no file to install, to
/// read or to grow old. They are looked through when the first colon is typed, which takes a few
/// milliseconds.
struct EmojiNames {
  /// An emoji that was found.
  struct Found: Hashable, Sendable {
    let emoji: String
    /// Its name, or the one by which it was looked for.
    let name: String
  }

  private static let blocks: [ClosedRange<UInt32>] = [0x203C...0x3299, 0x1F004...0x1FAFF]
  /// What people type elsewhere and no part of the name is.
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

  private struct Entry {
    let found: Found
    let words: [Substring]

    init(_ emoji: String, _ name: String) {
      found = Found(emoji: emoji, name: name)
      words = name.split { $0 == " " || $0 == "-" && name.count > 2 }
    }
  }

  private let all: [Entry]

  /// All emoji of one character.
  init() {
    var all = Self.nicknames.map { Entry($1, $0) }
    for code in Self.blocks.joined() {
      guard let scalar = Unicode.Scalar(code), scalar.properties.isEmoji,
        !scalar.properties.isEmojiModifier, let name = scalar.properties.name,
        !(0x1F1E6...0x1F1FF).contains(code)
      else { continue }
      // What is text by itself says that it is meant as a picture.
      let emoji = String(scalar) + (scalar.properties.isEmojiPresentation ? "" : "\u{FE0F}")
      all.append(Entry(emoji, name.lowercased()))
    }
    self.all = all
  }

  /// The emoji of whose names each word begins as was typed, "_" between words; the shortest names
  /// first, for those are what people mean.
  func found(_ typed: String, most: Int) -> [Found] {
    let typed = typed.lowercased()
    let words = typed.split(separator: "_")
    guard let first = words.first else { return [] }
    var ranked: [(rank: Int, found: Found)] = []
    for entry in all {
      let isName = entry.found.name == typed
      guard
        entry.found.name.hasPrefix(typed)
          || words.allSatisfy({ word in entry.words.contains { $0.hasPrefix(word) } })
      else { continue }
      let isWhole = words.allSatisfy(entry.words.contains)
      // What is a picture by itself is what most people know.
      let isPicture = !entry.found.emoji.unicodeScalars.contains("\u{FE0F}")
      let rank =
        entry.words.count * 4 + (isWhole ? 0 : 8) + (entry.words.first == first ? 0 : 2)
        + (isPicture ? 0 : 1)
      ranked.append((isName ? 0 : rank, entry.found))
    }
    var seen: Set<String> = []
    // Sorting keeps what is alike in the order of Unicode.
    return Array(
      ranked.sorted { $0.rank < $1.rank }.map(\.found)
        .filter { seen.insert($0.emoji).inserted }.prefix(most))
  }
}
