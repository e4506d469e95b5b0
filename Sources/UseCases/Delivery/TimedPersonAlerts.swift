package import FeedDomain

/// A timer for alerts for a person's new posts that the user turned on for a limited time. The
/// timer stores each alert's end time on this machine, since services have no end times, and turns
/// off the alert at the service at that time.
@MainActor
package final class TimedPersonAlerts {
  private let session: AccountSession
  private weak var actions: UserActionPerformer?
  /// The task that turns off alerts at their ends; nil without alerts that end.
  private var endTask: Task<Void, Never>?

  init(_ session: AccountSession, for actions: UserActionPerformer) {
    (self.session, self.actions) = (session, actions)
  }

  /// Turns on alerts for a person's posts, for a time or for good. Returns the error if the end
  /// cannot be stored; alerts stay off then.
  package func turnOnPostAlerts(for person: Person, during time: Duration?) async -> StoreError? {
    do throws(StoreError) {
      if let time {
        guard let store = session.stores.personAlertEndTimes else { throw .noPlace(folder: nil) }
        let end = session.world.now.timeAdvanced(by: time)
        try await store.setPersonAlertEndTime(
          PersonAlertEndTime(person: person.id, handle: person.handle, endsAt: end),
          account: session.account.id)
      } else {
        try await session.stores.personAlertEndTimes?.removePersonAlertEndTime(
          of: person.id, account: session.account.id)
      }
    } catch {
      return error
    }
    actions?.performChange(
      .serviceAction(ServiceAction(.tellOfPosts, person.id.rawValue, detail: person.handle)))
    endAlertsOnTime()
    return nil
  }

  /// Deletes the stored end of alerts for a person's posts, which the user turned off.
  package func removePersonAlertEndTime(for person: Person.ID) async {
    do throws(StoreError) {
      try await session.stores.personAlertEndTimes?.removePersonAlertEndTime(
        of: person, account: session.account.id)
    } catch {
      session.logStoreError(error, doing: "forget the end of alerts")
    }
  }

  /// Turns off alerts whose time is over, now and later, for as long as there are any.
  func endAlertsOnTime() {
    endTask?.cancel()
    endTask = Task { [weak self, session] in
      while let next = await self?.turnOffDuePostAlerts(), !Task.isCancelled, !session.isOver {
        let wait = next.elapsedTime(since: session.world.now)
        // Services have no ends of alerts, so the task sleeps until the next end.
        do { try await session.world.sleep(for: wait) } catch { return }
      }
    }
  }

  func cancelAlertEndTimer() { endTask?.cancel() }

  /// Turns off alerts whose time is over, and returns the end of the next alerts; nil for none.
  private func turnOffDuePostAlerts() async -> Timestamp? {
    guard let store = session.stores.personAlertEndTimes, !session.isOver else { return nil }
    do throws(StoreError) {
      for time in try await store.personAlertEndTimes(of: session.account.id) {
        guard time.endsAt <= session.world.now else { return time.endsAt }
        actions?.performChange(
          .serviceAction(
            ServiceAction(
              .tellOfPosts, time.person.rawValue, detail: time.handle, isDone: false)),
          canBeUndone: false)
        try await store.removePersonAlertEndTime(of: time.person, account: session.account.id)
      }
    } catch {
      session.logStoreError(error, doing: "end alerts")
    }
    return nil
  }
}
