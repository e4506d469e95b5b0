extension ProfileInteractor {
  /// Fetches what they put together, where people do that: after their posts, which come first.
  func gather(after cursor: Cursor?) {
    guard let id, let gateway = session.connection.collections, gathering == nil, !session.isOver
    else { return }
    gathering = Task {
      do throws(FeedError) {
        let page = try await gateway.collections(of: id, after: cursor)
        guard !Task.isCancelled else { return }
        gathering = nil
        if cursor == nil { collections.begin(page) } else { collections.append(page) }
        presentCollections()
      } catch {
        guard !Task.isCancelled else { return }
        gathering = nil
        // The posts are there without; whoever asked for more is told.
        if cursor != nil || error == .signedOut {
          presenter.present(error == .signedOut ? .action(.signedOut) : .failed(error))
        }
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
