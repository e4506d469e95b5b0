/// A typed id, opaque to all but the service.
public struct Identifier<Entity>: Hashable, Sendable, AccountBound {
  public let rawValue: String
  public var scope: String?

  public init(_ rawValue: String) { self.rawValue = rawValue }

  /// An id with the same text and account for another type.
  public init<Other>(sameAs other: Identifier<Other>) {
    (rawValue, scope) = (other.rawValue, other.scope)
  }
}

/// An id or cursor that can be bound to the account it came from, so that ids of several accounts
/// can be told apart in one list.
public protocol AccountBound {
  /// The owning account's id; nil in lists of a single account.
  var scope: String? { get set }
}

extension AccountBound {
  public func of(_ account: Account.ID) -> Self {
    var bound = self
    bound.scope = account.rawValue
    return bound
  }

  /// The account an id is bound to, if any.
  public var whose: Account.ID? { scope.map { Account.ID($0) } }

  /// The id without its account, as the service knows it.
  public var own: Self {
    var own = self
    own.scope = nil
    return own
  }
}
