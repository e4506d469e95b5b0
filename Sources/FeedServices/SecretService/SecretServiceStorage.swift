package import FeedDomain

/// A storage of accounts' secrets in the desktop's secret store (GNOME Keyring, KWallet,
/// KeePassXC), which is called over D-Bus. A store that does not run is not started, and a locked
/// one is an error, since its dialog could not be seen over ssh.
package struct SecretServiceStorage: SecretStorage {
  private let path: String?
  private let limit: Duration

  /// Creates the storage of accounts' secrets in the desktop's secret store; `limit` is the time
  /// limit for all D-Bus calls of one access together.
  package init(environment: [String: String], limit: Duration = .seconds(3)) {
    path = DBusConnection.sessionSocketPath(environment: environment)
    self.limit = limit
  }

  package func storedSecret(of account: Account.ID) throws(SecretFailure.SecretFailureReason)
    -> Secret
  {
    try withSecretService { calls throws(DBusError) in try calls.readSecret(of: account) }
  }

  package func storeSecret(
    _ secret: Secret, of account: Account.ID
  ) throws(SecretFailure.SecretFailureReason) {
    try withSecretService { calls throws(DBusError) in try calls.storeSecret(secret, of: account) }
  }

  package func deleteSecret(of account: Account.ID) throws(SecretFailure.SecretFailureReason) {
    try withSecretService { calls throws(DBusError) in try calls.deleteSecret(of: account) }
  }

  private func withSecretService<Value>(
    _ work: (inout SecretServiceCalls) throws(DBusError) -> Value
  ) throws(SecretFailure.SecretFailureReason) -> Value {
    guard let path else { throw .notFound }
    do throws(DBusError) {
      var calls = try SecretServiceCalls(path: path, deadline: .now.advanced(by: limit))
      return try work(&calls)
    } catch {
      switch error {
      case .disconnected: throw .notFound
      case .timedOut: throw .tooSlow
      case .unreadable: throw .unreadable
      case .refused(SecretServiceCalls.lockedError): throw .locked
      case .refused(SecretServiceCalls.missingError): throw .empty
      // No such service is running, or it lacks the method.
      case .refused: throw .notFound
      }
    }
  }
}

struct SecretServiceCalls {
  /// The name of the D-Bus error of the desktop's secret store when it is locked.
  static let lockedError = "org.freedesktop.Secret.Error.IsLocked"
  static let missingError = "org.freedesktop.Secret.Error.NoSuchObject"

  private static let service = "org.freedesktop.secrets"
  private static let root = "/org/freedesktop/secrets"
  private static let interface = "org.freedesktop.Secret"
  /// The D-Bus path that means "no object" in replies of the desktop's secret store.
  private static let noObject = DBusValue.path("/")

  private var bus: DBusConnection

  init(path: String, deadline: ContinuousClock.Instant) throws(DBusError) {
    bus = try DBusConnection(path: path, deadline: deadline, mayStart: false)
  }

  mutating func readSecret(of account: Account.ID) throws(DBusError) -> Secret {
    guard let item = try secretItemPaths(of: account).first else {
      throw .refused(Self.missingError)
    }
    try unlockObjectWithoutPrompt(item)
    let answer = try callSecretMethod(item, "Item.GetSecret", .path(try openSession()))
    guard case .fields(let secret)? = answer.first, secret.count == 4,
      case .list(let bytes, of: "y") = secret[2]
    else { throw .unreadable }
    let text = bytes.map { if case .byte(let byte) = $0 { byte } else { UInt8(0) } }
    guard let text = String(validating: text, as: UTF8.self) else { throw .unreadable }
    return Secret(text)
  }

  mutating func storeSecret(_ secret: Secret, of account: Account.ID) throws(DBusError) {
    let alias = try callSecretMethod(Self.root, "Service.ReadAlias", .text("default"))
    guard case .path(let collection)? = alias.first else { throw .unreadable }
    guard alias.first != Self.noObject else { throw .refused("") }
    try unlockObjectWithoutPrompt(collection)
    // The session bus is local, so encryption would add nothing.
    let session = try openSession()
    let answer = try callSecretMethod(
      collection, "Collection.CreateItem",
      .list(
        [
          .entry(
            .text("\(Self.interface).Item.Label"),
            .variant(.text("Tweetie: \(account.rawValue)"))),
          .entry(
            .text("\(Self.interface).Item.Attributes"),
            .variant(Self.secretItemAttributes(of: account))),
        ], of: "{sv}"),
      .fields([
        .path(session), .byteArray([]), .byteArray(secret.revealed.utf8),
        .text("text/plain; charset=utf8"),
      ]),
      .flag(true))
    // Without an item, a prompt would be needed.
    guard answer.count == 2, answer[0] != Self.noObject else { throw .refused(Self.lockedError) }
  }

  mutating func deleteSecret(of account: Account.ID) throws(DBusError) {
    for item in try secretItemPaths(of: account) {
      try unlockObjectWithoutPrompt(item)
      let answer = try callSecretMethod(item, "Item.Delete")
      guard answer.first == Self.noObject else { throw .refused(Self.lockedError) }
    }
  }

  /// Returns the D-Bus paths of an account's secrets in the desktop's secret store: first those of
  /// unlocked secrets, then those of locked ones.
  private mutating func secretItemPaths(of account: Account.ID) throws(DBusError) -> [String] {
    let answer = try callSecretMethod(
      Self.root, "Service.SearchItems", Self.secretItemAttributes(of: account))
    return answer.prefix(2).flatMap(Self.objectPaths)
  }

  private mutating func openSession() throws(DBusError) -> String {
    let answer = try callSecretMethod(
      Self.root, "Service.OpenSession", .text("plain"), .variant(.text("")))
    guard case .path(let session)? = answer.last else { throw .unreadable }
    return session
  }

  /// Unlocks an object of the desktop's secret store (a secret or a collection); throws if the
  /// store would have to ask the user for a password.
  private mutating func unlockObjectWithoutPrompt(_ object: String) throws(DBusError) {
    let answer = try callSecretMethod(Self.root, "Service.Unlock", .list([.path(object)], of: "o"))
    guard let open = answer.first, Self.objectPaths(in: open).contains(object) else {
      throw .refused(Self.lockedError)
    }
  }

  private mutating func callSecretMethod(
    _ object: String, _ method: String, _ arguments: DBusValue...
  ) throws(DBusError) -> [DBusValue] {
    try bus.callBusMethod(Self.service, object, "\(Self.interface).\(method)", arguments).body
  }

  private static func secretItemAttributes(of account: Account.ID) -> DBusValue {
    .dictionary([("application", "tweetie"), ("account", account.rawValue)])
  }

  private static func objectPaths(in value: DBusValue) -> [String] {
    guard case .list(let values, of: "o") = value else { return [] }
    return values.compactMap { if case .path(let path) = $0 { path } else { nil } }
  }
}
