package import FeedDomain
internal import Glibc
internal import Groundwork
internal import Threads

/// A store of accounts and their tokens in a file, which is refused if other users of the machine
/// could read or replace it. A lock lets several processes write the file one after another. Tokens
/// that a command of the settings prints are kept in memory only; the file has a placeholder for
/// them.
package struct FileCredentialStore: CredentialStore {
  /// Maximum size of the accounts file in bytes. The file has the lists of web feeds, of which
  /// 12000 with long addresses take about 4 MiB.
  package static let maximumBytes = 8 << 20

  private let file: PrivateFile
  private let lock: String
  private let rememberedTokens = RememberedCommandTokens()
  private let unsavedTokens = UnsavedTokens()
  private let lastRead = LockedValue<LastReadAccountsFile?>(nil)
  /// The closure that the credential store calls with the source of a secret (a command or keyring
  /// entry) that no account uses any more.
  private let dropped: @Sendable (SecretSource) -> Void
  private let initialSignOuts: Int

  /// Creates the store of accounts for a file, whose directory must exist. `dropped` is called with
  /// sources of secrets that no account uses any more, so that they can be deleted there.
  package init(path: String, dropped: @escaping @Sendable (SecretSource) -> Void = { _ in }) {
    self.dropped = dropped
    file = PrivateFile(path: path, maximumSize: Self.maximumBytes)
    lock = path + ".lock"
    initialSignOuts = Self.signOutCountOfAllProcesses(toldBy: lock)
  }

  package func storedAccounts() throws(StoreError) -> [SignedInAccount] {
    rememberedTokens.addingRememberedTokens(to: try accountsIncludingUnsavedTokens())
  }

  /// Returns the accounts in the accounts file, with the renewed tokens that could not be written
  /// yet.
  private func accountsIncludingUnsavedTokens() throws(StoreError) -> [SignedInAccount] {
    unsavedTokens.addingUnsavedTokens(to: try accountsWrittenInFile())
  }

  private func accountsWrittenInFile() throws(StoreError) -> [SignedInAccount] {
    guard
      let bytes = try StoreError.convertingFileErrors(of: { () throws(FileOperationError) in
        try file.readContents()
      })
    else {
      return []
    }
    let last = lastRead.withLock { $0 }
    if let last, last.bytes == bytes { return last.accounts }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw .failed(step: "reading \(file.path)", reason: "it is not text")
    }
    do throws(AccountsFileFormat.AccountsFileError) {
      let content = LastReadAccountsFile(
        bytes: bytes, accounts: try AccountsFileFormat.parsedAccounts(in: text))
      lastRead.withLock { $0 = content }
      return content.accounts
    } catch {
      throw .failed(step: "reading \(file.path)", reason: "line \(error.line): \(error.text)")
    }
  }

  /// Stores an account and makes it the active one. A secret from a command is kept in memory
  /// instead of the file.
  package func saveAccountAndMakeActive(_ account: SignedInAccount) throws(StoreError) {
    try writeAccountToFile(account) { account.inheritingSecretSource($0?.source) }
  }

  package func saveAndActivateReplacingSecretSource(_ account: SignedInAccount) throws(StoreError) {
    try writeAccountToFile(account) { _ in account }
  }

  package func addAccountWithoutActivating(_ account: SignedInAccount) throws(StoreError) {
    try writeAccountToFile(account, isCurrent: false) { _ in account }
  }

  /// Stores the renewed access token of an account. If writing the file fails, the token is kept in
  /// memory and the error is thrown; a token whose secret is from a command is kept in memory only.
  package func saveRenewedToken(of account: SignedInAccount) throws(StoreError) {
    guard account.source == nil else { return rememberedTokens.rememberCommandToken(of: account) }
    var before: SignedInAccount?
    do throws(StoreError) {
      try replaceAccountInFileIfPresent(account) { before = $0 }
    } catch {
      unsavedTokens.rememberAndReportUnsavedToken(account, insteadOf: before, error)
      throw error
    }
  }

  /// Replaces an account in the accounts file, after calling `before` with the replaced account;
  /// does nothing if the file no longer has the account. A token from a command is kept in memory
  /// only.
  private func replaceAccountInFileIfPresent(
    _ account: SignedInAccount, insteadOf before: (SignedInAccount) -> Void = { _ in }
  ) throws(StoreError) {
    try FileLock.withFileLock(lock) { () throws(StoreError) in
      let written = try accountsWrittenInFile()
      var accounts = unsavedTokens.addingUnsavedTokens(to: written)
      guard let place = accounts.firstIndex(where: { $0.account.id == account.account.id }) else {
        return
      }
      before(written[place])
      let renewed = account.inheritingSecretSource(accounts[place].source)
      guard renewed.source == nil else { return rememberedTokens.rememberCommandToken(of: renewed) }
      accounts[place] = renewed
      try writeAccountsToFile(accounts)
    }
  }

  /// Stores changed facts about an account in the accounts file. If the secret is from a command,
  /// only its placeholder is written.
  package func saveChangedAccount(of account: SignedInAccount) throws(StoreError) {
    guard let source = account.source else { return try replaceAccountInFileIfPresent(account) }
    try FileLock.withFileLock(lock) { () throws(StoreError) in
      var accounts = try accountsIncludingUnsavedTokens()
      // The account may have been signed out meanwhile, or signed in by other means.
      guard let place = accounts.firstIndex(where: { $0.account.id == account.account.id }),
        accounts[place].source?.command == source.command
      else { return }
      accounts[place] = account
      try writeAccountsToFile(accounts)
      rememberedTokens.rememberCommandToken(of: account)
    }
  }

  package func removeAccount(_ account: Account.ID) throws(StoreError) {
    try FileLock.withFileLock(lock) { () throws(StoreError) in
      let accounts = try accountsIncludingUnsavedTokens()
      let rest = accounts.filter { $0.account.id != account }
      guard rest.count < accounts.count else { return }
      try writeAccountsToFile(rest)
      // A larger lock file shows other processes that an account was signed out; this process signs
      // out even if that fails.
      truncate(lock, off_t(Self.signOutCountOfAllProcesses(toldBy: lock) + 1))
      if let source = accounts.first(where: { $0.account.id == account })?.source {
        dropped(source)
      }
    }
    rememberedTokens.forgetCommandToken(of: account)
    unsavedTokens.forgetUnsavedToken(of: account)
  }

  /// Returns true if this or another process signed the account out since the account store was
  /// created. A missing or unreadable accounts file does not count as a sign-out.
  package func wasAccountRemoved(_ account: Account.ID) -> Bool {
    guard Self.signOutCountOfAllProcesses(toldBy: lock) > initialSignOuts,
      let accounts = try? accountsWrittenInFile()
    else {
      return false
    }
    return !accounts.contains { $0.account.id == account }
  }

  /// Returns the number of sign-outs by all processes: the size of the lock file, which each
  /// sign-out makes a byte larger.
  private static func signOutCountOfAllProcesses(toldBy lock: String) -> Int {
    var status = stat()
    return stat(lock, &status) == 0 ? Int(status.st_size) : 0
  }

  package var unsaved: [Account] { unsavedTokens.accounts }

  package func retrySavingTokens() throws(StoreError) {
    guard !unsaved.isEmpty else { return }
    try FileLock.withFileLock(lock) { () throws(StoreError) in
      let accounts = try accountsIncludingUnsavedTokens()
      // Another process may have written newer tokens meanwhile.
      if !unsaved.isEmpty { try writeAccountsToFile(accounts) }
    }
  }

  package func setTokenSaveFailureHandler(_ tell: @escaping @Sendable (Account, StoreError) -> Void)
  {
    unsavedTokens.setTokenSaveFailureListener(tell)
  }

  private func writeAccountToFile(
    _ account: SignedInAccount, isCurrent: Bool = true,
    as wanted: (SignedInAccount?) -> SignedInAccount
  ) throws(StoreError) {
    try FileLock.withFileLock(lock) { () throws(StoreError) in
      let kept = try accountsIncludingUnsavedTokens()
      let before = kept.first { $0.account.id == account.account.id }
      let account = wanted(before)
      try writeAccountsToFile(kept.addingAccount(account, isCurrent: isCurrent))
      if let old = before?.source, old.command != account.source?.command { dropped(old) }
      rememberedTokens.rememberCommandToken(of: account)
      unsavedTokens.forgetUnsavedToken(of: account.account.id)
    }
  }

  private func writeAccountsToFile(_ accounts: [SignedInAccount]) throws(StoreError) {
    guard !accounts.isEmpty else {
      return try StoreError.convertingFileErrors { () throws(FileOperationError) in
        try file.removeFileAndDamagedVersions()
      }
    }
    let bytes = [UInt8](AccountsFileFormat.fileText(of: accounts).utf8)
    guard bytes.count <= file.maximumSize else {
      throw .tooLarge(bytes: bytes.count, limit: file.maximumSize)
    }
    try StoreError.convertingFileErrors { () throws(FileOperationError) in
      try file.replaceContents(with: bytes)
    }
    unsavedTokens.forgetTokensWrittenToFile(accounts)
  }
}

