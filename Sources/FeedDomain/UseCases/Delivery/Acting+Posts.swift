/// What a reader does to a post on the screen, where the service takes it.
extension Overlaying {
  /// How a confirmed post looks where nobody boosted it.
  package func shown(_ post: Post) -> Post { shown(post, boostedBy: nil) }
}

extension Acting {
  /// Does an action, or takes it back.
  func toggle(_ action: Post.OwnActions, on post: Post?, in session: Session) {
    guard let post, permits(.mark(action), on: post, in: session) else { return }
    perform(.mark(post.id, action, !post.own.contains(action)))
  }

  /// Deletes a post of their own.
  func delete(_ post: Post?, in session: Session) {
    guard let post, permits(.delete, on: post, in: session) else { return }
    perform(.delete(post.id))
  }

  private func permits(_ deed: PostDeed, on post: Post, in session: Session) -> Bool {
    let isOwn = post.author.id == session.account.person
    return PostAbilities(session.connection).permission(to: deed, on: post, isOwn: isOwn)
      == .allowed
  }
}
