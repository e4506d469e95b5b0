package import FeedDomain

/// Whoever is in front, and all that their scenes share.
@MainActor package struct FrontDesk {
  /// What their service offers, and where things are remembered.
  package let session: Session
  /// What they did.
  package let actions: PendingActions
  /// Where they are.
  package let whereabouts: Whereabouts
  /// What happened to them; nil where nobody tells.
  package let notices: NoticeBoard?
  /// What their service tells by itself.
  package let wire: NewsWire
  /// Who is read together with them.
  package let company: Company?
  /// Who goes on once they have signed in again.
  package let interrupted = InterruptedWork()

  /// Puts an account in front that looks for photos around that place, or wherever the system says.
  package init(
    _ desk: AccountsAtWork.Desk, of work: AccountsAtWork? = nil, place: String,
    location: (any Locating)?
  ) {
    session = desk.session
    actions = desk.actions
    whereabouts = Whereabouts(session, wish: place, system: location)
    notices = session.connection.notices.map { [session] _ in NoticeBoard(session) }
    company = work.map { [notices] work in Company(work, front: desk, notices: notices) }
    wire = NewsWire(session, actions: actions, notices: notices)
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
