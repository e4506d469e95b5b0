/// A namespace for converting post texts for snac, which takes tags in a typed text for HTML,
/// except within code.
enum SnacTextEscaping {
  /// Returns a plain text with its tags and entities escaped, so that snac shows them as typed.
  static func textEscapedForSnac(_ text: String) -> String {
    changingTextOutsideCode(text) { words in
      var result = ""
      var rest = words
      while let character = rest.first {
        let next = rest.dropFirst().first
        switch character {
        case "<" where next.map { $0.isLetter || "/!?".contains($0) } == true: result += "&lt;"
        case "&" where rest.startsWithEntity: result += "&amp;"
        default: result.append(character)
        }
        rest = rest.dropFirst()
      }
      return result
    }
  }

  /// Returns a post's source text at snac with the tags and entities as they were typed.
  static func textUnescapedFromSnac(_ source: String) -> String {
    changingTextOutsideCode(source) { words in
      var result = ""
      var rest = words
      while let character = rest.first {
        if rest.hasPrefix("&lt;") {
          result.append("<")
          rest = rest.dropFirst(4)
        } else if rest.hasPrefix("&amp;") {
          result.append("&")
          rest = rest.dropFirst(5)
        } else {
          result.append(character)
          rest = rest.dropFirst()
        }
      }
      return result
    }
  }

  /// Returns a post's text with a function applied to its parts outside of code, which snac escapes
  /// by itself: blocks between lines of "```", and words between "`" or "~~".
  private static func changingTextOutsideCode(_ text: String, _ change: (Substring) -> String)
    -> String
  {
    var isInBlock = false
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      if line == "```" { isInBlock.toggle() }
      return isInBlock || line == "```" ? String(line) : changingLineOutsideCode(line: line, change)
    }
    return lines.joined(separator: "\n")
  }

  private static func changingLineOutsideCode(line: Substring, _ change: (Substring) -> String)
    -> String
  {
    var result = ""
    var words = line.startIndex
    var place = line.startIndex
    while place < line.endIndex {
      guard let end = line[place...].endOfCode else {
        place = line.index(after: place)
        continue
      }
      result += change(line[words..<place]) + line[place..<end]
      (words, place) = (end, end)
    }
    return result + change(line[words...])
  }
}

extension Substring {
  /// The index behind the code at the beginning of this text, in snac's notation; nil if the text
  /// does not begin with code.
  fileprivate var endOfCode: Index? {
    for mark in ["`", "~~"] where hasPrefix(mark) {
      let inside = dropFirst(mark.count)
      guard let end = inside.firstIndex(where: { $0 == mark.first }), end > inside.startIndex,
        inside[end...].hasPrefix(mark)
      else { continue }
      return inside.index(end, offsetBy: mark.count)
    }
    return nil
  }

  fileprivate var startsWithEntity: Bool {
    let name = dropFirst().prefix { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "#") }
    return !name.isEmpty && name.count < 32 && dropFirst(1 + name.count).first == ";"
  }
}
