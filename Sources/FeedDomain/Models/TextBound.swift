/// How long a text may be that a service gives, by what it is shown as.
///
/// A text is cut where a model is made of it, so that nobody has to be afraid of a name of a megabyte:
/// what measures, folds or searches names looks at each of their characters. What somebody is going to
/// change, as a post's source, is never cut.
public enum TextBound: Int, Sendable {
  /// Names, titles and handles: a line at most.
  case name = 300
  /// Warnings, summaries and rules: some paragraphs.
  case summary = 5_000
  /// What a picture shows.
  case description = 20_000
}

extension String {
  /// The text, or its beginning with "…" where it is longer. A bound counts Unicode scalars: a single
  /// character can be as long as it likes.
  public func bounded(_ bound: TextBound) -> String {
    // One has a byte at least.
    guard utf8.count > bound.rawValue else { return self }
    let scalars = unicodeScalars
    guard
      let end = scalars.index(
        scalars.startIndex, offsetBy: bound.rawValue, limitedBy: scalars.endIndex),
      end < scalars.endIndex
    else { return self }
    let beginning = String(scalars[..<scalars.index(before: end)])
    // The last character may have been cut in two.
    let whole = beginning.count > 1 ? String(beginning.dropLast()) : beginning
    return whole + "…"
  }

  /// Whether the text is no longer than that: for names that mean something else once they are cut.
  public func fits(_ bound: TextBound) -> Bool {
    utf8.count <= bound.rawValue || unicodeScalars.count <= bound.rawValue
  }
}
