package import FeedDomain
package import Terminal

extension Wording {
  package var accounts: SafeText { say("Accounts") }
  package func refusedElsewhere(_ account: Account, key: String) -> SafeText {
    say(
      "@{handle} was signed out by {service}. {key} lists the accounts, to sign in again.",
      [
        "handle": account.fullHandle, "service": name(of: account.service), "key": key,
      ])
  }
}
