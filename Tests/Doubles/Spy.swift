public import UseCases

/// Stands at any boundary of a scene, and keeps the requests, states, view models and effects that
/// came through, in order.
@MainActor public final class Spy<Value: Sendable> {
  /// What came through.
  public private(set) var values: [Value] = []
  /// The effects that came through.
  public private(set) var effects: [Effect] = []

  /// A spy to which nothing has come.
  public init() {}

  /// The last that came through.
  public var last: Value? { values.last }

  /// Forgets what came through so far.
  public func forget() { values = [] }

  /// Keeps an effect.
  public func perform(_ effect: Effect) { effects.append(effect) }
}

extension Spy: Interacting {
  /// Keeps a request.
  public func handle(_ request: Value) async { values.append(request) }
}

extension Spy: Presenting {
  /// Keeps a state.
  public func present(_ state: Value) { values.append(state) }
}

extension Spy: Displaying where Value: Equatable {
  /// Keeps what is to be seen.
  public func display(_ viewModel: Value) { values.append(viewModel) }
}
