/// A stream that is brought here, to be read without a network, while its reader goes on.
@MainActor final class FetchAhead {
  private var task: Task<Void, Never>?

  var isRunning: Bool { task != nil }

  /// Begins, unless it goes on already; `tell` hears how far it is, and at the end what is here.
  func begin(
    _ session: Session, _ plan: FetchPlan,
    telling tell: @escaping @MainActor (Provision, _ isOver: Bool) -> Void
  ) {
    guard task == nil else { return }
    task = Task { [weak self] in
      tell(Provision(), false)
      let provision = await Fetching(session, plan) { tell($0, false) }.run()
      self?.task = nil
      tell(provision, true)
    }
  }

  /// Calls it off; what is here by then is told.
  func stop() { task?.cancel() }
}
