public import UseCases

/// A spy at any boundary of a scene, which keeps requests, states, view models and effects in
/// order.
@MainActor public final class Spy<Value: Sendable> {
  /// The requests, states or view models received so far.
  public private(set) var values: [Value] = []
  /// The effects received so far.
  public private(set) var effects: [SceneEffect] = []

  /// The closure that is called with each request, after it was kept, to answer it at once.
  public var answer: ((Value) -> Void)?

  public init() {}

  /// The last value received; nil before the first.
  public var last: Value? { values.last }

  /// Forgets the values received so far.
  public func forget() { values = [] }

  public func perform(_ effect: SceneEffect) { effects.append(effect) }
}

extension Spy: Interacting {
  public func handle(_ request: Value) async {
    values.append(request)
    answer?(request)
  }
}

extension Spy: Presenting {
  public func present(_ state: Value) { values.append(state) }
}

extension Spy: Displaying where Value: Equatable {
  public func display(_ viewModel: Value) { values.append(viewModel) }
}
