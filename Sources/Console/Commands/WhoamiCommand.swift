internal import FeedDomain
internal import Terminal

/// `tweetie whoami`: the account that commands use. Nobody is asked for it.
struct WhoamiCommand: CommandRequest {
  private let json: Bool

  init(_ scanned: ScannedArguments) throws(UsageError) {
    try scanned.expectNoOperands()
    json = scanned.has(.json)
  }

  func run(at desk: CommandDesk) async throws(CommandFailure) {
    let backstage = try await desk.open(isReading: true)
    let signedIn = try backstage.account(named: desk.account)
    if json {
      let isCurrent = try backstage.accounts().first == signedIn
      desk.printer.show(AccountJSON.object(for: signedIn, isCurrent: isCurrent))
    } else {
      desk.printer.show(
        PrintedLine("@\(signedIn.account.handle)", .bold)
          .adding("  \(signedIn.account.id.rawValue)", .dim))
    }
  }
}
