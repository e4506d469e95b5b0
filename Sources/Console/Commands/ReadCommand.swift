internal import FeedDomain
internal import Terminal
internal import UseCases
import Words

extension CommandSpec {
  /// The specification of the command `read`, which marks the entries of web feeds that a search
  /// finds as read or unread.
  static let read = CommandSpec(
    .read, .reading, "[SEARCH…]",
    [.fromFeed, .inFolder, .beforeTime, .asUnread, .undo, .yes, .json, .account],
    examples: "read --from \"Old Blog\" --before 7d", "read in:News",
    meaning: { $0.say("mark entries of web feeds as read") }
  ) { arguments throws(UsageError) in
    func searchTermFromOption(_ name: String, _ option: OptionSpec) -> String? {
      arguments.optionValue(of: option).map { "\(name):\"\($0.filter { $0 != "\"" })\"" }
    }
    let terms = [
      searchTermFromOption("from", .fromFeed), searchTermFromOption("in", .inFolder),
      arguments.optionValue(of: .beforeTime).map { "before:\($0)" },
    ].compactMap(\.self)
    let query = (arguments.operands.map(searchTermConvertingWebAddress(ofOperand:)) + terms).joined(
      separator: " ")
    let json = arguments.hasOption(.json)
    let asks = !arguments.hasOption(.yes)
    if arguments.hasOption(.undo) {
      guard query.isEmpty else { throw .contradiction(OptionSpec.undo.name, "SEARCH") }
      return { context async throws(CommandFailure) in
        try await undoLastEntryMarking(asks: asks, json: json, context)
      }
    }
    guard !query.isEmpty else { throw .missingOperand("SEARCH") }
    let act = BulkEntryAction(arguments.hasOption(.asUnread) ? .unread : .read, query)
    return { context async throws(CommandFailure) in
      try await findAndMarkEntries(act, asks: asks, json: json, context)
    }
  }

  /// Returns an operand of `read` as a search term: a web address means the entry whose page has
  /// the address, with or without a slash at its end.
  private static func searchTermConvertingWebAddress(ofOperand typed: String) -> String {
    guard isWebAddress(typed), !typed.contains(where: \.isWhitespace) else { return typed }
    let address = typed.drop { $0 != ":" }
    let escaped = (address.hasSuffix("/") ? address.dropLast() : address).reduce(into: "") {
      if #"\.[]{}()*+?^$|/"#.contains($1) { $0.append("\\") }
      $0.append($1)
    }
    return "link:/^https?\(escaped)\\/?$/"
  }

  private static func findAndMarkEntries(
    _ act: BulkEntryAction, asks: Bool, json: Bool, _ context: CommandContext
  ) async throws(CommandFailure) {
    let (services, session) = try await openSessionWithReadStates(context)
    await services.refreshReadStates(of: await session.signedIn)
    let found: [Post.ID]
    do throws(BulkActionEntrySearch.BulkActionSearchFailure) {
      found = try await matchingEntryIDs(for: act, in: session)
    } catch {
      switch error {
      case .service(let error): throw .service(error)
      case .store(let error): throw .store(error)
      case .mistake(let mistake): throw .badSearch(mistake)
      }
    }
    let isRead = act.kind == .read
    if asks { try askBeforeMarkingEntries(found.count, isRead, context) }
    let count = await markEntriesReadOrUnread(.entries(found), isRead, in: session)
    printMarkedEntryCount(count, isRead, json: json, context)
  }

  /// Restores the read states of the entries that the last `read` command marked (`read --undo`).
  private static func undoLastEntryMarking(
    asks: Bool, json: Bool, _ context: CommandContext
  ) async throws(CommandFailure) {
    let (_, session) = try await openSessionWithReadStates(context)
    let last = try await convertingStoreErrors { () async throws(StoreError) in
      try await lastEntriesMarkedTogether(in: session)
    }
    guard let last else {
      return context.printer.printRemark(context.wording.say("Nothing to undo."))
    }
    if asks { try askBeforeMarkingEntries(last.entries.count, !last.isRead, context) }
    let count = await markEntriesReadOrUnread(.entries(last.entries), !last.isRead, in: session)
    printMarkedEntryCount(count, !last.isRead, json: json, context)
  }

  /// Asks the user before a number of entries is marked as read or unread; throws if the user
  /// declines. Without a terminal to ask on, as in a script, the entries are marked.
  static func askBeforeMarkingEntries(
    _ count: Int, _ isRead: Bool, _ context: CommandContext
  ) throws(CommandFailure) {
    guard count > 0 else { return }
    let question = context.wording.bulkActionQuestion(isRead ? .read : .unread, count)
    if try context.prompt.askYesNoIfTerminal(to: question + " (y/n)") == false { throw .calledOff }
  }

  private static func printMarkedEntryCount(
    _ count: Int, _ isRead: Bool, json: Bool, _ context: CommandContext
  ) {
    context.printer.hasChanged = true
    if json {
      context.printer.printJSONLine(["action": isRead ? "read" : "unread", "entries": count])
    } else {
      context.printer.printConfirmation(context.wording.markedEntriesMessage(count, isRead: isRead))
    }
  }

  @MainActor private static func lastEntriesMarkedTogether(
    in session: AccountSession
  ) async throws(StoreError) -> EntriesMarkedTogether? {
    try await session.stores.readStates?.lastEntriesMarkedTogether(account: session.account.id)
  }

  @MainActor private static func matchingEntryIDs(
    for act: BulkEntryAction, in session: AccountSession
  ) async throws(BulkActionEntrySearch.BulkActionSearchFailure) -> [Post.ID] {
    try await BulkActionEntrySearch(session).matchingEntryIDs(for: act)
  }

  /// Opens the services, and returns them with the session of the account named on the command
  /// line, or else of the first signed-in account with a read state for each entry.
  private static func openSessionWithReadStates(
    _ context: CommandContext
  ) async throws(CommandFailure) -> (CommandServices, AccountSession) {
    let services = try await context.openServices()
    let named = try services.signedInAccount(
      named: context.accountName, orFirstWhere: \.service.hasReadStates)
    guard let named, named.account.service.hasReadStates else { throw .notOffered("read") }
    guard let session = await services.session(named) else {
      throw .unsupportedService(named.account.service)
    }
    return (services, session)
  }

  /// Marks entries of web feeds as read or unread, remembers them for `read --undo`, sends the
  /// change to a service that keeps read states, and returns the number of entries that changed.
  @MainActor
  static func markEntriesReadOrUnread(
    _ entries: EntriesByIDOrFeed, _ isRead: Bool, in session: AccountSession
  ) async -> Int {
    let actions = UserActionPerformer(session, undoWindow: .zero)
    let changed = await actions.setReadState(isRead, entries, canBeUndone: false)
    if !changed.isEmpty {
      do throws(StoreError) {
        try await session.stores.readStates?.setLastEntriesMarkedTogether(
          EntriesMarkedTogether(changed, isRead: isRead), account: session.account.id)
      } catch {
        session.log.writeLogLine(.storage, .error, "the marking cannot be undone: \(error)")
      }
    }
    if session.connection.readStates != nil { await actions.deliverItemOrAllNow(nil) }
    await actions.stopDelivery()
    return changed.count
  }
}
