/// A run of elements as a service returned it, and where it goes on.
public struct Page<Element: Sendable>: Sendable {
  /// The elements, newest (or highest) first.
  public let elements: [Element]
  /// How to ask for what comes after; nil at the end.
  public let next: Cursor?

  /// A run of elements.
  public init(_ elements: [Element], next: Cursor? = nil) {
    (self.elements, self.next) = (elements, next)
  }
}

extension Page: Equatable where Element: Equatable {}

/// Where a stream goes on; what is in it is the service's business.
public struct Cursor: Hashable, Sendable, AccountBound {
  /// The cursor as the service writes it.
  public let rawValue: String
  public var scope: String?

  /// The cursor that the service writes so.
  public init(_ rawValue: String) { self.rawValue = rawValue }
}
