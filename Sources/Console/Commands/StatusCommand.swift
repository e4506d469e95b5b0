internal import FeedDomain
internal import Terminal
internal import UseCases
import Words

extension CommandSpec {
  static let status = CommandSpec(
    .status, .reading, "", [.statusFormat, .json, .account],
    examples: "status", "status --format tmux",
    meaning: { $0.say("print the numbers of unread posts, notifications and unsent posts") }
  ) { arguments throws(UsageError) in
    try arguments.expectNoOperands()
    if arguments.hasOption(.json), arguments.hasOption(.statusFormat) {
      throw .contradiction(OptionSpec.json.name, OptionSpec.statusFormat.name)
    }
    let format: StatusFormat =
      arguments.hasOption(.json) ? .json : try arguments.choiceValue(of: .statusFormat) ?? .text
    return { context async throws(CommandFailure) in
      let services = try await context.openServices(isReading: true)
      let accounts =
        if let name = context.accountName { [try services.signedInAccount(named: name)] } else {
          try services.signedInAccounts()
        }
      var counts = StatusCounts()
      for signedIn in accounts {
        counts.addStatusCounts(
          try await convertingStoreErrors { () async throws(StoreError) in
            try await StatusCounts(of: signedIn, services)
          })
      }
      format.printStatusCounts(counts, context)
    }
  }
}

enum StatusFormat: String, CaseIterable {
  case text, json, tmux, waybar

  fileprivate func printStatusCounts(_ counts: StatusCounts, _ context: CommandContext) {
    let printer = context.printer
    switch self {
    case .text:
      if !counts.isQuiet { printer.printLine(PrintedLine(counts.statusText(context.wording))) }
    case .json: printer.printJSONLine(counts.object)
    case .tmux: printer.printLine(PrintedLine(SafeText(sanitizing: counts.tmuxText)))
    case .waybar: printer.printJSONLine(counts.waybarJSONObject(context.wording))
    }
  }
}

private struct StatusCounts {
  /// The number of unread posts in home streams and unread entries in web feeds, for `status`.
  var unread = 0
  /// The number of unread notifications, for `status`.
  var notifications = 0
  /// The number of changes in the outbox, including refused ones, for `status`.
  var waiting = 0
  var refused = 0

  init() {}

  init(of signedIn: SignedInAccount, _ services: CommandServices) async throws(StoreError) {
    let (account, stores) = (signedIn.account.id, services.stores)
    if account.hasReadStates, let readStates = stores.readStates {
      var counts = try await readStates.unreadCountsByFeed(account: account)
      // Not for a feed server, whose list of web feeds would have to be fetched.
      if signedIn.account.service.keepsSavedEntries,
        let list = services.directory.connection(for: signedIn)?.subscriptions
      {
        let followed = Set(await list.subscriptions(in: .home).map(\.id.rawValue))
        counts = counts.filter { followed.contains($0.key.rawValue) }
      }
      unread = counts.values.reduce(0, +)
    } else {
      unread = try await stores.feeds.feedStatus(of: .home, account: account).unread
    }
    notifications = try await stores.notifications?.notifications(of: account).unread.count ?? 0
    let items = try await stores.outbox.outboxItems(of: account)
    waiting = items.count
    refused = items.count(where: \.isRefused)
  }

  mutating func addStatusCounts(_ other: StatusCounts) {
    unread += other.unread
    notifications += other.notifications
    waiting += other.waiting
    refused += other.refused
  }

  var isQuiet: Bool { unread + notifications + waiting == 0 }

  func statusText(_ wording: Wording) -> SafeText {
    [
      unread > 0 ? wording.unreadCountText(unread) : nil,
      notifications > 0 ? wording.newNotificationsText(notifications) : nil,
      waiting > refused ? wording.waitingChangesText(waiting - refused) : nil,
      refused > 0 ? wording.refusedChangesText(refused) : nil,
    ].compactMap(\.self).joined(separator: " · ")
  }

  var object: JSONValue {
    ["unread": unread, "notifications": notifications, "outbox": waiting, "refused": refused]
  }

  /// The counts that the short formats of `status` print, such as "◆ 3" for notifications, without
  /// those that are 0.
  private var signs: [(text: String, isUrgent: Bool)] {
    [
      unread > 0 ? ("\(unread)", false) : nil,
      notifications > 0 ? ("◆ \(notifications)", true) : nil,
      waiting > 0 ? (refused > 0 ? "✗ \(waiting)" : "◷ \(waiting)", refused > 0) : nil,
    ].compactMap(\.self)
  }

  /// The counts of `status` for tmux's `status-right`, with tmux's marks for bold text.
  var tmuxText: String {
    signs.map { $0.isUrgent ? "#[bold]\($0.text)#[nobold]" : $0.text }.joined(separator: " ")
  }

  /// Returns the counts of the command `tweetie status` as a JSON object for a custom module of
  /// waybar.
  func waybarJSONObject(_ wording: Wording) -> JSONValue {
    [
      "text": signs.map(\.text).joined(separator: " "), "tooltip": statusText(wording).string,
      "class": refused > 0 ? "refused" : isQuiet ? "quiet" : "unread",
    ]
  }
}
