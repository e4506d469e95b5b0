package import FeedDomain
package import Terminal

extension Wording {
  /// The name of the scene.
  package var accounts: SafeText { say("Accounts") }
  /// That an account's token was refused.
  package var accountRefused: SafeText { say("signed out by the service; Enter signs in again") }
  /// The same while another account is in front; the key lists the accounts.
  package func refusedElsewhere(_ account: Account, key: String) -> SafeText {
    say(
      "@{handle} was signed out by {service}. {key} lists the accounts, to sign in again.",
      [
        "handle": account.fullHandle, "service": name(of: account.service), "key": key,
      ])
  }
  /// That the account is the one in front.
  package var accountInUse: SafeText { say("in use") }
}
