internal import FeedDomain
internal import Terminal
internal import UseCases
import Words

/// `tweetie accounts`: who is signed in, and where the secrets are. No command is run for it.
struct AccountsCommand: CommandRequest {
  private let json: Bool

  init(_ scanned: ScannedArguments) throws(UsageError) {
    try scanned.expectNoOperands()
    json = scanned.has(.json)
  }

  func run(at desk: CommandDesk) async throws(CommandFailure) {
    let accounts = try await desk.open(isReading: true).accounts()
    // That nobody is signed in is an answer, and no failure: an empty list.
    if accounts.isEmpty, !json {
      desk.printer.complain(desk.wording.sentence(for: .nobodySignedIn))
    }
    for (index, signedIn) in accounts.enumerated() {
      let isCurrent = index == 0
      if json {
        desk.printer.show(AccountJSON.object(for: signedIn, isCurrent: isCurrent))
      } else {
        desk.printer.show(line(for: signedIn, isCurrent: isCurrent, desk.wording))
      }
    }
  }
}

/// `tweetie use`: makes an account the current one.
struct UseCommand: CommandRequest {
  private let account: String

  init(_ scanned: ScannedArguments) throws(UsageError) {
    account = try scanned.required("ACCOUNT")
  }

  func run(at desk: CommandDesk) async throws(CommandFailure) {
    let backstage = try await desk.open()
    let account = try backstage.account(named: account)
    do { try backstage.shelf.credentials.save(account) } catch { throw .store(error) }
    desk.printer.confirm(desk.wording.currentAccount(is: account.account))
  }
}

extension AccountsCommand {
  private func line(
    for signedIn: SignedInAccount, isCurrent: Bool, _ wording: Wording
  ) -> PrintedLine {
    PrintedLine(isCurrent ? "* " : "  ")
      .adding("@\(signedIn.account.handle)", .bold)
      .adding("  \(signedIn.account.id.rawValue)", .dim)
      .adding("  ").adding(wording.place(ofSecret: signedIn.source), .dim)
  }
}
