extension Session {
  /// The posts, as they came from the service, with what is held of them where it did not tell.
  func filled(_ posts: [Post]) async -> [Post] {
    var filled: [Post] = []
    for post in posts {
      let held = post.untold.isEmpty ? nil : await held(post.id)
      filled.append(post.filled(from: held))
    }
    return filled
  }

  private func held(_ post: Post.ID) async -> Post? {
    do throws(StoreError) {
      return try await shelf.feeds.post(post, account: account.id)
    } catch {
      note(error, doing: "read a post")
      return nil
    }
  }
}
