package import FeedDomain

/// Whoever is in front, and all that their scenes share.
@MainActor package struct ActiveAccount {
  /// What their service offers, and where things are remembered.
  package let session: Session
  /// What they did.
  package let actions: PendingActions
  /// Where they are.
  package let locationProvider: LocationProvider
  /// What happened to them; nil where nobody tells.
  package let notices: NotificationBoard?
  /// What their service tells by itself.
  package let wire: LiveUpdates
  /// Who is read together with them.
  package let company: AccountGroup?
  /// Who goes on once they have signed in again.
  package let interrupted = InterruptedWork()

  /// Puts an account in front that looks for photos around that place, or wherever the system says.
  package init(
    _ desk: RunningAccounts.RunningAccount, of work: RunningAccounts? = nil, place: String,
    location: (any LocationSource)?
  ) {
    session = desk.session
    actions = desk.actions
    locationProvider = LocationProvider(session, wish: place, system: location)
    notices = session.connection.notices.map { [session] _ in NotificationBoard(session) }
    company = work.map { [notices] work in AccountGroup(work, front: desk, notices: notices) }
    wire = LiveUpdates(session, actions: actions, notices: notices)
  }

  /// Asks what happened to them, and listens to what the service tells where that is wanted.
  package func begin(listening: Bool) {
    if let notices { Task.immediate { await notices.load() } }
    if listening { wire.start() }
  }

  /// Goes on with what was refused for want of a valid token: there is one now.
  package func resume() {
    wire.resume()
    interrupted.resume()
  }
}
