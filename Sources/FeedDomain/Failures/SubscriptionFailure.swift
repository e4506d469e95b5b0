/// A web feed that a service did not add, with its error.
public struct SubscriptionFailure: Equatable, Sendable {
  public let address: String
  public let error: FeedError

  package init(_ address: String, _ error: FeedError) {
    (self.address, self.error) = (address, error)
  }
}
