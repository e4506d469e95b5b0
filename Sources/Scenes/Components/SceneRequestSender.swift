import FeedDomain
import UseCases

/// A sender of a scene's requests to its interactor, which can cancel the running ones. A request
/// runs synchronously up to its first suspension, so that requests begin in order, and an immediate
/// answer is shown in the same frame.
@MainActor
final class SceneRequestSender<Request: Sendable> {
  private struct RunningRequest {
    let number: Int
    /// The task that runs a scene's request; nil until the request suspends for the first time.
    var task: Task<Void, Never>?
  }

  private let interactor: any Interacting<Request>
  private var running: [RunningRequest] = []
  private var made = 0
  private var isOpen = false

  init(to interactor: any Interacting<Request>) { self.interactor = interactor }

  /// Sends a scene's request to its interactor; the request can be cancelled with
  /// `cancelAllRequests`.
  @_semantics("optimize.sil.specialize.generic.never")
  func callAsFunction(_ request: Request) {
    made += 1
    let number = made
    running.append(RunningRequest(number: number))
    let task = Task.immediate { [interactor, weak self] in
      await interactor.handle(request)
      self?.removeRunningRequest(number)
    }
    // A request that never suspended has ended here, and its task is not stored.
    if let place = running.firstIndex(where: { $0.number == number }) { running[place].task = task }
  }

  /// Sends the request with which a scene opens, unless already sent.
  func sendOpeningRequestOnce(_ request: Request) {
    guard !isOpen else { return }
    isOpen = true
    self(request)
  }

  func cancelAllRequests() {
    for request in running { request.task?.cancel() }
  }

  private func removeRunningRequest(_ number: Int) {
    running.removeAll { $0.number == number }
  }
}
