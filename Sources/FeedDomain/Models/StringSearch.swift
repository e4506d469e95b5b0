extension StringProtocol {
  /// Returns true if another text occurs in this one, compared character by character. Swift's own
  /// function needs the library of regular expressions, a megabyte that is not linked in.
  package func contains(_ part: String) -> Bool { firstRange(of: part) != nil }

  /// Returns the range at which another text occurs first in this one; nil if it does not occur.
  package func firstRange(of part: String) -> Range<Index>? {
    guard let first = part.first else { return startIndex..<startIndex }
    var rest = self[...]
    while let start = rest.firstIndex(of: first) {
      var end = start
      let isSame = part.allSatisfy { character in
        guard end < endIndex, self[end] == character else { return false }
        formIndex(after: &end)
        return true
      }
      if isSame { return start..<end }
      rest = rest[rest.index(after: start)...]
    }
    return nil
  }
}
