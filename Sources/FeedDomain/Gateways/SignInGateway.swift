public struct Credentials: Hashable, Sendable {
  public let user: String
  public let password: Secret

  package init(user: String, password: Secret) {
    (self.user, self.password) = (user, password)
  }
}

/// A password or token, hidden in logs and messages.
public struct Secret: Hashable, Sendable, CustomStringConvertible, CustomDebugStringConvertible,
  CustomReflectable
{
  /// The secret's plain text, for sending and storing only.
  public let revealed: String

  package init(_ secret: String) { revealed = secret }

  public var description: String { "•••" }
  public var debugDescription: String { description }
  public var customMirror: Mirror { Mirror(self, children: []) }
}

public struct SignedInAccount: Hashable, Sendable {
  public let account: Account
  public let token: Secret
  /// The command or keyring entry that supplies the account's secret at each start; nil if the
  /// secret is stored in the token.
  public let source: SecretSource?

  package init(_ account: Account, token: Secret, source: SecretSource? = nil) {
    (self.account, self.token, self.source) = (account, token, source)
  }
}

extension SignedInAccount {
  /// True if the account's secret is still to be read from its source, with a placeholder in the
  /// token.
  public var isLocked: Bool { source.map { $0.record == token } ?? false }

  public func replacingToken(with token: Secret) -> SignedInAccount {
    SignedInAccount(account, token: token, source: source)
  }

  /// Returns the account with this secret source added, unless it has one already.
  public func inheritingSecretSource(_ source: SecretSource?) -> SignedInAccount {
    SignedInAccount(account, token: token, source: self.source ?? source)
  }
}

public protocol SignInGateway: Sendable {
  /// The methods of signing in to the service, the preferred one first; never empty.
  var methods: [SignInMethod] { get }
  /// The credentials of a guest account; nil if the service has none.
  var visitor: SignInAnswers? { get }
  /// Returns the sign-in method by which a stored account was signed in; the preferred one if
  /// unknown.
  func signInMethod(of account: SignedInAccount) -> SignInMethod
  /// Returns true if the token of a stored account is known to give access to another account now.
  func storedTokenBelongsToOthers(_ account: SignedInAccount) -> Bool
  /// Returns the web feeds that the page at a typed address names, of which the user chooses one
  /// before signing in; empty if there is nothing to choose.
  func feedCandidates(for answers: SignInAnswers) async throws(FeedError) -> [FeedCandidate]
  /// Returns the entries of the OPML file in a sign-in form that cannot be added, in file order.
  func rejectedImportEntries(for answers: SignInAnswers) async throws(FeedError)
    -> [RejectedImportEntry]
  /// Starts a sign-in with a sign-in method and the values of its form; the result is the account,
  /// or an approval to wait for.
  func beginSignIn(_ way: SignInMethod, _ answers: SignInAnswers) async throws(FeedError)
    -> SignInStepResult
  /// Completes a sign-in with the code or address that the browser showed to the user.
  func finishSignIn(
    _ approval: PendingSignInApproval, answer: Secret
  ) async throws(FeedError) -> SignedInAccount
  func signOut(_ account: SignedInAccount) async throws(FeedError)
  /// Returns the token of a stored account with another secret inside, such as a new password; nil
  /// if the token contains no secret that can be used again.
  func accountTokenHoldingCommandSecret(of account: SignedInAccount, holding secret: Secret)
    -> Secret?
}

extension SignInGateway {
  public var visitor: SignInAnswers? { nil }

  public func feedCandidates(for answers: SignInAnswers) async throws(FeedError) -> [FeedCandidate]
  {
    []
  }

  public func rejectedImportEntries(
    for answers: SignInAnswers
  ) async throws(FeedError) -> [RejectedImportEntry] { [] }

  /// Signs in with a user name and password; throws if the service has no such method.
  public func signIn(_ credentials: Credentials) async throws(FeedError) -> SignedInAccount {
    guard let way = methods.first(where: { $0.fields.contains(.password) }) else {
      throw .refused(nil)
    }
    let answers: SignInAnswers = [.user: Secret(credentials.user), .password: credentials.password]
    guard case .signedIn(let account) = try await beginSignIn(way, answers) else { throw .badReply }
    return account
  }

  public func accountTokenHoldingCommandSecret(of account: SignedInAccount, holding secret: Secret)
    -> Secret?
  { nil }

  public func storedTokenBelongsToOthers(_ account: SignedInAccount) -> Bool { false }

  public func signInMethod(of account: SignedInAccount) -> SignInMethod { methods[0] }

