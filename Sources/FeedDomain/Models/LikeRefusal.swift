/// Why nothing can be liked at a service.
public enum LikeRefusal: Hashable, CaseIterable, Sendable {
  /// There are no likes.
  case unknown
  /// Nobody is signed in who could.
  case needsSignIn
  /// Programs may not.
  case notFromPrograms
  /// Programs may not, but a bookmark does nearly the same.
  case bookmarkInstead
}
