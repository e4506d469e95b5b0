/// A custom emoji of a server, written as its name between colons.
public struct CustomEmoji: Hashable, Sendable {
  /// The maximum number of custom emoji in one text that are shown as pictures; further ones stay
  /// text.
  fileprivate static let maximumPictures = 200
  private static let longestName = 64

  /// The custom emoji's name, without colons.
  public let name: String
  public let url: String

  /// Creates a custom emoji; nil for names that cannot be written between colons.
  package init?(name: String, url: String) {
    guard (1...Self.longestName).contains(name.utf8.count),
      name.utf8.allSatisfy(Self.isEmojiNameByte)
    else {
      return nil
    }
    (self.name, self.url) = (name, url)
  }

  fileprivate static func isEmojiNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2B, 0x2D, 0x2E, 0x5F: true
    default: false
    }
  }
}

extension RichText {
  /// Returns the rich text in which each of the given custom emoji is a run of its own.
  package func splittingRunsAtEmoji(_ emojis: [CustomEmoji]) -> RichText {
    guard !emojis.isEmpty, runs.contains(where: { $0.text.utf8.contains(UInt8(ascii: ":")) })
    else { return self }
    let known = CustomEmoji.emojiAddressesByName(of: emojis)
    var left = CustomEmoji.maximumPictures
    return RichText(
      runs: runs.flatMap { run -> [RichTextRun] in
        switch run.kind {
        case .plain, .emphasis, .heading: CustomEmoji.runsSplitAtEmoji(run, known, &left)
        case .link, .mention, .tag, .code, .emoji, .codeBlock, .cellSeparator, .label: [run]
        }
      })
  }
}

extension RichText {
  /// The rich text as it is read aloud: the names of custom emoji are without colons.
  public var spoken: String {
    runs.reduce(into: "") { words, run in
      if case .emoji = run.kind {
        words += run.text.dropFirst().dropLast()
      } else {
        words += run.text
      }
    }
  }
}

extension Post.PostContent {
  /// Returns the post's content with those of the given custom emoji that occur in its warning or
  /// poll.
  package func addingWarningAndPollEmoji(with emojis: [CustomEmoji]) -> Post.PostContent {
    guard !emojis.isEmpty else { return self }
    let words = [warning].compactMap(\.self) + (poll?.options.map(\.title) ?? [])
    let written = emojis.filter { emoji in words.contains { $0.contains(":\(emoji.name):") } }
    guard !written.isEmpty else { return self }
    return changedCopy(self) { $0.emojis = written }
  }
}

extension Person {
  /// The person's display name as rich text, in which each custom emoji is a run of its own.
  public var richName: RichText { RichText(name).splittingRunsAtEmoji(emojis) }

  /// The person's display name for reading aloud, with emoji names without colons.
  public var spokenName: String {
    emojis.isEmpty ? name : richName.spoken
  }

  /// The person's display name with custom emoji left out; empty for a name of emoji alone.
  public var nameWithoutEmojis: String {
    guard !emojis.isEmpty else { return name }
    let words = richName.runs.map { run in
      if case .emoji = run.kind { "" } else { run.text }
    }.joined()
    return words.split(separator: " ").joined(separator: " ")
  }

  /// Returns the person with those custom emoji that occur in the display name.
  public func addingOccurringNameEmoji(with emojis: [CustomEmoji]) -> Person {
    guard !emojis.isEmpty else { return self }
    let written = emojis.filter { name.contains(":\($0.name):") }
    guard !written.isEmpty else { return self }
    return changedCopy(self) { $0.emojis = written }
  }
}

extension CustomEmoji {
  fileprivate static func emojiAddressesByName(of emojis: [CustomEmoji]) -> [String: String] {
    Dictionary(emojis.prefix(maximumPictures).map { ($0.name, $0.url) }) { first, _ in first }
  }

  /// Splits a run of text at the custom emoji in it, at most `left` of them; lowers `left` by their
  /// number.
  fileprivate static func runsSplitAtEmoji(
    _ run: RichText.RichTextRun, _ known: [String: String], _ left: inout Int
  ) -> [RichText.RichTextRun] {
    let bytes = run.text.utf8
    var runs: [RichText.RichTextRun] = []
    var wordsStart = bytes.startIndex
    var place = bytes.startIndex
    while left > 0, let colon = bytes[place...].firstIndex(of: UInt8(ascii: ":")) {
      let first = bytes.index(after: colon)
      let end = bytes[first...].firstIndex { !isEmojiNameByte($0) } ?? bytes.endIndex
      guard end < bytes.endIndex, bytes[end] == UInt8(ascii: ":"),
        let url = known[String(run.text[first..<end])]
      else {
        place = first
        continue
      }
      if wordsStart < colon {
        runs.append(RichText.RichTextRun(String(run.text[wordsStart..<colon]), run.kind))
      }
      place = bytes.index(after: end)
      wordsStart = place
      runs.append(RichText.RichTextRun(String(run.text[colon..<place]), .emoji(url)))
      left -= 1
    }
    if wordsStart < bytes.endIndex {
      runs.append(RichText.RichTextRun(String(run.text[wordsStart...]), run.kind))
    }
    return runs
  }
}
