package import FeedDomain
internal import Glibc
internal import Groundwork
internal import Threads

/// Accounts and their tokens in a file that only its owner can read.
///
/// A file that others could have read or put there is refused, with the way to mend it. Several
/// processes may change it at once: one after the other, each seeing what the former did.
///
/// Of an account whose secret a command gives, the file holds the command and a stand-in; what opens
/// it is known to this process alone; so is a new token that could not be written, until it can be.
package struct FileCredentialStore: CredentialStore {
  private let file: PrivateFile
  private let lock: String
  private let opened = OpenedTokens()
  private let unwritten = UnsavedTokens()
  /// Is told where a secret came from that nobody needs any more.
  private let dropped: @Sendable (SecretSource) -> Void
  /// How many sign-outs there had been when this process began.
  private let signOutsBefore: Int

  /// The accounts in that file; its directory exists. Whoever has a secret that no account needs any
  /// more is told, so that it can go as well.
  package init(path: String, dropped: @escaping @Sendable (SecretSource) -> Void = { _ in }) {
    self.dropped = dropped
    file = PrivateFile(path: path, maximumSize: 1 << 20)
    lock = path + ".lock"
    signOutsBefore = Self.signOuts(toldBy: lock)
  }

  /// The accounts, the current one first; none where there is no file.
  package func accounts() throws(StoreError) -> [SignedInAccount] { opened.filling(try kept()) }

  /// What the file says, and what it could not be told.
  private func kept() throws(StoreError) -> [SignedInAccount] { unwritten.filling(try written()) }

  private func written() throws(StoreError) -> [SignedInAccount] {
    guard let bytes = try StoreError.of({ () throws(SystemError) in try file.read() }) else {
      return []
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw .failed(step: "reading \(file.path)", reason: "it is not text")
    }
    do throws(AccountsFormat.Mistake) {
      return try AccountsFormat.accounts(in: text)
    } catch {
      throw .failed(step: "reading \(file.path)", reason: "line \(error.line): \(error.text)")
    }
  }

  /// Keeps an account and makes it the current one; a secret that a command gives is not written.
  package func save(_ account: SignedInAccount) throws(StoreError) {
    try keep(account) { account.inheriting($0?.source) }
  }

  package func replace(_ account: SignedInAccount) throws(StoreError) {
    try keep(account) { _ in account }
  }

  package func add(_ account: SignedInAccount) throws(StoreError) {
    try keep(account, isCurrent: false) { _ in account }
  }

  /// Keeps a new token of an account that is kept, in its place; in memory, where a command gives
  /// its secret, and where it cannot be written.
  package func renew(_ account: SignedInAccount) throws(StoreError) {
    guard account.source == nil else { return opened.note(account) }
    var before: SignedInAccount?
    do throws(StoreError) {
      try put(account) { before = $0 }
    } catch {
      unwritten.note(account, insteadOf: before, error)
      throw error
    }
  }

  /// Writes an account in the place of what is written of it, which is handed over first.
  private func put(
    _ account: SignedInAccount, insteadOf before: (SignedInAccount) -> Void = { _ in }
  ) throws(StoreError) {
    try FileLock.holding(lock) { () throws(StoreError) in
      let written = try written()
      var accounts = unwritten.filling(written)
      guard let place = accounts.firstIndex(where: { $0.account.id == account.account.id }) else {
        return
      }
      before(written[place])
      let renewed = account.inheriting(accounts[place].source)
      guard renewed.source == nil else { return opened.note(renewed) }
      accounts[place] = renewed
      try write(accounts)
    }
  }

  /// Keeps what was learnt about an account that is kept; of one whose secret a command gives, the
  /// file is told by its record alone.
  package func learn(_ account: SignedInAccount) throws(StoreError) {
    guard let source = account.source else { return try put(account) }
    try FileLock.holding(lock) { () throws(StoreError) in
      var accounts = try kept()
      // It may have been signed out, or in to otherwise, meanwhile.
      guard let place = accounts.firstIndex(where: { $0.account.id == account.account.id }),
        accounts[place].source?.command == source.command
      else { return }
      accounts[place] = account
      try write(accounts)
      opened.note(account)
    }
  }

  /// Forgets an account; the file goes with the last.
  package func remove(_ account: Account.ID) throws(StoreError) {
    try FileLock.holding(lock) { () throws(StoreError) in
      let accounts = try kept()
      let rest = accounts.filter { $0.account.id != account }
      guard rest.count < accounts.count else { return }
      try write(rest)
      // Only what is told lets other windows go on or not; the account is signed out either way.
      truncate(lock, off_t(Self.signOuts(toldBy: lock) + 1))
      if let source = accounts.first(where: { $0.account.id == account })?.source {
        dropped(source)
      }
    }
    opened.forget(account)
    unwritten.forget(account)
  }

  /// Whether an account is no longer kept because somebody signed out since this process began. A
  /// file that was lost or cannot be read says nothing of it.
  package func isGone(_ account: Account.ID) -> Bool {
    guard Self.signOuts(toldBy: lock) > signOutsBefore, let accounts = try? written() else {
      return false
    }
    return !accounts.contains { $0.account.id == account }
  }

  /// How many sign-outs there were: the lock's file has a byte for each, which names nobody.
  private static func signOuts(toldBy lock: String) -> Int {
    var status = stat()
    return stat(lock, &status) == 0 ? Int(status.st_size) : 0
  }

  /// The accounts whose new token could not be written yet.
  package var unsaved: [Account] { unwritten.accounts }

  /// Tries once more to write those tokens.
  package func keepAgain() throws(StoreError) {
    guard !unsaved.isEmpty else { return }
    try FileLock.holding(lock) { () throws(StoreError) in
      let accounts = try kept()
      // Meanwhile somebody else may have written others.
      if !unsaved.isEmpty { try write(accounts) }
    }
  }

  /// Has somebody told of each new token that could not be written.
  package func whenUnkept(_ tell: @escaping @Sendable (Account, StoreError) -> Void) {
    unwritten.tell(tell)
  }

  private func keep(
    _ account: SignedInAccount, isCurrent: Bool = true,
    as wanted: (SignedInAccount?) -> SignedInAccount
  ) throws(StoreError) {
    try FileLock.holding(lock) { () throws(StoreError) in
      let kept = try kept()
      let before = kept.first { $0.account.id == account.account.id }
      let account = wanted(before)
      try write(kept.placing(account, isCurrent: isCurrent))
      if let old = before?.source, old.command != account.source?.command { dropped(old) }
      opened.note(account)
      unwritten.forget(account.account.id)
    }
  }

  private func write(_ accounts: [SignedInAccount]) throws(StoreError) {
    guard !accounts.isEmpty else {
      return try StoreError.of { () throws(SystemError) in try file.remove() }
    }
    let bytes = [UInt8](AccountsFormat.text(of: accounts).utf8)
    guard bytes.count <= file.maximumSize else {
      throw .failed(step: "writing \(file.path)", reason: "there are too many accounts")
    }
    try StoreError.of { () throws(SystemError) in try file.replace(with: bytes) }
    unwritten.settle(accounts)
  }
}

