/// An id that knows what it identifies; what is in it is the service's business.
public struct Identifier<Entity>: Hashable, Sendable {
  /// The id as the service writes it.
  public let rawValue: String

  /// The id that the service writes so.
  public init(_ rawValue: String) { self.rawValue = rawValue }
}
