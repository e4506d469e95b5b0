/// Whom to ask who is who, before it is known where an account lives.
struct BlueskyHosts: Equatable, Sendable {
  /// Where those sign in who have an e-mail address for a name.
  var entryway = "https://bsky.social"
  /// Tells whose a handle is, to everybody.
  var resolver = "https://public.api.bsky.app"
  /// Tells where somebody's account lives, to everybody.
  var directory = "https://plc.directory"
  /// Which hosts a person's document may lead to: it is a stranger's word where the person mistyped
  /// a handle.
  var reach = HTTPRequest.Reach.publicHosts
}