/// What opens the accounts whose secret a command gives: for as long as the program runs, and in no
/// file.
struct OpenedTokens: Sendable {
  private let tokens = Guarded<[Account.ID: Secret]>([:])

  /// The accounts as they are known in this run.
  func filling(_ accounts: [SignedInAccount]) -> [SignedInAccount] {
    guard accounts.contains(where: { $0.source != nil }) else { return accounts }
    return tokens.withLock { tokens in
      accounts.map { account in
        guard account.source != nil, let token = tokens[account.account.id] else { return account }
        return account.holding(token)
      }
    }
  }

  /// Remembers what opens an account, where it is open and that is kept nowhere else.
  func note(_ account: SignedInAccount) {
    guard account.source != nil, !account.isLocked else { return }
    tokens.withLock { $0[account.account.id] = account.token }
  }

  func forget(_ account: Account.ID) {
    tokens.withLock { $0[account] = nil }
  }
}

/// New tokens that could not be written: whoever asks is given them all the same, until they are
/// written or somebody else has written another.
struct UnsavedTokens: Sendable {
  /// A token that could not be written.
  private struct Unsaved {
    let account: SignedInAccount
    /// What the file says of the account instead; nil where even that could not be read.
    let written: SignedInAccount?
  }

  private let tokens = Guarded<[Account.ID: Unsaved]>([:])
  private let listener = Guarded<@Sendable (Account, StoreError) -> Void>({ _, _ in })

  /// The accounts whose token could not be written.
  var accounts: [Account] {
    tokens.withLock { $0.values.map(\.account.account) }.sorted { $0.handle < $1.handle }
  }

  /// The accounts as they are, where the file says this of them.
  func filling(_ written: [SignedInAccount]) -> [SignedInAccount] {
    tokens.withLock { tokens in
      guard !tokens.isEmpty else { return written }
      tokens = tokens.filter { id, unsaved in
        // Somebody else has signed out, or in again.
        let now = written.first { $0.account.id == id }
        return now != nil && (unsaved.written == nil || unsaved.written == now)
      }
      return written.map { tokens[$0.account.id]?.account ?? $0 }
    }
  }

  /// Remembers a token that could not be written, and tells of it.
  func note(_ account: SignedInAccount, insteadOf written: SignedInAccount?, _ error: StoreError) {
    tokens.withLock { tokens in
      let before = tokens[account.account.id]?.written
      tokens[account.account.id] = Unsaved(account: account, written: written ?? before)
    }
    listener.withLock { $0 }(account.account, error)
  }

  /// Takes note of what was written.
  func settle(_ written: [SignedInAccount]) {
    tokens.withLock { tokens in
      tokens = tokens.filter { !written.contains($0.value.account) }
    }
  }

  func forget(_ account: Account.ID) { tokens.withLock { $0[account] = nil } }

  /// Whom to tell of each.
  func tell(_ tell: @escaping @Sendable (Account, StoreError) -> Void) {
    listener.withLock { $0 = tell }
  }
}

/// Accounts for as long as the program runs, where nothing can or should be kept.
package final class MemoryCredentialStore: CredentialStore {
  private let kept = Guarded<[SignedInAccount]>([])

  package init() {}

  package func accounts() throws(StoreError) -> [SignedInAccount] { kept.withLock { $0 } }

  package func save(_ account: SignedInAccount) throws(StoreError) {
    let before = try accounts().first { $0.account.id == account.account.id }
    try replace(account.inheriting(before?.source))
  }

  package func replace(_ account: SignedInAccount) throws(StoreError) {
    kept.withLock { $0 = $0.placing(account, isCurrent: true) }
  }

  package func add(_ account: SignedInAccount) throws(StoreError) {
    kept.withLock { $0 = $0.placing(account, isCurrent: false) }
  }

  package func renew(_ account: SignedInAccount) throws(StoreError) {
    kept.withLock { kept in
      kept = kept.map {
        $0.account.id == account.account.id ? account.inheriting($0.source) : $0
      }
    }
  }

  package func remove(_ account: Account.ID) throws(StoreError) {
    kept.withLock { kept in kept.removeAll { $0.account.id == account } }
  }
}
