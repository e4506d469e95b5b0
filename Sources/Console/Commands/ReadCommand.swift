internal import FeedDomain
internal import Terminal
internal import UseCases
import Words

extension CommandSpec {
  /// The specification of the command that marks the entries of web feeds that a search finds as
  /// read, or as unread.
  static let read = CommandSpec(
    .read, .reading, "[SEARCH…]", [.fromFeed, .inFolder, .beforeTime, .asUnread, .json, .account],
    examples: "read --from \"Old Blog\" --before 7d", "read in:News",
    meaning: { $0.say("mark entries of web feeds as read") }
  ) { arguments throws(UsageError) in
    func feedNameSearchTerm(_ name: String, _ option: OptionSpec) -> String? {
      arguments.optionValue(of: option).map { "\(name):\"\($0.filter { $0 != "\"" })\"" }
    }
    let terms = [
      feedNameSearchTerm("from", .fromFeed), feedNameSearchTerm("in", .inFolder),
      arguments.optionValue(of: .beforeTime).map { "before:\($0)" },
    ].compactMap(\.self)
    let query = (arguments.operands + terms).joined(separator: " ")
    guard !query.isEmpty else { throw .missingOperand("SEARCH") }
    let act = BulkEntryAction(arguments.hasOption(.asUnread) ? .unread : .read, query)
    let json = arguments.hasOption(.json)
    return { context async throws(CommandFailure) in
      try await markFoundEntries(act, json: json, context)
    }
  }

  private static func markFoundEntries(
    _ act: BulkEntryAction, json: Bool, _ context: CommandContext
  ) async throws(CommandFailure) {
    let services = try await context.openServices()
    let signedIn = try accountWithReadStates(services, context)
    guard let session = await services.session(signedIn) else {
      throw .unsupportedService(signedIn.account.service)
    }
    let found: [Post.ID]
    do throws(EntrySearch.EntrySearchFailure) {
      found = try await foundEntries(for: act, in: session)
    } catch {
      switch error {
      case .service(let error): throw .service(error)
      case .store(let error): throw .store(error)
      case .mistake(let mistake): throw .badSearch(mistake)
      }
    }
    // Where nobody can be asked, as in a script, the command itself is the answer.
    if !found.isEmpty,
      try context.prompt.askYesOrNo(
        to: context.wording.confirmationQuestion(act.kind, found.count) + " (y/n)")
        == false
    {
      throw .calledOff
    }
    let count = await markEntries(.entries(found), act.kind == .read, in: session)
    if json {
      context.printer.printJSONLine(["action": act.kind.rawValue, "entries": count])
    } else {
      context.printer.printConfirmation(
        context.wording.markedEntriesMessage(count, isRead: act.kind == .read))
    }
  }

  @MainActor private static func foundEntries(
    for act: BulkEntryAction, in session: Session
  ) async throws(EntrySearch.EntrySearchFailure) -> [Post.ID] {
    try await EntrySearch(session).matchingEntries(for: act)
  }

  /// Returns the account named on the command line, or else the first signed-in account with a read
  /// state for each entry.
  private static func accountWithReadStates(
    _ services: CommandServices, _ context: CommandContext
  ) throws(CommandFailure) -> SignedInAccount {
    let named =
      context.accountName == nil
      ? try services.signedInAccounts().first { $0.account.service.hasReadStates }
      : try services.signedInAccount(named: context.accountName)
    guard let named, named.account.service.hasReadStates else { throw .notOffered("read") }
    return named
  }

  /// Fetches the read states that the account's service keeps and stores them, also for entries
  /// that were never shown here. If the service does not answer, the stored states stay.
  @MainActor
  static func refreshReadStates(in session: Session) async {
    guard let readStates = session.connection.readStates else { return }
    let now = session.world.now
    do throws(FeedError) {
      let states = try await readStates.readStates(since: nil)
      await PendingActions(session, undoWindow: .zero).adoptServiceReadStates(
        states, reportedAt: now)
    } catch {
      session.log.writeLine(.network, .info, "the service's read states are not known: \(error)")
    }
  }

  /// Marks entries of web feeds as read or unread, sends the change to a service that keeps read
  /// states, and returns the number of entries that changed.
  @MainActor
  static func markEntries(
    _ entries: EntrySelection, _ isRead: Bool, in session: Session
  ) async -> Int {
    let actions = PendingActions(session, undoWindow: .zero)
    let count = await actions.setReadState(isRead, entries, canBeUndone: false)
    if session.connection.readStates != nil { await actions.deliverItemNow(nil) }
    await actions.stopDelivery()
    return count
  }
}
