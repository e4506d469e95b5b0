internal import FeedDomain

/// Looks at a service again where that is due, while an account of it is in use.
@MainActor struct Upkeep {
  private static let day = Duration.seconds(86_400)
  /// How long after a start what may wait comes at the earliest: the first page has gone before.
  private static let startLasts = Duration.seconds(10)

  let session: Session

  /// Goes on until the session ends: once more in a while where it fails, and after a day of running
  /// anew; nobody waits for it. Returns where it is for the person to do something first, with what
  /// it is.
  func goOn() async -> FeedError? {
    var failures = 0
    if session.connection.upkeep?.mayWait == true {
      do { try await session.world.sleep(for: Self.startLasts) } catch { return nil }
    }
    while !session.isOver, !Task.isCancelled, let upkeep = session.connection.upkeep {
      var pause = Self.day
      do throws(FeedError) {
        try await RequestPurpose.due.asking { () async throws(FeedError) in
          try await upkeep.lookAgain()
        }
        failures = 0
      } catch {
        failures += 1
        // What is known does until then.
        session.log.note(.network, .info, "could not look at the service again: \(error)")
        guard let patience = patience(after: error, failures) else { return error }
        pause = patience
      }
      do { try await session.world.sleep(for: pause) } catch { return nil }
    }
    return nil
  }

  /// How long to wait after so many failures; nil where it is for the person to do something first.
  private func patience(after error: FeedError, _ failures: Int) -> Duration? {
    let usual = Backoff.upkeep.delay(afterFailures: failures, random: session.world.random())
    switch error {
    case .signedOut, .invalidCredentials, .cancelled: return nil
    case .rateLimited(let until):
      return max(
        usual, Backoff.end(ofLimit: until, now: session.world.now).since(session.world.now))
    case .unreachable, .untrusted, .refused, .notFound, .serverFailed, .badReply, .misconfigured,
      .missingLibrary, .endless, .outcomeUnknown:
      return usual
    }
  }
}
