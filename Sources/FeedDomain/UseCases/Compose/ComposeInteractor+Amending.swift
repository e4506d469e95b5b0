extension ComposeInteractor {
  /// Begins to change a post: with what is left of an earlier try, else as it was written, which the
  /// service knows alone.
  func amend(_ post: Post.ID) async {
    guard let limits = session.connection.draftLimits, let editing = session.connection.editing
    else { return }
    do throws(StoreError) {
      if let left = try await DraftBeginning(session, actions: actions).left(changing: post) {
        return begin(left, within: limits)
      }
    } catch {
      // Changing it must be possible even where nothing can be read.
      session.note(error, doing: "look for a draft")
    }
    presenter.present(.fetching)
    do throws(FeedError) {
      let id = Draft.ID(session.world.orderedKey())
      let draft = try await editing.draft(of: post, as: id)
      guard !session.isOver else { return }
      begin(DraftBeginning.Start(draft: draft, answered: nil, isResumed: false), within: limits)
    } catch {
      presenter.present(.notFetched(error))
    }
  }
}
