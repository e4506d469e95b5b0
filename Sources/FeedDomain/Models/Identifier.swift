/// An id that knows what it identifies; what is in it is the service's business.
public struct Identifier<Entity>: Hashable, Sendable, AccountBound {
  /// The id as the service writes it.
  public let rawValue: String
  public var scope: String?

  /// The id that the service writes so.
  public init(_ rawValue: String) { self.rawValue = rawValue }

  /// The id of something that the service calls by the same text, for the same account.
  public init<Other>(sameAs other: Identifier<Other>) {
    (rawValue, scope) = (other.rawValue, other.scope)
  }
}

/// What a service wrote for one account, which another may have been told, too: where those of several
/// accounts stand together, each carries its account.
public protocol AccountBound {
  /// The id of its account; nil where one account's stand alone.
  var scope: String? { get set }
}

extension AccountBound {
  /// The same, told apart from those of other accounts.
  public func of(_ account: Account.ID) -> Self {
    var bound = self
    bound.scope = account.rawValue
    return bound
  }

  /// Whose it is, where that is told.
  public var whose: Account.ID? { scope.map { Account.ID($0) } }

  /// As the account itself knows it.
  public var own: Self {
    var own = self
    own.scope = nil
    return own
  }
}
