package import FeedDomain

/// A service that recognises addresses with a handle in them as its own, and gives the test's
/// answers.
package actor StubAddresses: AddressResolvingGateway {
  private var answers: [Result<ResolvedLink, FeedError>]
  private var held: [CheckedContinuation<Void, Never>] = []
  private var isHolding = false
  package private(set) var asked: [String] = []

  package init(_ answers: [Result<ResolvedLink, FeedError>] = []) { self.answers = answers }

  /// Makes the gateway hold back every reply until `release`.
  package func hold() { isHolding = true }

  package func release() {
    isHolding = false
    for continuation in held { continuation.resume() }
    held = []
  }

  package nonisolated func linkKind(of address: String) -> ResolvedLink.ResolvedLinkKind? {
    guard let name = address.firstRange(of: "https://example.social/@") else { return nil }
    return address[name.upperBound...].contains("/") ? .post : .person
  }

  package func linkDestination(of address: String) async throws(FeedError) -> ResolvedLink {
    asked.append(address)
    if isHolding { await withCheckedContinuation { held.append($0) } }
    guard !answers.isEmpty else { throw .notFound }
    return try answers.removeFirst().get()
  }
}