  public func finishSignIn(
    _ approval: PendingSignInApproval, answer: Secret
  ) async throws(FeedError) -> SignedInAccount {
    throw .refused(nil)
  }
}

/// A method of signing in to a service, with the form fields it needs.
public struct SignInMethod: Equatable, Sendable {
  public enum SignInMethodKind: String, Sendable {
    case password
    /// A kind of sign-in method: an app password made in the service's settings.
    case appPassword
    /// A kind of sign-in method: a password for programs, which some servers keep beside the
    /// account's own password.
    case apiPassword
    /// A kind of sign-in method: approval in a browser, which shows a code or address to enter in
    /// the program.
    case browser
    /// A kind of sign-in method: a token made in the service's settings.
    case token
    /// A kind of sign-in method: an application key of the service, for reading without an account.
    case key
    /// A kind of sign-in method: the address of a web feed to read, without credentials.
    case address
  }

  public let kind: SignInMethodKind
  public let fields: [SignInField]
  /// The web page where the password, token or key is made; nil if none is needed.
  public let page: String?

  package init(_ kind: SignInMethodKind, fields: [SignInField], page: String? = nil) {
    (self.kind, self.fields, self.page) = (kind, fields, page)
  }

  /// The sign-in field with a secret that a command can supply at each start, such as a token or
  /// app password; nil for a browser, an address and the account's own password.
  public var fieldSuppliedByCommand: SignInField? {
    switch kind {
    case .token: .token
    case .key: .key
    case .appPassword, .apiPassword: .password
    // Codes from a browser work only once, and the account's own password permits too much to be
    // stored.
    case .browser, .password: nil
    case .address: nil
    }
  }
}

public enum SignInField: String, CaseIterable, Hashable, Sendable {
  case server, user, password, token, key, secret
  /// A kind of sign-in field: the address of a web feed, or of a list of web feeds.
  case address

  /// True if the sign-in field is masked while typing.
  public var isSecret: Bool {
    switch self {
    case .server, .user, .key, .address: false
    case .password, .token, .secret: true
    }
  }
}

/// A set of the values entered in a sign-in form.
public struct SignInAnswers: Equatable, Sendable, ExpressibleByDictionaryLiteral {
  private var answers: [SignInField: Secret]

  public init(dictionaryLiteral elements: (SignInField, Secret)...) {
    answers = Dictionary(elements) { $1 }
  }

  /// Returns the value of a sign-in field without blanks around it; empty if the user entered none.
  public subscript(field: SignInField) -> String {
    let answer = answers[field]?.revealed ?? ""
    return String(
      answer.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
  }

  public func secretAnswer(_ field: SignInField) -> Secret { answers[field] ?? Secret("") }

  public mutating func setAnswer(_ field: SignInField, _ answer: Secret) { answers[field] = answer }
}

public enum SignInStepResult: Equatable, Sendable {
  case signedIn(SignedInAccount)
  case approval(PendingSignInApproval)
}

/// A sign-in that waits until the user has approved it in a browser.
public struct PendingSignInApproval: Equatable, Sendable {
  /// The web page to open for approval; empty if a code arrives in another way, as by mail.
  public let url: String
  /// The service's hint where to find the sign-in code; nil if there is none.
  public let message: String?
  /// True if the browser ends on a page that cannot load, whose address completes the sign-in.
  public let endsAtAddress: Bool
  /// The opaque state of the sign-in, which is needed again to complete it.
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

/// A protocol of readers of secrets from shell commands that print them, or from the desktop's
/// keyring.
public protocol SecretSourceReading: Sendable {
  /// Returns the first line that a secret command prints, or the secret of a keyring entry; each is
  /// asked once in a run.
  func secret(from command: String) throws(SecretFailure) -> Secret
}

/// A failure to get a secret from a command or keyring, with the command.
public struct SecretFailure: Error, Equatable, Sendable {
  public enum SecretFailureReason: Error, Equatable, Sendable {
    case forbidden, notFound
    /// A failure of a secret command: the program could not be started, with the system's message.
    case notStarted(String)
    case tooSlow
    /// A failure of a secret command: the output was too long, and the program was ended.
    case tooMuch
    /// A failure of a secret command: its exit code reported an error.
    case failed(code: Int)
    case killed(signal: Int)
    /// A failure of a secret command: it printed nothing, or blanks.
    case empty
    case unreadable
    /// A failure to read a secret: the keyring is locked and cannot be unlocked here.
    case locked
  }

  /// The failed secret command as typed, or the name of the keyring entry.
  public let command: String
  public let reason: SecretFailureReason

