internal import FeedDomain

/// A namespace for functions that find handles, links and tags in typed text.
enum FacetScanner {
  /// A mention, link or tag in typed text, with its range in bytes of UTF-8.
  struct Facet: Equatable, Sendable {
    let start: Int
    let end: Int
    let kind: FacetKind
  }

  enum FacetKind: Equatable, Sendable {
    case mention(String)
    case link(String)
    case tag(String)
  }

  static func scannedFacets(in text: String) -> [Facet] {
    var found: [Facet] = []
    var start = 0
    for word in text.unicodeScalars.split(
      omittingEmptySubsequences: false, whereSeparator: \.properties.isWhitespace)
    {
      let length = word.reduce(0) { $0 + UTF8.utf8ByteCount($1) }
      if let match = FacetWordScanner(String(word)).found {
        found.append(
          Facet(
            start: start + match.start,
            end: start + match.start + match.text.utf8.count,
            kind: match.kind))
      }
      start += length
      // A blank may have several bytes.
      if word.endIndex < text.unicodeScalars.endIndex {
        start += UTF8.utf8ByteCount(text.unicodeScalars[word.endIndex])
      }
    }
    return found
  }

  /// Returns a plain text as rich text with its links and tags; handles stay plain, as the ids of
  /// their owners are unknown.
  static func textWithLinksAndTags(from text: String) -> RichText {
    richTextWithFacets(text) { found, _ in
      switch found {
      case .mention: nil
      case .link(let url): .link(url)
      case .tag(let tag): .tag(tag)
      }
    }
  }

  /// Returns a plain text as rich text, with the complete web addresses in it as links.
  static func textWithWebAddressLinks(from text: String) -> RichText {
    guard text.utf8.count < longestLinkedText, text.contains("://") else { return RichText(text) }
    return richTextWithFacets(text) { found, words in
      if case .link(let url) = found, words.contains("://") { .link(url) } else { nil }
    }
  }

  /// Maximum size in bytes of a text in which web addresses are searched for, as the search takes
  /// many times the text's memory.
  private static let longestLinkedText = 100_000

  private static func richTextWithFacets(
    _ text: String, _ runKind: (FacetKind, _ words: String) -> RichText.RichTextRun.RichTextRunKind?
  ) -> RichText {
    let bytes = Array(text.utf8)
    var runs: [RichText.RichTextRun] = []
    var position = 0
    func appendTextRun(_ part: ArraySlice<UInt8>, _ kind: RichText.RichTextRun.RichTextRunKind) {
      if !part.isEmpty { runs.append(.init(String(decoding: part, as: UTF8.self), kind)) }
    }
    for match in scannedFacets(in: text) {
      let words = String(decoding: bytes[match.start..<match.end], as: UTF8.self)
      guard let kind = runKind(match.kind, words) else { continue }
      appendTextRun(bytes[position..<match.start], .plain)
      appendTextRun(bytes[match.start..<match.end], kind)
      position = match.end
    }
    appendTextRun(bytes[position...], .plain)
    return RichText(runs: runs)
  }
}

extension UTF8 {
  fileprivate static func utf8ByteCount(_ scalar: Unicode.Scalar) -> Int {
    switch scalar.value {
    case ..<0x80: 1
    case ..<0x800: 2
    case ..<0x1_0000: 3
    default: 4
    }
  }
}

extension RichText {
  /// Returns the rich text with runs appended, each on a line of its own.
  func appendingLines(_ lines: [RichTextRun]) -> RichText {
    guard !lines.isEmpty else { return self }
    return RichText(
      runs: lines.reduce(into: runs) { runs, line in
        runs += (runs.isEmpty ? [] : [.init("\n")]) + [line]
      })
  }
}
