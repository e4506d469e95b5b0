import FeedDomain

@MainActor final class StreamPresenterSpy: Presenting {
  var responses: [StreamReading.Response] = []
  func present(_ response: StreamReading.Response) { responses.append(response) }

  /// The ids of the rows shown last, gaps as "…".
  var ids: [String] {
    rows?.rows.map { if case .entry(let entry) = $0 { entry.id.rawValue } else { "…" } } ?? []
  }

  var rows: StreamReading.Rows? {
    for case .rows(let rows) in responses.reversed() { return rows }
    return nil
  }

  var gap: Gap? {
    for case .gap(let gap)? in rows?.rows.map(Optional.some) ?? [] { return gap }
    return nil
  }

  var status: StreamReading.Status? {
    for case .status(let status) in responses.reversed() { return status }
    return nil
  }

  var activity: StreamReading.Activity {
    for case .activity(let activity) in responses.reversed() { return activity }
    return .none
  }

  /// The post as it was shown last.
  func post(_ id: String) -> Post? {
    for response in responses.reversed() {
      switch response {
      case .changed(let posts):
        if let post = posts.first(where: { $0.id.rawValue == id }) { return post }
      case .rows(let rows):
        for case .entry(let entry) in rows.rows where entry.post.id.rawValue == id {
          return entry.post
        }
      default: continue
      }
    }
    return nil
  }
}

@MainActor final class ActionSpy: ActionObserving {
  var news: [ActionNews] = []
  func hear(_ news: ActionNews) { self.news.append(news) }
}

@MainActor final class SignInPresenterSpy: SignInPresenting {
  var responses: [SignIn.Response] = []
  func present(_ response: SignIn.Response) { responses.append(response) }
}

@MainActor final class PeoplePresenterSpy: PeoplePresenting {
  var responses: [People.Response] = []
  func present(_ response: People.Response) { responses.append(response) }
}

@MainActor final class ConversationPresenterSpy: ConversationPresenting {
  var responses: [ConversationReading.Response] = []
  func present(_ response: ConversationReading.Response) { responses.append(response) }
}

@MainActor final class ProfilePresenterSpy: ProfilePresenting {
  var responses: [Profile.Response] = []
  func present(_ response: Profile.Response) { responses.append(response) }
}

@MainActor final class PhotoPresenterSpy: Presenting {
  var responses: [PhotoViewing.Response] = []
  func present(_ response: PhotoViewing.Response) { responses.append(response) }

  /// The photos shown, in order, as "post/photo".
  var shown: [String] {
    responses.compactMap { response in
      guard case .photo(let shown) = response else { return nil }
      return shown.post.id.rawValue + "/" + shown.photo.id.rawValue
    }
  }
}

@MainActor final class PlaceChoicePresenterSpy: PlaceChoicePresenting {
  var responses: [PlaceChoice.Response] = []
  func present(_ response: PlaceChoice.Response) { responses.append(response) }
}

@MainActor final class NoticesPresenterSpy: NoticesPresenting {
  var responses: [Notices.Response] = []
  func present(_ response: Notices.Response) { responses.append(response) }

  /// How many questions were answered.
  var answers: Int { responses.count { $0 == .loading(false) } }

  /// The notices as they were shown last.
  var shown: Notices.Shown? {
    for case .notices(let shown) in responses.reversed() { return shown }
    return nil
  }
}

@MainActor final class SearchPresenterSpy: SearchPresenting {
  var responses: [Search.Response] = []
  func present(_ response: Search.Response) { responses.append(response) }

  /// What was shown as found last.
  var found: Search.Found? {
    for case .found(let found) in responses.reversed() { return found }
    return nil
  }
}

@MainActor final class VotingPresenterSpy: VotingPresenting {
  var responses: [Voting.Response] = []
  func present(_ response: Voting.Response) { responses.append(response) }
}

@MainActor final class OutboxPresenterSpy: OutboxPresenting {
  var responses: [OutboxReading.Response] = []
  func present(_ response: OutboxReading.Response) { responses.append(response) }
}
