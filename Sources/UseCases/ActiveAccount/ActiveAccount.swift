package import FeedDomain

/// An active account, whose scenes are open, with the objects that the scenes share, such as the
/// session, the performer of actions and the notifications.
@MainActor
package struct ActiveAccount {
  package let session: AccountSession
  package let actions: UserActionPerformer
  package let locationProvider: UserLocationProvider
  package let notifications: AccountNotifications?
  package let liveUpdates: LiveUpdateListener
  /// The group of all running accounts, whose home timelines can be merged; nil if the active
  /// account was created without a collection of running accounts.
  package let accountGroup: AccountGroup?
  /// The scenes of the active account that repeat their requests after the user signed in again.
  package let interrupted = ScenesToResumeAfterSignIn()

  /// Creates the active account from a running one. The location for nearby photos comes from the
  /// settings; if they name none, from the system.
  package init(
    _ runningAccount: RunningAccounts.RunningAccount, of work: RunningAccounts? = nil,
    place: String,
    location: (any LocationSource)?
  ) {
    session = runningAccount.session
    actions = runningAccount.actions
    locationProvider = UserLocationProvider(session, placeSetting: place, system: location)
    notifications = session.connection.notifications.map { [session] _ in
      AccountNotifications(session)
    }
    accountGroup = work.map { [notifications] work in
      AccountGroup(work, front: runningAccount, notifications: notifications)
    }
    liveUpdates = LiveUpdateListener(session, actions: actions, notifications: notifications)
  }

  package func startNotificationsAndLiveUpdates(listening: Bool) {
    if let notifications { Task.immediate { await notifications.loadNotifications() } }
    if listening { liveUpdates.startListening() }
  }

  package func resumeAfterSignIn() {
    liveUpdates.restartListening()
    interrupted.resumeScenesAfterSignIn()
  }
}

/// A list of an account's scenes, held weakly, which repeat their requests after the user signed in
/// again, since the service may have refused them because of the token.
@MainActor
package final class ScenesToResumeAfterSignIn {
  private var listeners = EventListeners<Void>()

  /// Adds a scene's interactor, held weakly, to those that repeat requests after signing in again.
  package func addSceneToResume(_ work: some Interacting) {
    listeners.addListener(work) { work, _ in
      Task.immediate { await work.repeatRequestsAfterSignIn() }
    }
  }

  func resumeScenesAfterSignIn() { listeners.callListeners(()) }
}
