import FeedDomain
import UseCases

/// The accounts of pinned columns.
@MainActor final class ColumnAccounts {
  let book: DeckColumnList
  private let work: RunningAccounts
  private let habits: AccountSwitcher.Options
  private var desks: [Account.ID: ActiveAccount] = [:]
  /// Polling of accounts of which notifications alone are visible.
  private var rounds: [Account.ID: NotificationPoller] = [:]

  init(_ book: DeckColumnList, of work: RunningAccounts, _ habits: AccountSwitcher.Options) {
    (self.book, self.work, self.habits) = (book, work, habits)
  }

  /// The desk of another account, made if needed; nil if it cannot be used.
  func desk(of account: Account.ID) -> ActiveAccount? {
    if let desk = desks[account] { return desk }
    guard let place = work.all.first(where: { $0.session.account.id == account }) else {
      return nil
    }
    let desk = ActiveAccount(place, of: work, place: habits.place, location: habits.location)
    desks[account] = desk
    return desk
  }

  func held(_ account: Account.ID) -> ActiveAccount? { desks[account] }

  /// Removes a desk for the active account.
  func take(_ account: Account.ID) -> ActiveAccount? { desks.removeValue(forKey: account) }

  /// Takes the desk of the formerly active account; without a column, it stops listening.
  func put(_ desk: ActiveAccount) {
    let account = desk.session.account.id
    guard !desk.session.isOver, book.columns.contains(where: { $0.account == account }) else {
      return desk.wire.stop()
    }
    desks[account] = desk
  }

  /// Listens for visible accounts alone, and polls those of visible notifications; a nil interval
  /// is never.
  func attend(_ columns: [DeckColumn], besides front: ActiveAccount?, every interval: Duration?) {
    let seen = Set(columns.map(\.account))
    for (account, desk) in desks {
      if seen.contains(account) { desk.begin(listening: interval != nil) } else { desk.wire.stop() }
    }
    let readers = Set(columns.filter { $0.content != .notifications }.map(\.account))
    let noticed = Set(columns.filter { $0.content == .notifications }.map(\.account))
    let wanted = interval == nil ? [] : noticed.subtracting(readers)
    for (account, round) in rounds where !wanted.contains(account) {
      round.stop()
      rounds[account] = nil
    }
    for account in wanted where rounds[account] == nil {
      let desk = front?.session.account.id == account ? front : desk(of: account)
      guard let desk, let board = desk.notifications, let interval else { continue }
      let round = NotificationPoller(desk.session, board, every: interval)
      rounds[account] = round
      round.start()
    }
  }

  func forget(_ account: Account.ID) {
    desks.removeValue(forKey: account)?.wire.stop()
    let left = work.everybody.map(\.session).filter {
      !$0.isOver && $0.account.id != account && $0.connection.streams.contains(.feed(.home))
    }.map(\.account.id).sorted { $0.rawValue < $1.rawValue }
    book.forget(account, leaving: left.count > 1 ? left.first : nil)
    Task { try? await book.keep() }
  }

  /// Stops listening; returns when choices are stored.
  func stop() async {
    for desk in desks.values { desk.wire.stop() }
    for round in rounds.values { round.stop() }
    await book.finish()
  }
}
