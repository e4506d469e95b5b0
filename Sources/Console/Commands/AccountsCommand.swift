internal import FeedDomain
internal import Terminal
import Words

/// `tweetie accounts`: who is signed in, and where the secrets are. No command is run for it.
struct AccountsCommand {
  let json: Bool
  let backstage: Backstage
  let printer: Printer
  let wording: Wording

  func run() async throws(CommandFailure) {
    let accounts: [SignedInAccount]
    do { accounts = try backstage.shelf.credentials.accounts() } catch { throw .store(error) }
    // That nobody is signed in is an answer, and no failure: an empty list.
    if accounts.isEmpty, !json { printer.complain(wording.sentence(for: .nobodySignedIn)) }
    for (index, signedIn) in accounts.enumerated() {
      show(signedIn, isCurrent: index == 0)
    }
  }

  private func place(of source: SecretSource?) -> String {
    guard let source else { return "file" }
    return source.inStore == nil ? "command" : "secret-service"
  }

  private func show(_ signedIn: SignedInAccount, isCurrent: Bool) {
    let (account, source) = (signedIn.account, signedIn.source)
    guard json else {
      let line = PrintedLine(isCurrent ? "* " : "  ")
        .adding("@\(account.handle)", .bold)
        .adding("  \(account.id.rawValue)", .dim)
        .adding("  ").adding(wording.place(ofSecret: source), .dim)
      return printer.show(line)
    }
    printer.show(
      .object([
        "id": .string(account.id.rawValue), "service": .string(account.service.rawValue),
        "handle": .string(account.handle), "server": .optional(account.server),
        "current": .bool(isCurrent), "secret": .string(place(of: source)),
        "command": .optional(source?.inStore == nil ? source?.command : nil),
      ]))
  }
}
