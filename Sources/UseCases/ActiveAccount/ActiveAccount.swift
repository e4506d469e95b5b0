package import FeedDomain

/// An account with open scenes, and the session, pending actions and lists that these scenes share.
@MainActor
package struct ActiveAccount {
  package let session: Session
  package let actions: PendingActions
  package let locationProvider: LocationProvider
  package let notifications: NotificationBoard?
  package let liveUpdates: LiveUpdates
  /// The group of all accounts, whose home timelines can be merged; nil if only one account is
  /// signed in.
  package let accountGroup: AccountGroup?
  /// The scenes with refused requests, which are repeated after signing in again.
  package let interrupted = ScenesToResume()

  /// Creates the active account from a running one. The location for nearby photos comes from the
  /// settings; if they name none, from the system.
  package init(
    _ runningAccount: RunningAccounts.RunningAccount, of work: RunningAccounts? = nil,
    place: String,
    location: (any LocationSource)?
  ) {
    session = runningAccount.session
    actions = runningAccount.actions
    locationProvider = LocationProvider(session, wish: place, system: location)
    notifications = session.connection.notifications.map { [session] _ in NotificationBoard(session)
    }
    accountGroup = work.map { [notifications] work in
      AccountGroup(work, front: runningAccount, notifications: notifications)
    }
    liveUpdates = LiveUpdates(session, actions: actions, notifications: notifications)
  }

  package func startSession(listening: Bool) {
    if let notifications { Task.immediate { await notifications.loadNotifications() } }
    if listening { liveUpdates.startListening() }
  }

  package func resumeAfterSignIn() {
    liveUpdates.resumeListening()
    interrupted.resumeScenes()
  }
}

/// A list of the scenes whose requests the service refused because of the token; the requests are
/// repeated after signing in again.
@MainActor
package final class ScenesToResume {
  private var listeners = EventListeners<Void>()

  /// Adds a scene's interactor to those that repeat requests after signing in, by a weak reference.
  package func addSceneToResume(_ work: some Interacting) {
    listeners.addListener(work) { work, _ in
      Task.immediate { await work.repeatRequestsAfterSignIn() }
    }
  }

  func resumeScenes() { listeners.callListeners(()) }
}
