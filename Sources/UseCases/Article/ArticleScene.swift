package import FeedDomain

/// A namespace for the requests and the state of the article scene, which shows an entry of a web
/// feed as a whole article.
package enum ArticleScene {
  package enum SceneRequest: Equatable, Sendable {
    /// A request of the article scene: show an entry, at the position where the user stopped.
    case open(Post.ID)
    /// A request of the article scene: show an entry beside a timeline as the selection moves.
    case glance(Post.ID)
    /// A request of the article scene: switch between the text of the entry's page, which is
    /// fetched if it is not stored, and the text of the feed.
    case toggleFullText
    /// A request of the article scene: fetch the entry's page again, if its text is shown.
    case refresh
    /// A request of the article scene: show the next or previous entry of the timeline.
    case step(by: Int)
    /// A request of the article scene: show the next unread entry of the timeline, below or above.
    case stepToUnread(StreamDirection)
    /// A request of the article scene: store the user's position in the article.
    case keep(ArticlePosition)
    case toggle(Post.ID, Post.UserPostMarks)
    /// A request of the article scene: mark the shown entry as unread, or as read again.
    case toggleReadState
    case undo, close
  }

  package struct SceneState: Equatable, Sendable {
    package let account: Account
    /// The entry of the article, as a list of one; empty if the entry is not stored.
    package var posts = PostRows<Post>()
    /// The article that the article scene shows; nil until it is read.
    package var article: Article?
    /// The position at which the article is first shown.
    package var position = ArticlePosition.start
    /// True if the article of the entry cannot be read, as when the entry is no longer stored.
    package var isGone = false
    package var progress = SceneFetchProgress.idle

    package init(account: Account) { self.account = account }

    package var post: Post? { posts.visibleRows.first }

    /// True if the shown entry is unread, as after the user marked it so.
    package var isUnread: Bool {
      guard account.id.hasReadStates, article != nil, let post else { return false }
      return !post.userMarks.contains(.read)
    }
  }
}

/// An interactor of the article scene: shows the stored text, fetches the entry's page on request.
@MainActor
package final class ArticleInteractor: Interacting {
  private let session: AccountSession
  private let actions: UserActionPerformer
  private let presenter: any Presenting<ArticleScene.SceneState>
  private var focus: Post.ID?
  private var state: ArticleScene.SceneState {
    didSet { if state != oldValue { presenter.present(state) } }
  }
  private lazy var fetching = SceneFetcher(session.world) { [weak self] in self?.state.progress = $0
  }

  package init(
    _ session: AccountSession, actions: UserActionPerformer,
    presenter: any Presenting<ArticleScene.SceneState>
  ) {
    (self.session, self.actions, self.presenter) = (session, actions, presenter)
    state = ArticleScene.SceneState(account: session.account)
    actions.addActionReportListener(self) { $0.handleActionReport($1) }
  }

  package func handle(_ request: ArticleScene.SceneRequest) async {
    switch request {
    case .open(let post): await openArticle(post, at: nil)
    case .glance(let post): await openArticle(post, at: .start)
    case .toggleFullText: await toggleFullText()
    case .refresh:
      fetching.cancelStalledRequests()
      if state.article?.source == .page { fetchArticlePage() }
    case .step(let step): await openNeighbouringArticle(step)
    case .stepToUnread(let direction): await openNextUnreadArticle(direction)
    case .keep(let position): await storeShownArticlePosition(position)
    case .toggle(let id, let action): actions.toggleMark(action, on: state.posts.post(id))
    case .toggleReadState: await toggleReadState()
    case .undo: actions.undoLastAction()
    case .close:
      fetching.cancelRequest()
      focus = nil
    }
  }
}

extension ArticleInteractor {
  private var gateway: (any ArticleGateway)? { session.connection.articles }

  private func handleActionReport(_ event: ActionReport) {
    guard focus != nil else { return }
    state.posts.applyActionReport(event, through: actions)
    presenter.performReportEffects(event, of: session.account)
  }

