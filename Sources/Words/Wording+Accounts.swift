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
  /// That an account was signed out by another of one's own windows.
  package func signedOutElsewhere(_ account: Account) -> SafeText {
    say(
      "@{handle} was signed out in another window. Nothing more is saved for it.",
      ["handle": account.fullHandle])
  }
  /// That a new token could not be kept yet.
  package func tokenUnkept(_ account: Account) -> SafeText {
    say(
      "The new token of @{handle} could not be stored: until it is, quitting signs you out.",
      ["handle": account.fullHandle])
  }
  /// That a new token could not be kept, and is gone.
  package func tokenLost(_ account: Account) -> SafeText {
    say(
      "The new token of @{handle} could not be stored. Sign in to that account again.",
      ["handle": account.fullHandle])
  }
  /// That the account is the one in front.
  package var accountInUse: SafeText { say("in use") }
}