/// A store in memory of the access tokens of those accounts whose secret is from a command.
struct RememberedCommandTokens: Sendable {
  private let tokens = LockedValue<[Account.ID: Secret]>([:])

  /// Returns accounts with the access tokens that this process obtained for those whose secret is
  /// from a command.
  func addingRememberedTokens(to accounts: [SignedInAccount]) -> [SignedInAccount] {
    guard accounts.contains(where: { $0.source != nil }) else { return accounts }
    return tokens.withLock { tokens in
      accounts.map { account in
        guard account.source != nil, let token = tokens[account.account.id] else { return account }
        return account.replacingToken(with: token)
      }
    }
  }

  /// Keeps in memory the access token of an account whose secret is from a command, unless the
  /// account is locked.
  func rememberCommandToken(of account: SignedInAccount) {
    guard account.source != nil, !account.isLocked else { return }
    tokens.withLock { $0[account.account.id] = account.token }
  }

  func forgetCommandToken(of account: Account.ID) {
    tokens.withLock { $0[account] = nil }
  }
}

/// A store in memory of renewed access tokens that could not be written to the accounts file. A
/// token is used until it is written, or until another process stores a newer one.
struct UnsavedTokens: Sendable {
  private struct UnsavedToken {
    let account: SignedInAccount
    /// The account as read from the accounts file before its token could not be written; nil if the
    /// file could not be read.
    let written: SignedInAccount?
  }

