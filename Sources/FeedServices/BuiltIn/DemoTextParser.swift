internal import FeedDomain

struct DemoTextParser {
  /// True if `*emphasis*` and `` `code` `` in a demo post's text are parsed, too.
  var understandsMarkup = false
  /// The closure that returns the id of the demo person with a given handle, or nil if no person
  /// has it.
  let person: (String) -> Person.ID?

  func parsedRichText(_ text: String) -> RichText {
    let scalars = text.unicodeScalars
    var runs: [RichText.RichTextRun] = []
    var plainStart = scalars.startIndex
    var index = scalars.startIndex
    var before: Unicode.Scalar?
    while index < scalars.endIndex {
      if let (run, end) = parsedRun(in: text, at: index, after: before) {
        if plainStart < index { runs.append(.init(String(text[plainStart..<index]))) }
        runs.append(run)
        before = scalars[scalars.index(before: end)]
        (index, plainStart) = (end, end)
      } else {
        before = scalars[index]
        index = scalars.index(after: index)
      }
    }
    if plainStart < index { runs.append(.init(String(text[plainStart..<index]))) }
    return RichText(runs: runs)
  }

  private func parsedRun(in text: String, at start: String.Index, after before: Unicode.Scalar?)
    -> (RichText.RichTextRun, String.Index)?
  {
    let scalars = text.unicodeScalars
    // A tag may directly follow a letter that is not ASCII: Chinese and Japanese put no space
    // before a tag.
    if let before, before.isASCII, before.properties.isAlphabetic { return nil }
    let next = scalars.index(after: start)
    switch scalars[start] {
    case "#":
      let end = scalars[next...].firstIndex { !$0.isTagPart } ?? scalars.endIndex
      guard next < end else { return nil }
      return (.init(String(text[start..<end]), .tag(String(text[next..<end]))), end)
    case "@":
      let end = scalars[next...].firstIndex { !$0.isHandlePart } ?? scalars.endIndex
      let handle = text[next..<end]
      guard let id = person(String(handle)) else { return nil }
      return (.init(String(text[start..<end]), .mention(id)), end)
    case "h" where text[start...].hasPrefix("https://") || text[start...].hasPrefix("http://"):
      return parsedLink(in: text, at: start)
    case "*" where understandsMarkup:
      return parsedEnclosedRun(by: "*", in: text, from: next, .emphasis)
    case "`" where understandsMarkup: return parsedEnclosedRun(by: "`", in: text, from: next, .code)
    default: return nil
    }
  }

  private func parsedLink(in text: String, at start: String.Index) -> (
    RichText.RichTextRun, String.Index
  ) {
    let scalars = text.unicodeScalars
    var end =
      scalars[start...].firstIndex { $0.properties.isWhitespace || $0.value < 0x20 }
      ?? scalars.endIndex
    // Punctuation after an address belongs to the sentence.
    while end > start, ".,;:!?)\"'".unicodeScalars.contains(scalars[scalars.index(before: end)]) {
      end = scalars.index(before: end)
    }
    let address = String(text[start..<end])
    return (.init(address, .link(address)), end)
  }

  private func parsedEnclosedRun(
    by mark: Unicode.Scalar, in text: String, from start: String.Index,
    _ kind: RichText.RichTextRun.RichTextRunKind
  ) -> (RichText.RichTextRun, String.Index)? {
    let scalars = text.unicodeScalars
    guard let end = scalars[start...].firstIndex(of: mark), start < end else { return nil }
    return (.init(String(text[start..<end]), kind), scalars.index(after: end))
  }
}

extension Unicode.Scalar {
  fileprivate var isTagPart: Bool {
    if isASCII { return isHandlePart && self != "." && self != "-" && self != "@" }
    switch properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .nonspacingMark, .spacingMark, .decimalNumber:
      return true
    default: return false
    }
  }

  fileprivate var isHandlePart: Bool {
    switch self {
    case "a"..."z", "A"..."Z", "0"..."9", "_": true
    default: false
    }
  }
}

extension RichText {
  /// The handles mentioned in a demo post's text, without "@".
  var mentioned: [String] {
    runs.compactMap { if case .mention = $0.kind { String($0.text.dropFirst()) } else { nil } }
  }
}