  /// Shows an entry's article at a position; for nil, at the stored position.
  private func openArticle(_ post: Post.ID, at position: ArticlePosition?) async {
    fetching.cancelRequest()
    let turn = fetching.generation
    focus = post
    var next = ArticleScene.SceneState(account: session.account)
    if var held = await session.storedPost(post) {
      // An opened entry is shown as read at once, before that is stored.
      if position == nil, state.account.id.hasReadStates { held.userMarks.insert(.read) }
      next.posts.replaceRows(with: [held], through: actions)
    }
    guard turn == fetching.generation, let gateway else { return }
    do throws(FeedError) {
      next.article = try await gateway.storedArticle(post, from: nil)
      if let position {
        next.position = position
      } else {
        next.position = await gateway.storedArticlePosition(in: post) ?? .start
      }
    } catch {
      next.isGone = true
    }
    guard turn == fetching.generation else { return }
    state = next
    // Only an opened entry is marked as read, not one shown as a preview.
    guard position == nil, next.article != nil else { return }
    await actions.setReadState(true, .entries([post]), canBeUndone: false)
    guard next.article?.source == .feed, let entry = next.post,
      await session.webFeedsShowingFullText().contains(entry.author.id), turn == fetching.generation
    else { return }
    fetchArticlePage()
  }

  private func toggleReadState() async {
    guard state.account.id.hasReadStates, let post = state.post else { return }
    await actions.setReadState(state.isUnread, .entries([post.id]))
  }

  private func toggleFullText() async {
    guard let focus, let gateway, let article = state.article else { return }
    guard article.source == .page || article.hasPage else { return fetchArticlePage() }
    let turn = fetching.generation
    do throws(FeedError) {
      let other = try await gateway.storedArticle(
        focus, from: article.source == .page ? .feed : nil)
      guard turn == fetching.generation else { return }
      showArticle(other)
    } catch {
      presenter.perform(.say(.articleNotFetched(.service(error))))
    }
  }

  private func showArticle(_ article: Article) {
    var next = state
    (next.article, next.position) = (article, .start)
    state = next
  }

  private func fetchArticlePage() {
    guard let focus, let gateway else { return }
    fetching.runRequest { () async throws(ArticleError) in
      try await gateway.fetchArticle(focus)
    } then: { [self] answer in
      switch answer {
      case .success(let article): showArticle(article)
      // After a failure the text of the feed stays on the screen.
      case .failure(let error): presenter.perform(.say(.articleNotFetched(error)))
      }
    }
  }

  private func storeShownArticlePosition(_ position: ArticlePosition) async {
    guard let focus, let gateway else { return }
    await gateway.storeArticlePosition(position, in: focus)
  }

  /// Opens the article of the entry below the shown one in the timeline behind the article scene
  /// (for a `step` of 1), or above it (for -1).
  private func openNeighbouringArticle(_ step: Int) async {
    guard let focus else { return }
    let turn = fetching.generation
    do throws(StoreError) {
      // The common stream of several accounts shows the entries of the account's home stream.
      for feed in [session.openFeeds.last ?? .home, .home] where feed != .everything {
        let window = try await session.stores.feeds.feedWindow(
          of: feed, account: session.account.id, around: .entry(FeedEntry.ID(sameAs: focus)),
          above: step < 0 ? 1 : 0, below: step > 0 ? 2 : 1)
        guard turn == fetching.generation else { return }
        let entries = window.rows.compactMap(\.entry)
        guard let place = entries.firstIndex(where: { $0.post.id == focus }) else { continue }
        guard entries.indices.contains(place + step) else { break }
        return await openArticle(entries[place + step].post.id, at: nil)
      }
      presenter.perform(.say(.noArticle(step > 0 ? .next : .previous)))
    } catch {
      presenter.perform(.say(.storeFailed(error)))
    }
  }

  /// Opens the article of the next unread entry below or above the shown one in the timeline behind
  /// the article scene; behind the last of them, the first one from the timeline's other end.
  private func openNextUnreadArticle(_ direction: StreamDirection) async {
    guard let focus else { return }
    let generation = fetching.generation
    let (feeds, shown) = (session.stores.feeds, FeedEntry.ID(sameAs: focus))
    do throws(StoreError) {
      // The common stream of several accounts shows the entries of the account's home stream.
      let open = session.openFeeds.last ?? .home
      let scope = StreamOrMergedHomes.stream(open == .everything ? .home : open, session.account.id)
      var next = try await feeds.nextUnreadEntry(direction, from: shown, of: scope)
      if next == nil { next = try await feeds.nextUnreadEntry(direction, from: nil, of: scope) }
      var post: Post.ID?
      if let next {
        post = try await feeds.feedWindow(of: scope, around: .entry(next), above: 0, below: 1)
          .rows.compactMap(\.entry).first { $0.id == next }?.post.id
      }
      guard generation == fetching.generation else { return }
      guard let post else {
        return presenter.perform(.action(.markedRead(0, true), of: session.account))
      }
      await openArticle(post, at: nil)
    } catch {
      presenter.perform(.say(.storeFailed(error)))
    }
  }
}
