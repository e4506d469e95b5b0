package import FeedDomain
package import Terminal

/// The homes of all accounts as one stream.
extension Wording {
  /// Which services failed while the others go on; empty for none.
  package func silent(_ silent: [Silence]) -> SafeText {
    silent.map { one in
      say(
        "{account}: {trouble}",
        ["account": handle(of: one.account).string, "trouble": sentence(for: one.error).string])
    }.joined(separator: "  ")
  }

  /// What happened to any of the accounts.
  package var noticesOfAll: SafeText { say("Notifications of all accounts") }

  /// Who acts on a post that several see; nil where nobody else does.
  package func actsAs(_ account: Account?) -> SafeText {
    guard let account else { return say("No other account of yours sees this post.") }
    return say("{account} acts on this post now.", ["account": handle(of: account).string])
  }

  /// That there is but one account.
  package func everythingNeedsCompany(key: String) -> SafeText {
    say(
      "Everything shows the home streams of several accounts: {key} signs in to another.",
      ["key": key])
  }
}
