import FeedDomain
internal import Terminal
import Words

/// The accounts that a command reads together, the one that is meant first.
struct AccountsTogether {
  let backstage: Backstage
  /// The account that is meant where several see a post; nil for the current one.
  let account: String?
  let offline: Bool
  let printer: Printer
  let wording: Wording

  /// What each account offers, where that is what the command needs; one whose secret cannot be had is
  /// told of, and the others go on.
  func members(
    where isWanted: (ServiceConnection) -> Bool
  ) throws(CommandFailure) -> [(signedIn: SignedInAccount, connection: ServiceConnection)] {
    let first = try backstage.account(named: account)
    let others = try backstage.accounts().filter { $0.account.id != first.account.id }
    return ([first] + others).compactMap { signedIn in
      do throws(CommandFailure) {
        let account = offline ? signedIn : try backstage.opened(signedIn)
        let connection = try backstage.connection(for: account)
        return isWanted(connection) ? (account, connection) : nil
      } catch {
        complain(error, of: signedIn.account)
        return nil
      }
    }
  }

  func complain(_ failure: CommandFailure, of account: Account) {
    printer.complain(
      wording.say(
        "{account}: {trouble}",
        [
          "account": wording.handle(of: account).string,
          "trouble": wording.sentence(for: failure).string,
        ]))
  }

  /// Says which could not be fetched, in the order of the accounts.
  func complain(_ failures: [(account: Account, failure: CommandFailure)]) {
    for (account, failure) in failures.sorted(by: {
      $0.account.id.rawValue < $1.account.id.rawValue
    }) { complain(failure, of: account) }
  }
}