  private let tokens = LockedValue<[Account.ID: UnsavedToken]>([:])
  private let listener = LockedValue<@Sendable (Account, StoreError) -> Void>({ _, _ in })

  var accounts: [Account] {
    tokens.withLock { $0.values.map(\.account.account) }.sorted { $0.handle < $1.handle }
  }

  /// Returns the given accounts of the accounts file with their unsaved tokens. Drops the unsaved
  /// tokens of accounts that another process changed.
  func addingUnsavedTokens(to written: [SignedInAccount]) -> [SignedInAccount] {
    tokens.withLock { tokens in
      guard !tokens.isEmpty else { return written }
      tokens = tokens.filter { id, unsaved in
        // Another process signed the account out, or in again.
        let now = written.first { $0.account.id == id }
        return now != nil && (unsaved.written == nil || unsaved.written == now)
      }
      return written.map { tokens[$0.account.id]?.account ?? $0 }
    }
  }

  /// Keeps an access token that could not be written to the accounts file, and reports the failure
  /// to the listener.
  func rememberAndReportUnsavedToken(
    _ account: SignedInAccount, insteadOf written: SignedInAccount?, _ error: StoreError
  ) {
    tokens.withLock { tokens in
      let before = tokens[account.account.id]?.written
      tokens[account.account.id] = UnsavedToken(account: account, written: written ?? before)
    }
    listener.withLock { $0 }(account.account, error)
  }

  /// Drops the unsaved access tokens that the accounts file contains by now.
  func forgetTokensWrittenToFile(_ written: [SignedInAccount]) {
    tokens.withLock { tokens in
      tokens = tokens.filter { !written.contains($0.value.account) }
    }
  }

  func forgetUnsavedToken(of account: Account.ID) { tokens.withLock { $0[account] = nil } }

