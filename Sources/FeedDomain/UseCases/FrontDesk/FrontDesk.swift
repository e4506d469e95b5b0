/// Whoever is in front, and all that their scenes share.
@MainActor public struct FrontDesk {
  /// What their service offers, and where things are remembered.
  public let session: Session
  /// What they did.
  public let actions: PendingActions
  /// Where they are.
  public let whereabouts: Whereabouts
  /// What happened to them; nil where nobody tells.
  public let notices: NoticeBoard?
  /// What their service tells by itself.
  public let wire: NewsWire
  /// Who goes on once they have signed in again.
  public let interrupted = InterruptedWork()

  /// Puts an account in front that looks for photos around that place, or wherever the system says.
  public init(
    _ desk: AccountsAtWork.Desk, place: String, location: (any Locating)?
  ) {
    session = desk.session
    actions = desk.actions
    whereabouts = Whereabouts(session, wish: place, system: location)
    notices = session.connection.notices.map { [session] _ in NoticeBoard(session) }
    wire = NewsWire(session, actions: actions, notices: notices)
    interrupted.add(wire)
  }

  /// Asks what happened to them, and listens to what the service tells where that is wanted.
  public func begin(listening: Bool) {
    if let notices { Task.immediate { await notices.load() } }
    if listening { wire.start() }
  }
}
