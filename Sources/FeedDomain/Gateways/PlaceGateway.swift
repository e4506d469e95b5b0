/// A gateway that finds places on the earth by name or coordinates.
public protocol PlaceGateway: Sendable {
  /// The text that must be shown beside found places to credit their source; nil if none is
  /// required.
  var credit: String? { get }
  /// Fetches places that have a name, the likeliest first.
  func places(named name: String) async throws(FeedError) -> [Place]
  /// Fetches places whose name begins with typed text; empty if the service limits requests.
  func places(beginning: String) async throws(FeedError) -> [Place]
  /// Fetches the place at coordinates; nil if the service knows no name.
  func place(latitude: Double, longitude: Double) async throws(FeedError) -> Place?
}

extension PlaceGateway {
  public var credit: String? { nil }

  public func places(beginning: String) async throws(FeedError) -> [Place] {
    try await places(named: beginning)
  }
}
