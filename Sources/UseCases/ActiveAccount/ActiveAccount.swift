package import FeedDomain

/// The active account with everything its scenes share.
@MainActor package struct ActiveAccount {
  package let session: Session
  package let actions: PendingActions
  package let locationProvider: LocationProvider
  package let notifications: NotificationBoard?
  package let wire: LiveUpdates
  /// All accounts, whose homes can be read as one; nil for an account alone.
  package let accountGroup: AccountGroup?
  /// Scenes to resume after signing in again.
  package let interrupted = ScenesToResume()

  /// Makes an account active, with a place setting for photos, which is empty for the system's
  /// location.
  package init(
    _ desk: RunningAccounts.RunningAccount, of work: RunningAccounts? = nil, place: String,
    location: (any LocationSource)?
  ) {
    session = desk.session
    actions = desk.actions
    locationProvider = LocationProvider(session, wish: place, system: location)
    notifications = session.connection.notifications.map { [session] _ in NotificationBoard(session)
    }
    accountGroup = work.map { [notifications] work in
      AccountGroup(work, front: desk, notifications: notifications)
    }
    wire = LiveUpdates(session, actions: actions, notifications: notifications)
  }

  package func begin(listening: Bool) {
    if let notifications { Task.immediate { await notifications.load() } }
    if listening { wire.start() }
  }

  package func resume() {
    wire.resume()
    interrupted.resume()
  }
}

/// Scenes whose requests were rejected with the token, resumed after signing in again.
@MainActor package final class ScenesToResume {
  private var listeners = Listeners<Void>()

  /// Adds an interactor, by a weak reference.
  package func add(_ work: some Interacting) {
    listeners.add(work) { work, _ in Task.immediate { await work.resume() } }
  }

  func resume() { listeners.notify(()) }
}
