/// What servers do that nobody expects of them.
extension PretendMastodon {
  /// Never answers the next request for the home stream.
  public func fallSilentOnce() { answerOddly(ScriptedReply([.stall])) }

  /// From now on, says that a like was done and that the post is not liked.
  public func likeNothing() { change { $0.isHollow = true } }

  /// Begins anew, as after a day on which everything was lost: whoever is called as before is
  /// somebody else, and other posts are there.
  public func beginAnew() {
    change { state in
      state.owner = "sol-2"
      state.posts = (7000..<7100).reversed().map { String($0) }
    }
  }

  /// Refuses what is to be posted later, in those words.
  public func object(_ words: String) { change { $0.objection = words } }
}
