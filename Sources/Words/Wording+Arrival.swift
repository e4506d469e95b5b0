package import FeedDomain
package import Terminal

extension Wording {
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
