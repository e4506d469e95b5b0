/// How somebody is used to write at a service, as they set it there.
public struct DraftHabits: Hashable, Sendable {
  /// Who sees what they write; nil where they never said.
  public let visibility: Visibility?
  /// Whether their pictures are covered.
  public let coversPictures: Bool
  /// In which language they write; nil where they never said.
  public let language: String?

  package init(
    visibility: Visibility? = nil, coversPictures: Bool = false, language: String? = nil
  ) {
    (self.visibility, self.coversPictures, self.language) = (visibility, coversPictures, language)
  }
}
