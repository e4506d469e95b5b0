/// What somebody types to sign in.
public struct Credentials: Hashable, Sendable {
  /// The name or handle.
  public let user: String
  public let password: Secret

  package init(user: String, password: Secret) {
    (self.user, self.password) = (user, password)
  }
}

/// A password or token, which no log and no message shows.
public struct Secret: Hashable, Sendable, CustomStringConvertible, CustomDebugStringConvertible,
  CustomReflectable
{
  /// The secret itself, for the one who sends or stores it.
  public let revealed: String

  package init(_ secret: String) { revealed = secret }

  /// Dots.
  public var description: String { "•••" }
  /// Dots.
  public var debugDescription: String { description }
  public var customMirror: Mirror { Mirror(self, children: []) }
}

/// An account with the token that opens it.
public struct SignedInAccount: Hashable, Sendable {
  public let account: Account
  public let token: Secret
  /// What gives the secret in the token; nil where the token is kept as it is.
  public let source: SecretSource?

  package init(_ account: Account, token: Secret, source: SecretSource? = nil) {
    (self.account, self.token, self.source) = (account, token, source)
  }
}

extension SignedInAccount {
  /// Whether its secret is not known yet: a stand-in is in its token.
  public var isLocked: Bool { source.map { $0.record == token } ?? false }

  /// The account with another token.
  public func holding(_ token: Secret) -> SignedInAccount {
    SignedInAccount(account, token: token, source: source)
  }

  /// The account with its secret from there, where nothing else is said of it.
  public func inheriting(_ source: SecretSource?) -> SignedInAccount {
    SignedInAccount(account, token: token, source: self.source ?? source)
  }
}

/// Trades secrets for an account.
public protocol SignInGateway: Sendable {
  /// The ways in, the one to offer first first; never empty.
  var ways: [SignInWay] { get }
  /// What lets anybody in who only wants to look around; nil where nobody gets in like that.
  var visitor: SignInAnswers? { get }
  /// The way by which that account was signed in to, as far as can be told.
  func way(of account: SignedInAccount) -> SignInWay
  /// Whether the account's token is known to lead to somebody else by now.
  func isAnothers(_ account: SignedInAccount) -> Bool
  /// Begins to sign in with what the person told.
  func begin(_ way: SignInWay, _ answers: SignInAnswers) async throws(FeedError) -> SignInStep
  /// Goes on with what the browser showed in the end: a code, or the whole address.
  func finish(
    _ approval: SignInApproval, answer: Secret
  ) async throws(FeedError) -> SignedInAccount
  /// Makes the token worthless at the service.
  func signOut(_ account: SignedInAccount) async throws(FeedError)
  /// The account's token with that secret in the place of its own, blanks around it or not; nil where
  /// it has none that could be told again and again.
  func token(of account: SignedInAccount, holding secret: Secret) -> Secret?
}

extension SignInGateway {
  /// Most let nobody in without an account of their own.
  public var visitor: SignInAnswers? { nil }

  /// Signs in with a name and a password, where that is a way.
  public func signIn(_ credentials: Credentials) async throws(FeedError) -> SignedInAccount {
    guard let way = ways.first(where: { $0.fields.contains(.password) }) else {
      throw .refused(nil)
    }
    let answers: SignInAnswers = [.user: Secret(credentials.user), .password: credentials.password]
    guard case .signedIn(let account) = try await begin(way, answers) else { throw .badReply }
    return account
  }

  /// Where no secret could be told again, there is no place for one.
  public func token(of account: SignedInAccount, holding secret: Secret) -> Secret? { nil }

  /// Where nobody looks, nobody knows.
  public func isAnothers(_ account: SignedInAccount) -> Bool { false }

  /// Where nothing tells, the way to offer first.
  public func way(of account: SignedInAccount) -> SignInWay { ways[0] }

  /// Where no way leads through a browser there is nothing to go on with.
  public func finish(
    _ approval: SignInApproval, answer: Secret
  ) async throws(FeedError) -> SignedInAccount {
    throw .refused(nil)
  }
}

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
  case password
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

/// Asks the person's own commands for secrets.
public protocol SecretPrompting: Sendable {
  /// What the command answers, without blanks to be dropped; each command is run but once.
  func secret(from command: String) throws(SecretFailure) -> Secret
}

/// Why a command gave no secret.
public struct SecretFailure: Error, Equatable, Sendable {
  /// What went wrong.
  public enum Reason: Error, Equatable, Sendable {
    /// No program may be started here.
    case forbidden
    /// There is no such program.
    case notFound
    /// It could not be started, with the system's words.
    case notStarted(String)
    /// It did not end in time, and was ended.
    case tooSlow
    /// It printed more than any secret, and was ended.
    case tooMuch
    /// It said by its exit code that it failed.
    case failed(code: Int)
    /// A signal ended it.
    case killed(signal: Int)
    /// It printed nothing, or a line of blanks.
    case empty
    /// What it printed is no UTF-8 text.
    case unreadable
    /// The store of secrets is locked, and asks for more than can be answered here.
    case locked
  }

