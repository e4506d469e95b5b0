/// A way to sign in to a service: what must be told for it.
public struct SignInWay: Hashable, Sendable {
  /// The kinds of ways.
  public enum Kind: String, Hashable, Sendable {
    /// The password of the account.
    case password
    /// A password made in the service's settings for this program alone.
    case appPassword
    /// The person allows it in their browser and brings back what that shows.
    case browser
    /// A token made in the service's settings.
    case token
    /// The key of an application, which looks without an account.
    case key
    /// Nobody has to be told who one is: there is but something to be read.
    case address
  }

  /// What kind of way it is.
  public let kind: Kind
  /// What must be told, in this order.
  public let fields: [SignInField]
  /// Where the password, token or key is made; nil where one has it anyway.
  public let page: String?

  package init(_ kind: Kind, fields: [SignInField], page: String? = nil) {
    (self.kind, self.fields, self.page) = (kind, fields, page)
  }

  /// What a command of the person's could tell instead of them, each time anew; nil where there is
  /// nothing of the kind.
  public var repeatedField: SignInField? {
    switch kind {
    case .token: .token
    case .key: .key
    case .appPassword: .password
    // What a browser leads to is told but once, and the account's own password opens too much.
    case .browser, .password: nil
    case .address: nil
    }
  }
}

/// Something to tell when signing in.
public enum SignInField: String, CaseIterable, Hashable, Sendable {
  /// The server's name or address.
  case server
  /// The name or handle.
  case user
  /// The password.
  case password
  /// A token.
  case token
  /// An application's key.
  case key
  /// An application's secret.
  case secret
  /// Where something to be read is, or a list of such addresses.
  case address

  /// Whether it is not to be shown while it is typed.
  public var isSecret: Bool {
    switch self {
    case .server, .user, .key, .address: false
    case .password, .token, .secret: true
    }
  }
}

/// What somebody told to sign in.
public struct SignInAnswers: Hashable, Sendable, ExpressibleByDictionaryLiteral {
  private var answers: [SignInField: Secret]

  /// What was told.
  public init(dictionaryLiteral elements: (SignInField, Secret)...) {
    answers = Dictionary(elements) { $1 }
  }

  /// The answer to a field, without blanks around it; empty where there is none.
  public subscript(field: SignInField) -> String {
    let answer = answers[field]?.revealed ?? ""
    return String(
      answer.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
  }

  /// The answer to a field as it was typed.
  public func secret(_ field: SignInField) -> Secret { answers[field] ?? Secret("") }

  /// Adds an answer.
  public mutating func set(_ field: SignInField, _ answer: Secret) { answers[field] = answer }
}

/// How far beginning to sign in has led.
public enum SignInStep: Hashable, Sendable {
  /// All the way.
  case signedIn(SignedInAccount)
  /// To the person's browser.
  case approval(SignInApproval)
}

/// What the person has to allow in a browser.
public struct SignInApproval: Hashable, Sendable {
  /// The page to open; empty where a code comes to the person in another way, as by mail.
  public let url: String
  /// The service's own words about where the code is; nil where it has none.
  public let message: String?
  /// Whether the browser ends on a page that cannot be loaded, whose address is the answer.
  public let endsAtAddress: Bool
  /// What the service's gateway needs in order to go on.
  public let ticket: Secret

  package init(
    url: String, message: String? = nil, endsAtAddress: Bool = false, ticket: Secret
  ) {
    self.url = url
    self.message = message
    self.endsAtAddress = endsAtAddress
    self.ticket = ticket
  }
}
