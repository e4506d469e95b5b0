internal import FeedDomain
internal import Terminal
internal import UseCases
import Words

/// `tweetie feeds list`, `add`, `remove`, `import` and `export`: the reader's own list of feeds.
struct SubscriptionsCommand {
  let action: SubscriptionAction
  let json: Bool
  let account: String?
  let backstage: Backstage
  let prompt: any Prompt
  let printer: Printer
  let wording: Wording

  func run() async throws(CommandFailure) {
    switch action {
    case .list: try await subscriptions(of: list()).forEach(show)
    case .export:
      let list = try list()
      let outline = try await asking { () throws(FeedError) in try await list.outline() }
      for line in outline.split(separator: "\n") {
        printer.show(PrintedLine(SafeText(sanitizing: String(line))))
      }
    case .add(let address): try await add(address)
    case .addList(let file, let isTrusted):
      let rooted = RootedPath.path(file)
      let path = rooted.hasPrefix("/") ? rooted : "./\(rooted)"
      try await addList(path, isOwn: isTrusted)
      try await tellRejected(in: path)
    case .remove(let name): try await remove(name)
    }
  }
}

extension SubscriptionsCommand {
  /// The list of the account that was named, or else of the one that has one.
  private func list() throws(CommandFailure) -> any SubscriptionGateway {
    guard let list = try listIfThere() else { throw .notOffered("feeds list") }
    return list
  }

  private func listIfThere() throws(CommandFailure) -> (any SubscriptionGateway)? {
    if let account {
      return try backstage.connection(for: backstage.account(named: account)).subscriptions
    }
    let accounts: [SignedInAccount]
    do { accounts = try backstage.shelf.credentials.accounts() } catch { throw .store(error) }
    return accounts.lazy.compactMap { backstage.services.connection(for: $0)?.subscriptions }.first
  }

  private func subscriptions(
    of list: any SubscriptionGateway
  ) async throws(CommandFailure) -> [Subscription] {
    try await asking { () throws(FeedError) in try await list.subscriptions() }
  }

  /// Adds it; whoever has no list yet has one from now on.
  private func add(_ typed: String) async throws(CommandFailure) {
    guard let list = account == nil ? try listIfThere() : try list() else {
      try await begin(with: typed)
      return try await subscriptions(of: list()).forEach(show)
    }
    try await add(typed, isOwnList: false, to: list).new.forEach(show)
  }

  private func add(
    _ typed: String, isOwnList: Bool, to list: any SubscriptionGateway
  ) async throws(CommandFailure) -> AddedSubscriptions {
    do {
      return try await list.add(typed, isOwnList: isOwnList)
    } catch {
      throw .signIn(error, at: .address)
    }
  }

  /// Adds what is on a list. What it names on this machine or in the reader's own network is added
  /// where they agree to it, and is named otherwise.
  private func addList(_ path: String, isOwn: Bool) async throws(CommandFailure) {
    let isFirst = if account == nil { try listIfThere() == nil } else { false }
    if isFirst { try await begin(with: path) }
    let list = try list()
    let added = try await add(path, isOwnList: isOwn, to: list)
    let new = isFirst ? try await subscriptions(of: list) : added.new
    new.filter { !added.withheld.contains($0.address) }.forEach(show)
    guard !added.withheld.isEmpty else { return }
    for address in added.withheld {
      printer.complain(
        wording.say("{address} is on this machine or in your network.", ["address": address]))
    }
    let agrees = try prompt.agrees(
      to: wording.plural(
        "{count} feed there: add it, too? (y/n)", "{count} feeds there: add them, too? (y/n)",
        added.withheld.count))
    guard agrees != true else {
      return try await add(path, isOwnList: true, to: list).new.forEach(show)
    }
    if agrees == nil {
      printer.complain(
        wording.say(
          "Left out. If the list is your own, use {option}.", ["option": OptionSpec.trusted.name]))
    }
    // Whoever had no list has one now with all that the file names.
    for subscription in new where added.withheld.contains(subscription.address) {
      try await asking { () throws(FeedError) in try await list.remove(subscription.id) }
    }
  }

  private func begin(with typed: String) async throws(CommandFailure) {
    let gateways = Service.allCases.lazy.compactMap { backstage.services.signIn(to: $0) }
    guard let gateway = gateways.first(where: { $0.ways[0].kind == .address }) else {
      throw .notOffered("feeds add")
    }
    let step: SignInStep
    do { step = try await gateway.begin(gateway.ways[0], [.address: Secret(typed)]) } catch {
      throw .signIn(error, at: .address)
    }
    guard case .signedIn(let account) = step else { throw .notOffered("feeds add") }
    do { try backstage.shelf.credentials.add(account) } catch { throw .store(error) }
    let current = try backstage.account(named: nil).account
    printer.remark(
      current.id == account.account.id
        ? wording.currentAccount(is: current)
        : wording.feedsApart(from: current, as: account.account))
  }

  /// Names each entry of a list that cannot be taken.
  private func tellRejected(in path: String) async throws(CommandFailure) {
    let list = try list()
    let rejected = try await asking { () throws(FeedError) in try await list.rejected(in: path) }
    for entry in rejected { printer.complain(wording.sentence(for: entry)) }
    if !rejected.isEmpty { throw .entriesRejected(rejected.count) }
  }

  private func remove(_ name: String) async throws(CommandFailure) {
    let list = try list()
    let sought = name.lowercased()
    let known = try await subscriptions(of: list).filter {
      $0.address == name || $0.id.rawValue == name || $0.name.lowercased() == sought
    }
    guard let subscription = known.first, known.count == 1 else {
      throw .noSuchSubscription(name)
    }
    try await asking { () throws(FeedError) in try await list.remove(subscription.id) }
    show(subscription)
  }

  private func show(_ subscription: Subscription) {
    guard !json else {
      return printer.show(
        .object([
          "id": .string(subscription.id.rawValue), "name": .string(subscription.name),
          "address": .string(subscription.address), "folder": .optional(subscription.folder),
          "trouble": .optional(subscription.trouble?.rawValue),
        ]))
    }
    let address = "  " + SafeText(sanitizing: subscription.address)
    var line = PrintedLine(SafeText(sanitizing: subscription.name), .bold).adding(address, .dim)
    if let trouble = subscription.trouble { line = line.adding("  " + wording.name(of: trouble)) }
    printer.show(line)
  }
}