  package init(_ command: String, _ reason: SecretFailureReason) {
    (self.command, self.reason) = (command, reason)
  }
}

/// A protocol of stores for account secrets, such as the desktop's keyring.
public protocol SecretStorage: Sendable {
  func storedSecret(of account: Account.ID) throws(SecretFailure.SecretFailureReason) -> Secret
  func storeSecret(
    _ secret: Secret, of account: Account.ID
  ) throws(SecretFailure.SecretFailureReason)
  /// Deletes an account's secret from the keyring; a missing one is no error.
  func deleteSecret(of account: Account.ID) throws(SecretFailure.SecretFailureReason)
}

extension SecretSource {
  /// The prefix that distinguishes a keyring entry from a command in the text of a secret source.
  private static let storeName = "secret-service:"

  package init(inStoreFor account: Account.ID, record: Secret) {
    self.init(command: Self.storeName + account.rawValue, record: record)
  }

  /// The id of the account whose keyring entry is the secret source; nil for a command.
  public var inStore: Account.ID? { Self.keyringEntryAccountID(in: command) }

  /// Returns the id of the account that a keyring entry belongs to; nil for a command.
  public static func keyringEntryAccountID(in source: String) -> Account.ID? {
    guard source.hasPrefix(storeName) else { return nil }
    return Account.ID(String(source.dropFirst(storeName.count)))
  }
}

/// A source of an account's secret that is not stored but read at each start, from a command or a
/// keyring entry.
public struct SecretSource: Hashable, Sendable {
  /// The secret command as typed, or the name of a keyring entry.
  public let command: String
  /// The stored token of an account, with a placeholder for the secret that a command or the
  /// keyring supplies.
  public let record: Secret

  package init(command: String, record: Secret) {
    (self.command, self.record) = (command, record)
  }
}

extension Secret {
  /// The placeholder that a stored token contains instead of the secret.
  public static var standIn: Secret { Secret("given-by-the-command") }
}

public protocol CredentialStore: Sendable {
  /// Reads the stored accounts, the active one first.
  func storedAccounts() throws(StoreError) -> [SignedInAccount]
  /// Stores a signed-in account and makes it active. If the account has a secret command, that
  /// command stays, and a secret typed now is used in this run only.
  func saveAccountAndMakeActive(_ account: SignedInAccount) throws(StoreError)
  /// Stores a signed-in account, makes it active, and replaces the source of its secret by the
  /// account's own.
  func saveAndActivateReplacingSecretSource(_ account: SignedInAccount) throws(StoreError)
  /// Stores an account without making it active, unless it is the first account.
  func addAccountWithoutActivating(_ account: SignedInAccount) throws(StoreError)
  /// Stores the renewed token of a stored account, in memory only if a command or keyring supplies
  /// the secret; does nothing if the account was signed out. If storing fails, throws, and the
  /// token is used in this run and stored later.
  func saveRenewedToken(of account: SignedInAccount) throws(StoreError)
  /// Stores new facts about a stored account with its token, or the placeholder if a command
  /// supplies the secret.
  func saveChangedAccount(of account: SignedInAccount) throws(StoreError)
  func removeAccount(_ account: Account.ID) throws(StoreError)
  /// Returns true if a stored account was removed, perhaps by another process; false if unknown.
  func wasAccountRemoved(_ account: Account.ID) -> Bool
  /// The accounts in the credential store whose renewed tokens could not be written yet.
  var unsaved: [Account] { get }
  func retrySavingTokens() throws(StoreError)
  /// Sets a closure to call, on any thread, when the renewed token of an account could not be
  /// stored.
  func setTokenSaveFailureHandler(_ tell: @escaping @Sendable (Account, StoreError) -> Void)
}

extension [SignedInAccount] {
  /// Returns the list of accounts with one added or replaced: at the front if it becomes current,
  /// else in its old position or at the end.
  package func addingAccount(_ account: SignedInAccount, isCurrent: Bool) -> [SignedInAccount] {
    let others = filter { $0.account.id != account.account.id }
    if isCurrent { return [account] + others }
    guard others.count < count else { return self + [account] }
    return map { $0.account.id == account.account.id ? account : $0 }
  }
}

extension CredentialStore {
  public func saveChangedAccount(of account: SignedInAccount) throws(StoreError) {
    try saveRenewedToken(of: account)
  }
  public func wasAccountRemoved(_ account: Account.ID) -> Bool { false }
  public var unsaved: [Account] { [] }
  public func retrySavingTokens() throws(StoreError) {}
  public func setTokenSaveFailureHandler(_ tell: @escaping @Sendable (Account, StoreError) -> Void)
  {}
}