  /// The command, as the person typed it.
  public let command: String
  public let reason: Reason

  package init(_ command: String, _ reason: Reason) {
    (self.command, self.reason) = (command, reason)
  }
}

/// The system's own store of secrets, where there is one and somebody wants it.
public protocol SecretStorage: Sendable {
  /// The secret that is kept for an account.
  func secret(of account: Account.ID) throws(SecretFailure.Reason) -> Secret
  /// Keeps a secret in place of what was kept for the account.
  func keep(_ secret: Secret, of account: Account.ID) throws(SecretFailure.Reason)
  /// Forgets what was kept for the account; nothing is an answer, too.
  func forget(_ account: Account.ID) throws(SecretFailure.Reason)
}

extension SecretSource {
  /// What a source begins with that is no command.
  private static let storeName = "secret-service:"

  /// The secret of that account is in the system's own store.
  package init(inStoreFor account: Account.ID, record: Secret) {
    self.init(command: Self.storeName + account.rawValue, record: record)
  }

  /// Whose secret is in the system's own store, where that is where it comes from.
  public var inStore: Account.ID? { Self.account(in: command) }

  /// Whose secret a source stands for that is no command; nil for a command.
  public static func account(in source: String) -> Account.ID? {
    guard source.hasPrefix(storeName) else { return nil }
    return Account.ID(String(source.dropFirst(storeName.count)))
  }
}

/// Where the secret in an account's token comes from, when it is not kept.
public struct SecretSource: Hashable, Sendable {
  /// The command that prints it, as the person typed it.
  public let command: String
  /// The token with a stand-in for the secret: this is what is kept.
  public let record: Secret

  package init(command: String, record: Secret) {
    (self.command, self.record) = (command, record)
  }
}

extension Secret {
  /// Stands where the secret would in what is kept of an account whose secret a command gives.
  public static var standIn: Secret { Secret("given-by-the-command") }
}

/// Accounts and their tokens at rest.
public protocol CredentialStore: Sendable {
  /// The accounts, the current one first.
  func accounts() throws(StoreError) -> [SignedInAccount]
  /// Keeps an account and makes it the current one. Where a command gives its secret that stays so:
  /// a secret that was typed instead is good for this run, and not kept.
  func save(_ account: SignedInAccount) throws(StoreError)
  /// Keeps an account in place of what was kept of it, and makes it the current one: only so does it
  /// change where its secret is.
  func replace(_ account: SignedInAccount) throws(StoreError)
  /// Keeps an account in place of what was kept of it, and leaves the current one as it is; the
  /// first account there is becomes the current one.
  func add(_ account: SignedInAccount) throws(StoreError)
  /// Keeps a new token of an account that is kept, in its place; one that is not stays away, since
  /// it was signed out meanwhile. Where a command gives its secret, it is kept for this run alone.
  ///
  /// The old token is worthless by then: where the new one cannot be kept, this fails, but the new
  /// one is good for this run, and is kept as soon as that can be.
  func renew(_ account: SignedInAccount) throws(StoreError)
  /// Keeps what was learnt about an account that is kept, in its place: with its token or, where a
  /// command gives its secret, with the stand-in; the secret itself stays where it was.
  func learn(_ account: SignedInAccount) throws(StoreError)
  /// Forgets an account.
  func remove(_ account: Account.ID) throws(StoreError)
  /// Whether an account that was kept is no longer: it was signed out, perhaps by another process.
  /// Where that cannot be told, it was not.
  func isGone(_ account: Account.ID) -> Bool
  /// The accounts whose new token could not be kept yet.
  var unsaved: [Account] { get }
  /// Tries once more to keep those tokens.
  func keepAgain() throws(StoreError)
  /// Has somebody told, from any thread, of each new token that could not be kept.
  func whenUnkept(_ tell: @escaping @Sendable (Account, StoreError) -> Void)
}

extension [SignedInAccount] {
  /// The accounts with that one among them: as the current one at the front, or else where it was,
  /// a new one at the end.
  package func placing(_ account: SignedInAccount, isCurrent: Bool) -> [SignedInAccount] {
    let others = filter { $0.account.id != account.account.id }
    if isCurrent { return [account] + others }
    guard others.count < count else { return self + [account] }
    return map { $0.account.id == account.account.id ? account : $0 }
  }
}

extension CredentialStore {
  /// Where nothing outlives the program, all of it is kept alike, and nothing fails to be.
  public func learn(_ account: SignedInAccount) throws(StoreError) { try renew(account) }
  /// Nobody else signs an account out, where nobody else sees it.
  public func isGone(_ account: Account.ID) -> Bool { false }
  /// None, where nothing fails to be kept.
  public var unsaved: [Account] { [] }
  /// Nothing, where nothing fails to be kept.
  public func keepAgain() throws(StoreError) {}
  /// Nobody is told, where nothing fails to be kept.
  public func whenUnkept(_ tell: @escaping @Sendable (Account, StoreError) -> Void) {}
}
