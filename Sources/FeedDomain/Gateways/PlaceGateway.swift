/// Where places are.
public protocol PlaceGateway: Sendable {
  /// Whose data it is, where that must be shown beside it.
  var credit: String? { get }
  /// Places of that name, the likeliest first.
  func places(named name: String) async throws(FeedError) -> [Place]
  /// Places whose name begins like what is being typed; none where it may not be asked that often.
  func places(beginning: String) async throws(FeedError) -> [Place]
  /// What is there; nil where nobody knows a name for it.
  func name(latitude: Double, longitude: Double) async throws(FeedError) -> Place?
}

extension PlaceGateway {
  /// Nobody's who would have to be named.
  public var credit: String? { nil }

  /// The same as for whole names, where it may be asked at any time.
  public func places(beginning: String) async throws(FeedError) -> [Place] {
    try await places(named: beginning)
  }
}
