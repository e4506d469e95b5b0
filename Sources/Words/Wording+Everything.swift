package import FeedDomain
package import Terminal
package import UseCases

extension Wording {
  /// Which services failed while the others go on; empty for none.
  package func silent(_ silent: [Silence]) -> SafeText {
    silent.map { one in
      say(
        "{account}: {trouble}",
        ["account": handle(of: one.account).string, "trouble": sentence(for: one.error).string])
    }.joined(separator: "  ")
  }

  /// What of those that one follows told nothing when they were asked last; empty for none.
  package func broken(_ subscriptions: [Subscription]) -> SafeText {
    let named = subscriptions.prefix(Self.mostNamed).map { one in
      say(
        "{account}: {trouble}",
        [
          "account": one.name,
          "trouble": one.trouble.map { name(of: $0).string } ?? "",
        ])
    }
    let rest = subscriptions.count - named.count
    let more = rest > 0 ? [plural("{count} more", "{count} more", rest)] : []
    return (named + more).joined(separator: "  ")
  }

  private static let mostNamed = 2

  package func name(of trouble: Subscription.Trouble) -> SafeText {
    switch trouble {
    case .gone: say("gone for good")
    case .unreachable: say("could not be fetched last time")
    case .unreadable: say("could not be read last time")
    }
  }

  /// Who acts on a post that several see; nil where nobody else does.
  package func actsAs(_ account: Account?) -> SafeText {
    guard let account else { return say("No other account of yours sees this post.") }
    return say("{account} acts on this post now.", ["account": handle(of: account).string])
  }
}
