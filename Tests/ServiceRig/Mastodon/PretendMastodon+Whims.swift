extension PretendMastodon {
  /// Never answers the next request for the home stream.
  public func fallSilentOnce() { answerOddly(ScriptedReply([.stall])) }

  /// From now on, publishes posts for everybody, without warning and cover.
  public func tellEverybody() { change { $0.isIndiscreet = true } }

  /// From now on, repeats each page of a list before the next.
  public func overlapPages() { change { $0.overlaps = true } }

  /// From now on, answers a like with success and an unliked post.
  public func likeNothing() { change { $0.isHollow = true } }

  /// Loses all data, so that another person has the same handle, and other posts are there.
  public func beginAnew() {
    change { state in
      state.owner = "sol-2"
      state.posts = (7000..<7100).reversed().map { String($0) }
    }
  }

  /// Sets the time of the newest post in seconds since 1970, and the seconds between posts.
  public func write(newestAt newest: Int, every step: Int) { change { $0.pace = (newest, step) } }

  /// Gives a post an address at another server.
  public func share(_ id: String, at address: String) { change { $0.addresses[id] = address } }

  /// Refuses the next request for the home stream, with the server's message.
  public func breakOnce() {
    answerOddly(PretendMastodonState.reply(["error": "Closed for repairs"], 403))
  }

  /// Refuses posts to be published later, with a message.
  public func object(_ words: String) { change { $0.objection = words } }
}
