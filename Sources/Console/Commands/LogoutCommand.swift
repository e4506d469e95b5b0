internal import FeedDomain
internal import Terminal
internal import UseCases
import Words

extension LogoutOptions: CommandRequest {
  package func run(at desk: CommandDesk) async throws(CommandFailure) {
    try await LogoutCommand(
      options: self, account: desk.account, backstage: desk.open(), prompt: desk.prompt,
      printer: desk.printer, wording: desk.wording
    ).run()
  }
}

/// `tweetie logout`: makes the token worthless and erases what is stored for the account.
struct LogoutCommand {
  let options: LogoutOptions
  /// The value of `--account`; nil for the current account.
  let account: String?
  let backstage: Backstage
  let prompt: any Prompt
  let printer: Printer
  let wording: Wording

  func run() async throws(CommandFailure) {
    let account = try backstage.account(named: options.account ?? self.account)
    try await options.isForced ? tellLosses(of: account.account) : confirm(account.account)
    // Signing out must work without a line, too; then the token dies here but not there.
    var refusal: FeedError?
    do {
      try await backstage.services.signIn(to: account.account.service)?.signOut(account)
    } catch {
      refusal = error
    }
    try await erase(account.account.id)
    printer.confirm(
      wording.say(
        "Signed out of @{handle}. Nothing of the account is left here.",
        ["handle": account.account.handle]))
    guard let refusal, refusal != .signedOut else { return }
    printer.complain(wording.say("The service did not confirm it: the token may still work there."))
  }
}

extension LogoutCommand {
  /// Shows what goes with the account, as far as that can be read, and gives it up.
  private func tellLosses(of account: Account) async {
    do throws(CommandFailure) {
      let losses = try await showLosses(with: account)
      guard !losses.unsent.isEmpty else { return }
      printer.complain(wording.notSent(losses.unsent.count))
    } catch {
      printer.complain(wording.sentence(for: error))
    }
  }

  private func showLosses(with account: Account) async throws(CommandFailure) -> SignOutLosses {
    let losses = try await remembering { () async throws(StoreError) in
      try await backstage.shelf.losses(with: account.id)
    }
    let text = OutboxItemText(wording: wording, now: backstage.world.now)
    for item in losses.undelivered { printer.show(text.line(for: item)) }
    for draft in losses.drafts { printer.show(text.line(for: draft)) }
    if losses.mutes { printer.confirm(wording.signOutUnmutes) }
    printer.flush()
    return losses
  }

  /// Asks once, showing what would be lost. Nobody to ask is a yes only where nothing would be.
  private func confirm(_ account: Account) async throws(CommandFailure) {
    let losses = try await showLosses(with: account)
    let question = wording.say("Sign out of @{handle}? (y/n)", ["handle": account.handle])
    switch try prompt.agrees(to: question) {
    case true?: return
    case false?: throw .calledOff
    case nil: guard losses.unsent.isEmpty else { throw .undelivered(losses.unsent.count) }
    }
  }

  /// The token goes after the rest: were this to end half-way, the account is still there to sign
  /// out. What an open window wrote meanwhile goes after the token, and from then on it writes
  /// nothing.
  private func erase(_ account: Account.ID) async throws(CommandFailure) {
    try await remembering { () async throws(StoreError) in
      try await eraseStored(for: account)
      try backstage.shelf.credentials.remove(account)
      try await eraseStored(for: account)
      if try backstage.shelf.credentials.accounts().isEmpty {
        await backstage.services.forget()
        try backstage.shelf.mutes?.forget()
      }
    }
  }

  private func eraseStored(for account: Account.ID) async throws(StoreError) {
    try await backstage.shelf.outbox.erase(account: account)
    try await backstage.shelf.feeds.erase(account: account)
    try await backstage.shelf.photos?.erase(account: account)
  }
}
