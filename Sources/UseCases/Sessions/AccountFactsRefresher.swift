internal import FeedDomain

/// A worker that refreshes an account's facts regularly, such as limits and lists.
@MainActor
struct AccountFactsRefresher {
  private static let day = Duration.seconds(86_400)
  /// The delay after the program's start before account facts are refreshed, for services whose
  /// facts can wait.
  private static let delayAfterStart = Duration.seconds(10)

  let session: AccountSession

  /// Refreshes the account's facts daily, or with growing delays after failures, until the session
  /// ends. Returns an error that only the user can solve; nil if there was none.
  func refreshAccountFactsRegularly() async -> FeedError? {
    var failures = 0
    if session.connection.upkeep?.mayWait == true {
      // The wait throws only if the task is cancelled, as at the end of the session.
      do { try await session.world.sleep(for: Self.delayAfterStart) } catch { return nil }
    }
    await fetchOwnProfileIfUnknown()
    while !session.isOver, !Task.isCancelled, let upkeep = session.connection.upkeep {
      var pause = Self.day
      do throws(FeedError) {
        try await RequestPriority.automatic.runActionWithPriority { () async throws(FeedError) in
          try await upkeep.refreshAccountFactsIfOld()
        }
        failures = 0
      } catch {
        failures += 1
        // The stored facts are used until the next attempt.
        session.log.writeLogLine(.network, .info, "could not check the service: \(error)")
        guard let patience = retryDelay(after: error, failures) else { return error }
        pause = patience
      }
      do { try await session.world.sleep(for: pause) } catch { return nil }
    }
    return nil
  }

  /// Fetches the account's own profile, unless it is stored: its name and picture are shown beside
  /// the user's draft. After a failure the profile is fetched at the next start.
  private func fetchOwnProfileIfUnknown() async {
    let (account, feeds) = (session.account, session.stores.feeds)
    guard session.connection.abilities.canWrite, let people = session.connection.people,
      !session.isOver, !Task.isCancelled
    else { return }
    do throws(StoreError) {
      guard try await feeds.storedPerson(account.person, account: account.id) == nil else { return }
    } catch {
      return session.logStoreError(error, doing: "read a person")
    }
    let person: Person
    do throws(FeedError) {
      person = try await RequestPriority.automatic.runActionWithPriority {
        () async throws(FeedError) in
        try await people.person(account.person)
      }
    } catch {
      return session.log.writeLogLine(.network, .info, "could not fetch the own profile: \(error)")
    }
    guard !session.isOver else { return }
    do throws(StoreError) {
      try await feeds.storePeople([person], account: account.id)
    } catch {
      session.logStoreError(error, doing: "keep a person")
    }
  }

  /// Returns the delay before the next refresh of account facts after failures; nil for errors that
  /// only the user can solve.
  private func retryDelay(after error: FeedError, _ failures: Int) -> Duration? {
    let usual = Backoff.upkeep.retryDelay(
      afterFailures: failures, random: session.world.randomFraction())
    switch error {
    case .signedOut, .invalidCredentials, .cancelled: return nil
    case .rateLimited(let until):
      return max(
        usual,
        Backoff.endOfRateLimit(until, now: session.world.now).elapsedTime(since: session.world.now))
    case .unreachable, .untrusted, .refused, .limited, .membersOnly, .notFound, .serverFailed,
      .badReply,
      .tooLarge,
      .misconfigured, .missingLibrary, .endless, .outcomeUnknown, .storeFailed:
      return usual
    }
  }
}
