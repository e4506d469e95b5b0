import FeedDomain
import UseCases

/// The requests a scene has made and that are not answered yet.
///
/// A request runs at once up to the first time it waits, so that what an interactor decides without
/// asking anybody is on the screen in the same frame, and requests begin in the order they are made.
@MainActor final class SceneRequests<Request: Sendable> {
  private struct Running {
    let number: Int
    /// Nil until the request waits for the first time.
    var task: Task<Void, Never>?
  }

  private let interactor: any Interacting<Request>
  /// A handful: looked for one by one.
  private var running: [Running] = []
  private var made = 0
  private var isOpen = false

  init(to interactor: any Interacting<Request>) { self.interactor = interactor }

  /// Makes a request of the interactor.
  @_semantics("optimize.sil.specialize.generic.never")
  func callAsFunction(_ request: Request) {
    made += 1
    let number = made
    running.append(Running(number: number))
    let task = Task.immediate { [interactor, weak self] in
      await interactor.handle(request)
      self?.end(number)
    }
    // A request that never waited is over before there is a task to remember.
    if let place = running.firstIndex(where: { $0.number == number }) { running[place].task = task }
  }

  /// Makes the request with which a scene opens, the first time that it does.
  func once(_ request: Request) {
    guard !isOpen else { return }
    isOpen = true
    self(request)
  }

  /// Calls off what is not answered yet: the scene closes.
  func cancel() {
    for request in running { request.task?.cancel() }
  }

  private func end(_ number: Int) {
    running.removeAll { $0.number == number }
  }
}
