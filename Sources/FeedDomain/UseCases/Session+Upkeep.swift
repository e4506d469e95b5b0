extension Session {
  /// Has the service looked at again where that is due; nobody waits for it.
  func lookAgain() async {
    guard !isOver, let upkeep = connection.upkeep else { return }
    do throws(FeedError) {
      try await upkeep.lookAgain()
    } catch {
      // What is known does for another day.
      log.note(.network, .info, "could not look at the service again: \(error)")
    }
  }
}