  /// Sets the closure that is called whenever an access token could not be written to the accounts
  /// file.
  func setTokenSaveFailureListener(_ tell: @escaping @Sendable (Account, StoreError) -> Void) {
    listener.withLock { $0 = tell }
  }
}

/// A copy of the accounts file as last read: its bytes and the accounts parsed from them, which
/// saves parsing an unchanged file.
private struct LastReadAccountsFile: Sendable {
  let bytes: [UInt8]
  let accounts: [SignedInAccount]
}

/// A namespace for the text format of the accounts file: a line for each field, one account after
/// another.
enum AccountsFileFormat {
  private static let heading = "# Tweetie's accounts, 1. Whoever can read this can act as you."

  /// An error of the accounts file: a line that cannot be parsed.
  struct AccountsFileError: Error, Equatable {
    let line: Int
    let text: String
  }

  static func fileText(of accounts: [SignedInAccount]) -> String {
    accounts.reduce(into: heading + "\n") { text, signedIn in
      let account = signedIn.account
      text += "\naccount\n"
      text += accountsFileLine("service", account.service.rawValue)
      text += accountsFileLine("person", account.person.rawValue)
      text += accountsFileLine("handle", account.handle)
      if let server = account.server { text += accountsFileLine("server", server) }
      // If the secret is from a command, only its placeholder is written.
      if let source = signedIn.source { text += accountsFileLine("command", source.command) }
      text += accountsFileLine("token", (signedIn.source?.record ?? signedIn.token).revealed)
    }
  }

  static func parsedAccounts(in text: String) throws(AccountsFileError) -> [SignedInAccount] {
    var accounts: [SignedInAccount] = []
    var facts: [String: String] = [:]
    var start: Int?
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      if line.isEmpty || line.hasPrefix("#") { continue }
      if line == "account" {
        if let start { accounts.append(try parsedAccount(facts, line: start)) }
        (facts, start) = ([:], index + 1)
      } else if start != nil, let equals = line.utf8.firstIndex(of: UInt8(ascii: "=")) {
        // Fields of later versions are ignored.
        facts[String(line[..<equals])] = unescapedValue(line[line.utf8.index(after: equals)...])
      } else {
        throw AccountsFileError(line: index + 1, text: "this is not an account")
      }
    }
    if let start { accounts.append(try parsedAccount(facts, line: start)) }
    return accounts
  }

  private static func parsedAccount(
    _ facts: [String: String], line: Int
  ) throws(AccountsFileError) -> SignedInAccount {
    guard let service = facts["service"].flatMap({ Service(rawValue: $0) }),
      let person = facts["person"], let handle = facts["handle"], let token = facts["token"]
    else {
      throw AccountsFileError(
        line: line, text: "this account lacks service, person, handle or token")
    }
    return SignedInAccount(
      Account(
        service: service, person: Person.ID(person), handle: handle, server: facts["server"]),
      token: Secret(token),
      source: facts["command"].map { SecretSource(command: $0, record: Secret(token)) })
  }

  private static func accountsFileLine(_ key: String, _ value: String) -> String {
    // A list of thousands of feeds is one value, which is copied whole if nothing has to be
    // escaped.
    let escapedBytes = [UInt8(ascii: "\\"), UInt8(ascii: "\n"), UInt8(ascii: "\r")]
    guard value.utf8.contains(where: escapedBytes.contains) else { return "\(key)=\(value)\n" }
    let escaped = value.unicodeScalars.reduce(into: "") { text, scalar in
      switch scalar {
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      default: text.unicodeScalars.append(scalar)
      }
    }
    return "\(key)=\(escaped)\n"
  }

  private static func unescapedValue(_ value: Substring) -> String {
    guard value.utf8.contains(UInt8(ascii: "\\")) else { return String(value) }
    var text = ""
    var isEscaped = false
    for scalar in value.unicodeScalars {
      if isEscaped {
        text.unicodeScalars.append(scalar == "n" ? "\n" : scalar == "r" ? "\r" : scalar)
        isEscaped = false
      } else if scalar == "\\" {
        isEscaped = true
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
    return text
  }
}
