package import FeedDomain

/// The accounts that are signed in, each with its session and what waits to be sent: of every one
/// of them, whoever is in front.
@MainActor package final class RunningAccounts {
  /// An account at work.
  package struct RunningAccount {
    /// What its service offers, and where things are remembered.
    package let session: Session
    /// What its reader did.
    package let actions: PendingActions
  }

  /// What every session is made with.
  package struct Environment {
    let directory: any ServiceDirectory
    let shelf: Session.Stores
    let world: any World
    let log: any Log
    let undoWindow: Duration
    let mutes: MuteBook?
    let attention: Attention?

    package init(
      directory: any ServiceDirectory, shelf: Session.Stores, world: any World, log: any Log,
      undoWindow: Duration, mutes: MuteBook? = nil, attention: Attention? = nil
    ) {
      self.directory = directory
      self.shelf = shelf
      self.world = world
      self.log = log
      self.undoWindow = undoWindow
      self.mutes = mutes
      self.attention = attention
    }
  }

  private let surroundings: Environment
  private var desks: [Account.ID: RunningAccount] = [:]
  private var upkeep: [Account.ID: Task<Void, Never>] = [:]
  /// The accounts whose token was refused, until they are signed in to again.
  package private(set) var refused: Set<Account.ID> = []
  /// Is told once of each account whose token is refused.
  package var tokenRefused: (Account) -> Void = { _ in }
  /// Is told of each post that shows more, or to more people, than its author asked for.
  package var exposed: (Account, Post, Exposure) -> Void = { _, _, _ in }
  /// Is told of each account whose work ends: it was signed out.
  package var ended: (Account.ID) -> Void = { _ in }
  /// Whether what waits is sent; not before the outbox is open.
  private var delivers = false

  private let keeper: TokenKeeper
  /// Is told once of each account whose new token could not be kept, and is lost with the program.
  package var tokenUnkept: (Account) -> Void {
    get { keeper.tell }
    set { keeper.tell = newValue }
  }

  /// Accounts in those surroundings; none yet.
  package init(_ surroundings: Environment) {
    self.surroundings = surroundings
    keeper = TokenKeeper(
      credentials: surroundings.shelf.credentials, world: surroundings.world,
      log: surroundings.log)
    surroundings.mutes?.changed = { [weak self] in
      for desk in self?.all ?? [] { desk.actions.tellOfMutes() }
    }
  }

  /// Where the account works, set up now where it was not; nil for a service that is not spoken to.
  package func desk(of account: SignedInAccount) -> RunningAccount? {
    guard let desk = desks[account.account.id] else { return setUp(account) }
    return desk.session.signedIn == account || renew(account) ? desk : nil
  }

  /// Goes on with the token of an account that was signed in to again; false where it is not at
  /// work.
  package func renew(_ account: SignedInAccount) -> Bool {
    guard let desk = desks[account.account.id],
      let connection = surroundings.directory.connection(for: account)
    else { return false }
    desk.session.renew(account, connection: connection)
    refused.remove(account.account.id)
    desk.actions.resume()
    if delivers { lookAgain(at: desk) }
    return true
  }

  /// The accounts that are at work.
  package var all: [RunningAccount] { Array(desks.values) }

  /// Where everybody works who is signed in and can be used, set up now where it was not.
  package var everybody: [RunningAccount] {
    do throws(StoreError) {
      return try surroundings.shelf.credentials.accounts().filter { !$0.isLocked }
        .compactMap { desks[$0.account.id] ?? setUp($0) }
    } catch {
      return all
    }
  }

  /// Begins to send what waits, of these accounts and of those that come later.
  package func deliver(for accounts: [SignedInAccount]) {
    delivers = true
    for desk in desks.values { start(desk) }
    for account in accounts where desks[account.account.id] == nil { _ = setUp(account) }
  }

  /// Has everybody look again: another process changed what is stored.
  package func noticeOthers() async {
    for desk in desks.values { await desk.actions.noticeOthers() }
  }

  /// Ends the work of the accounts that another process signed out, and returns them.
  package func endGone() async -> [Account] {
    let accounts = desks.values.map(\.session).filter { !$0.isOver }.map(\.account)
    let gone = await Self.gone(accounts, from: surroundings.shelf.credentials)
      .filter { desks[$0.id]?.session.isOver == false }
    for account in gone { await end(account.id) }
    return gone
  }

  /// Files take their time, and nothing on the main actor waits for them.
  @concurrent private nonisolated static func gone(
    _ accounts: [Account], from credentials: any CredentialStore
  ) async -> [Account] {
    accounts.filter { credentials.isGone($0.id) }
  }

  /// Ends what waits for its time, for the program's end.
  package func rest() {
    for task in upkeep.values { task.cancel() }
    upkeep = [:]
    keeper.stop()
  }

  /// Ends the work of an account that is signed out: from here on nobody writes anything of it.
  package func end(_ account: Account.ID) async {
    refused.remove(account)
    upkeep.removeValue(forKey: account)?.cancel()
    guard let desk = desks.removeValue(forKey: account) else { return }
    desk.session.end()
    ended(account)
    await desk.actions.stop()
  }
}

extension RunningAccounts {
  private func setUp(_ account: SignedInAccount) -> RunningAccount? {
    guard let connection = surroundings.directory.connection(for: account) else { return nil }
    let session = Session(
      account, connection: connection, shelf: surroundings.shelf, world: surroundings.world,
      log: surroundings.log, attention: surroundings.attention)
    let desk = RunningAccount(
      session: session,
      actions: PendingActions(
        session, undoWindow: surroundings.undoWindow, mutes: surroundings.mutes))
    desks[account.account.id] = desk
    // Whoever works in the background has no scene to ask.
    desk.actions.tell(self) { work, news in
      if news == .signedOut { work.noteRefusal(of: account.account) }
      if case .delivered(let change, let outcome) = news,
        let (post, exposure) = change.exposure(after: outcome)
      {
        work.exposed(account.account, post, exposure)
      }
    }
    if delivers { start(desk) }
    return desk
  }

  private func noteRefusal(of account: Account) {
    guard desks[account.id] != nil else { return }
    if refused.insert(account.id).inserted { tokenRefused(account) }
  }

  private func start(_ desk: RunningAccount) {
    Task.immediate {
      await desk.actions.start()
      lookAgain(at: desk)
    }
  }

  /// Has an account's service looked at again, with the token that it has now.
  private func lookAgain(at desk: RunningAccount) {
    let id = desk.session.account.id
    upkeep.removeValue(forKey: id)?.cancel()
    guard !desk.session.isOver else { return }
    upkeep[id] = Task {
      let error = await Upkeep(session: desk.session).goOn()
      guard error == .signedOut, !Task.isCancelled else { return }
      desk.session.noteRefusal()
      desk.actions.tellOfRefusal()
    }
  }
}
