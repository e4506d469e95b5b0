/// What servers do that nobody expects of them.
extension PretendMastodon {
  /// Never answers the next request for the home stream.
  public func fallSilentOnce() { answerOddly(ScriptedReply([.stall])) }

  /// From now on, shows everybody what is posted, without its warning and its cover.
  public func tellEverybody() { change { $0.isIndiscreet = true } }

  /// From now on, repeats each page of a list before the next.
  public func overlapPages() { change { $0.overlaps = true } }

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

  /// Wrote its newest post then, in seconds since 1970, and each before it so many seconds earlier.
  public func write(newestAt newest: Int, every step: Int) { change { $0.pace = (newest, step) } }

  /// Has a post from another server, at that address.
  public func share(_ id: String, at address: String) { change { $0.addresses[id] = address } }

  /// Does not answer the next request for the home stream but for a failure of its own.
  public func breakOnce() {
    answerOddly(PretendMastodonState.reply(["error": "Closed for repairs"], 403))
  }

  /// Refuses what is to be posted later, in those words.
  public func object(_ words: String) { change { $0.objection = words } }
}
