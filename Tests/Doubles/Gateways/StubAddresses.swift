package import FeedDomain

/// A service that recognises addresses with a handle in them as its own, and gives the test's
/// answers.
package actor StubAddresses: AddressResolvingGateway, Holdable {
  private var answers: [Result<ResolvedLink, FeedError>]
  package var gate = CallGate()
  package private(set) var asked: [String] = []

  package init(_ answers: [Result<ResolvedLink, FeedError>] = []) { self.answers = answers }

  package nonisolated func linkKind(of address: String) -> ResolvedLink.ResolvedLinkKind? {
    guard let name = address.firstRange(of: "https://example.social/@") else { return nil }
    return address[name.upperBound...].contains("/") ? .post : .person
  }

  package func linkDestination(of address: String) async throws(FeedError) -> ResolvedLink {
    asked.append(address)
    await passGate()
    guard !answers.isEmpty else { throw .notFound }
    return try answers.removeFirst().get()
  }
}
