internal import Terminal

extension Wording {
  /// Why a key does nothing.
  var noPoll: String { text("There is no poll in this post.") }
  /// How many answers may be chosen.
  var chooseOne: SafeText { say("One answer may be chosen.") }
  var chooseSeveral: SafeText { say("Several answers may be chosen.") }
  /// Why one cannot vote.
  var votedAlready: SafeText { say("You have voted.") }
  var pollIsOver: SafeText { say("The poll is closed.") }
  var pollIsYours: SafeText { say("This poll is yours: others vote in it.") }
  /// How to vote.
  func votes(key: String) -> String { text("{key} votes", ["key": key]) }
}
