/// An id of an entity, such as a post or person, made of a text that the program does not interpret
/// and, in lists of several accounts, the account it came from.
public struct Identifier<Entity>: Hashable, Sendable, AccountScopedReference {
  public let rawValue: String
  public var scope: String?

  public init(_ rawValue: String) { self.rawValue = rawValue }

  /// Creates an id of one kind of entity from the id of another kind, with its text and account.
  public init<Other>(sameAs other: Identifier<Other>) {
    (rawValue, scope) = (other.rawValue, other.scope)
  }
}

/// A protocol for ids and cursors that can name the account they came from, for lists of several
/// accounts.
public protocol AccountScopedReference {
  /// The id of the account that the id or cursor names, as text; nil in lists of one account.
  var scope: String? { get set }
}

extension AccountScopedReference {
  public func scoped(to account: Account.ID) -> Self {
    var bound = self
    bound.scope = account.rawValue
    return bound
  }

  /// The id of the account that the id or cursor names; nil in lists of one account.
  public var whose: Account.ID? { scope.map { Account.ID($0) } }

  /// The id or cursor without its account, in the form that the service knows.
  public var withoutAccount: Self {
    var own = self
    own.scope = nil
    return own
  }
}
