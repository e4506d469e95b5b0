internal import FeedDomain

/// What whoever signed in can do: like, where Unsplash still has likes, and save to a collection.
struct UnsplashPublishing: PublishingGateway {
  let connection: UnsplashConnection

  func send(_ change: Change, key: OutboxItem.ID) async throws(FeedError) -> Outcome {
    switch change {
    case .mark(let photo, .liked, let isLiked): return try await like(photo, isLiked)
    case .mark(let photo, .bookmarked, let isKept):
      guard let shelf = connection.shelf else { throw .refused(nil) }
      try await shelf.keep(photo.rawValue, isKept)
      return .done
    case .mark, .follow, .mute, .block, .admit, .vote, .publish, .delete, .act: throw .refused(nil)
    }
  }

  private func like(_ photo: Post.ID, _ isLiked: Bool) async throws(FeedError) -> Outcome {
    let path = UnsplashConnection.path(of: photo.rawValue) + "/like"
    let request = HTTPRequest(isLiked ? .post : .delete, path, isRepeatable: true)
    do throws(FeedError) {
      try await connection.client.perform(request)
      return .done
    } catch {
      guard error == .notFound || error == .refused(nil) else { throw error }
      // 404, 405 and 410: the call may be gone, or the photo.
      if error == .notFound {
        _ = try await connection.client.send(
          HTTPRequest(.get, UnsplashConnection.path(of: photo.rawValue)))
      }
      // At worst it is found out again.
      try? await connection.notes?.keep { $0.permit?.hasLikes = false }
      throw .refused(nil)
    }
  }
}
