internal import FeedDomain

/// The concurrent requests of a search.
@MainActor final class SearchRequests {
  let tags, people, posts: FetchTask
  /// The request for more posts, which has no progress.
  let paging: FetchTask
  private var told = FetchProgress.nothing

  /// Reports the combined progress of the requests.
  init(_ world: any World, telling tell: @escaping @MainActor (FetchProgress) -> Void) {
    let bell = ProgressRelay()
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

  /// Forwards the progress of requests that are created before their owner.
  private final class ProgressRelay {
    var ring: @MainActor () -> Void = {}
  }
}
