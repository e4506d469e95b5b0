/// A part of what somebody posted, which a service tells by itself.
public enum ProfilePart: CaseIterable, Hashable, Sendable {
  /// What they posted of their own accord.
  case posts
  /// That, and what they replied to others.
  case answers
  /// Their photos.
  case photos

  /// The stream of it.
  public func feed(of person: Person.ID) -> Feed {
    switch self {
    case .posts: .person(person)
    case .answers: .answers(person)
    case .photos: .portfolio(person)
    }
  }
}
