internal import FeedDomain
public import UseCases

/// Stands at any boundary of a scene, and keeps what came through, in order.
@MainActor public final class Spy<Value: Sendable> {
  /// What came through.
  public private(set) var values: [Value] = []

  /// A spy to which nothing has come.
  public init() {}

  /// The last that came through.
  public var last: Value? { values.last }

  /// Forgets what came through so far.
  public func forget() { values = [] }
}

extension Spy: Interacting {
  /// Keeps a request.
  public func handle(_ request: Value) async { values.append(request) }
}

extension Spy: Presenting {
  /// Keeps what happened.
  public func present(_ response: Value) { values.append(response) }
}

extension Spy: Displaying where Value: Equatable {
  /// Keeps what is to be seen.
  public func display(_ viewModel: Value) { values.append(viewModel) }
}
