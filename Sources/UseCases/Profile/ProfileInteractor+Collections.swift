internal import FeedDomain

extension ProfileInteractor {
  /// Fetches what they put together, where people do that: after their posts, which come first.
  func gather(after cursor: Cursor?) {
    guard let id, let people = session.connection.people, people.tellsCollections,
      !session.isOver
    else { return }
    gathering.run { () async throws(FeedError) in
      try await people.collections(of: id, after: cursor)
    } then: { [self] answer in
      switch answer {
      case .success(let page):
        if cursor == nil { collections.begin(page) } else { collections.append(page) }
        presentCollections()
      case .failure(let error):
        // The posts are there without; whoever asked for more is told.
        if cursor != nil || error == .signedOut { fail(error) }
      }
    }
  }

  /// Shows all that were fetched, or fetches more.
  func showMoreCollections() {
    if let next = collections.expand() { return gather(after: next) }
    presentCollections()
  }

  private func presentCollections() {
    presenter.present(.collections(collections.shown, hasMore: collections.hasMore))
  }
}
