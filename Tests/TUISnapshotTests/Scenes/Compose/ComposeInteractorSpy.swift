import FeedDomain

@testable import TweetieTUI

@MainActor final class ComposeInteractorSpy: ComposeInteracting {
  private(set) var requests: [Compose.Request] = []
  func handle(_ request: Compose.Request) async { requests.append(request) }

  /// The drafts that were told, in order.
  var drafts: [Draft] {
    requests.compactMap { if case .edit(let draft) = $0 { draft } else { nil } }
  }
}
