extension StreamInteractor {
  /// After so long without a sign of the service, the reader is told, and may have it asked anew.
  static let patience = Duration.seconds(5)

  /// Calls a refresh off of which nothing has come for a while, so that another can begin: the line it
  /// is on may be dead. What was asked a moment ago is not asked twice.
  func callOffWhatStalls() {
    guard let work = jobs[.refresh], session.world.now.since(work.lastSign) >= Self.patience else {
      return
    }
    work.task.cancel()
    jobs[.refresh] = nil
  }

  /// Something came of what is being fetched.
  func noteSign(of job: StreamJob, _ number: Int) {
    guard job == .refresh, jobs[job]?.number == number else { return }
    jobs[job]?.lastSign = session.world.now
    watch()
    presentActivity()
  }

  /// Waits for a sign of the service from now on, where it is asked what is new.
  func watch() {
    watching?.cancel()
    watching = nil
    isStalled = false
    guard let number = jobs[.refresh]?.number else { return }
    watching = Task { [world = session.world, weak self] in
      do throws(CancellationError) { try await world.sleep(for: Self.patience) } catch { return }
      guard let self, !Task.isCancelled, jobs[.refresh]?.number == number else { return }
      isStalled = true
      presentActivity()
    }
  }
}
