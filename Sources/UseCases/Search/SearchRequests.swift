internal import FeedDomain

/// What a service is asked at the same time for one search.
@MainActor final class SearchRequests {
  let tags, people, posts: FetchTask
  /// For more of the posts, which nobody waits for.
  let paging: FetchTask
  /// How it was told that this stands.
  private var told = FetchProgress.nothing

  /// Tells when the first answer begins to be awaited, when none comes, and when the last has come.
  init(_ world: any World, telling tell: @escaping @MainActor (FetchProgress) -> Void) {
    let bell = Bell()
    func fetchTask() -> FetchTask { FetchTask(world) { _ in bell.ring() } }
    (tags, people, posts) = (fetchTask(), fetchTask(), fetchTask())
    paging = FetchTask(world)
    bell.ring = { [weak self] in
      guard let self else { return }
      let stand = FetchProgress([tags, people, posts].map(\.asking))
      guard stand != told else { return }
      told = stand
      tell(stand)
    }
  }

  func stop() {
    for fetchTask in [tags, people, posts, paging] { fetchTask.stop() }
  }

  /// Rung by each errand, and heard once all of them are there.
  private final class Bell {
    var ring: @MainActor () -> Void = {}
  }
}
