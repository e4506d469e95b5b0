package import FeedDomain
package import Terminal

/// Going to a post or to somebody by an address or a handle.
extension Wording {
  /// That a service knows nothing of it.
  package func nothing(at lead: Lead, _ service: Service) -> SafeText {
    switch lead {
    case .address(let address):
      say(
        "{service} finds nothing at {address}.",
        ["service": name(of: service).string, "address": address])
    case .handle(let handle): say("There is nobody called @{handle}.", ["handle": handle])
    }
  }
}
