import Doubles
import FeedDomain
import UseCases

extension Spy<StreamScene.SceneState> {
  /// The ids of the rows shown last, gaps as "…".
  var ids: [String] { rows.map { $0.entry?.id.rawValue ?? "…" } }

  var rows: [FeedRow] { last?.posts.visibleRows ?? [] }

  var gap: TimelineGap? { rows.lazy.compactMap(\.gap).first }

  var status: StreamScene.StreamUnreadStatus? { last?.status }

  var activity: StreamScene.StreamFetchState { last?.activity ?? .none }

  /// The row that was selected last, rather than by the user.
  var selected: ReadingPosition? {
    for case .select(let position) in effects.reversed() { return position }
    return nil
  }

  /// A post as it was shown last.
  func post(_ id: String) -> Post? { last?.posts.post(Post.ID(id)) }

  /// Whether a problem was shown.
  func had(_ problem: StreamScene.StreamProblem) -> Bool {
    values.contains { $0.problem == problem }
  }
}

@MainActor final class ActionSpy {
  var news: [ActionReport] = []
  func hear(_ news: ActionReport) { self.news.append(news) }
}

extension Spy<PhotoScene.SceneState> {
  /// The photos shown, in order, as "post/photo".
  var shown: [String] {
    values.reduce(into: []) { photos, state in
      guard let post = state.post, let photo = state.photo else { return }
      let name = post.id.rawValue + "/" + photo.id.rawValue
      if photos.last != name { photos.append(name) }
    }
  }
}

/// Scenes whose state tells how fetching stands.
@MainActor protocol FetchingState: Sendable { var fetch: SceneFetchState { get } }

extension Spy where Value: FetchingState {
  /// The number of requests that the service has answered.
  var answers: Int {
    zip(values, values.dropFirst()).count {
      $0.fetch.fetchProgress != .idle && $1.fetch.fetchProgress == .idle
    }
  }

  /// The number of requests that were made.
  var questions: Int {
    let known = values.first.map { $0.fetch.fetchProgress == .idle ? 0 : 1 } ?? 0
    return zip(values, values.dropFirst()).reduce(into: known) {
      if $1.0.fetch.fetchProgress == .idle, $1.1.fetch.fetchProgress != .idle { $0 += 1 }
    }
  }
}

extension NotificationsScene.SceneState: FetchingState {}
extension ConversationScene.SceneState: FetchingState {}

extension ConversationScene.SceneState {
  /// The posts that are shown.
  var posts: [Post] { conversation?.nodes.map(\.post) ?? [] }
}

extension Spy<SearchScene.SceneState> {
  /// The results that were shown last.
  var found: SearchScene.GroupedSearchResults? { last?.groupedResults }
}

/// Scenes whose state tells whether the service is being asked.
@MainActor protocol AskingState: Sendable { var fetchProgress: SceneFetchProgress { get } }

extension SearchScene.SceneState: AskingState {}
extension ProfileScene.SceneState: AskingState {}

extension Spy where Value: AskingState {
  /// The number of requests that were answered.
  var answers: Int {
    zip(values, values.dropFirst()).count { $0.fetchProgress != .idle && $1.fetchProgress == .idle }
  }
}

extension Spy<ProfileScene.SceneState> {
  /// Whether a state with those posts came.
  func shows(_ posts: [FeedEntry], hasMore: Bool) -> Bool {
    values.contains { $0.isLoaded && $0.posts == posts && $0.hasMore == hasMore }
  }

  /// Whether the service has answered with posts, or that there are none.
  var isLoaded: Bool { last?.isLoaded == true && last?.fetchProgress == .idle && answers > 0 }
}
