internal import FeedDomain

/// What a service is asked at the same time for one search.
@MainActor final class SearchAsking {
  let tags, people, posts: Errand
  /// For more of the posts, which nobody waits for.
  let paging: Errand
  /// How it was told that this stands.
  private var told = Asking.nothing

  /// Tells when the first answer begins to be awaited, when none comes, and when the last has come.
  init(_ world: any World, telling tell: @escaping @MainActor (Asking) -> Void) {
    let bell = Bell()
    func errand() -> Errand { Errand(world) { _ in bell.ring() } }
    (tags, people, posts) = (errand(), errand(), errand())
    paging = Errand(world)
    bell.ring = { [weak self] in
      guard let self else { return }
      let stand = Asking([tags, people, posts].map(\.asking))
      guard stand != told else { return }
      told = stand
      tell(stand)
    }
  }

  func stop() {
    for errand in [tags, people, posts, paging] { errand.stop() }
  }

  /// Rung by each errand, and heard once all of them are there.
  private final class Bell {
    var ring: @MainActor () -> Void = {}
  }
}
