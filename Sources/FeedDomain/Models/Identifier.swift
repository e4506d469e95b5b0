/// An id of a post, person or other entity, opaque to the program.
public struct Identifier<Entity>: Hashable, Sendable, AccountBound {
  public let rawValue: String
  public var scope: String?

  public init(_ rawValue: String) { self.rawValue = rawValue }

  /// Creates an id with the text and account of another entity's id.
  public init<Other>(sameAs other: Identifier<Other>) {
    (rawValue, scope) = (other.rawValue, other.scope)
  }
}

/// An id or cursor that can name the account it came from, so that ids of several accounts can be
/// told apart in one list.
public protocol AccountBound {
  /// The id of the account that an id or cursor belongs to; nil in lists of a single account.
  var scope: String? { get set }
}

extension AccountBound {
  public func replacingAccount(_ account: Account.ID) -> Self {
    var bound = self
    bound.scope = account.rawValue
    return bound
  }

  /// The id of the account that an id or cursor belongs to; nil if it names none.
  public var whose: Account.ID? { scope.map { Account.ID($0) } }

  /// The id or cursor without an account, as the service knows it.
  public var own: Self {
    var own = self
    own.scope = nil
    return own
  }
}
