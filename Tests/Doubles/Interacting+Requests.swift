public import UseCases

extension Interacting {
  /// Handles requests one after the other.
  public func handle(_ first: Request, _ second: Request, _ rest: Request...) async {
    for request in [first, second] + rest { await handle(request) }
  }

  /// Returns the interactor after it handled requests.
  public func after(_ requests: Request...) async -> Self {
    for request in requests { await handle(request) }
    return self
  }
}
