extension Session {
  /// The posts, as they came from the service, with what is held of them where it did not tell.
  func filled(_ posts: [Post], told place: Post.Telling) async -> [Post] {
    var filled: [Post] = []
    for post in posts { filled.append(post.merged(with: await held(post.id), told: place)) }
    return filled
  }

  /// A post that is held.
  func held(_ post: Post.ID) async -> Post? {
    do throws(StoreError) {
      return try await shelf.feeds.post(post, account: account.id)
    } catch {
      note(error, doing: "read a post")
      return nil
    }
  }
}
