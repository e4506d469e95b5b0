internal import FeedDomain

/// An interactor of the search scene: searches the store while typing, and the service on request.
@MainActor
package final class SearchInteractor: Interacting {
  private static let limit = 100
  /// The number of stored posts searched for authors to complete a name.
  private static let postsForAuthors = 1_000

  private let session: AccountSession
  private let actions: UserActionPerformer
  private let presenter: any Presenting<SearchScene.SceneState>
  private var isOpen = false
  private var state: SearchScene.SceneState
  private var findings: SearchResults?
  private var grouping = FoundPostsGrouping()
  private var posts = PostRows<Post>()
  /// The concurrent requests of the search scene for hashtags, people and posts.
  private lazy var asking = SearchFetchers(session.world) { [weak self] asking in
    self?.updateState {
      $0.fetchProgress = asking
      if asking != .idle { $0.failure = nil }
    }
  }
  private lazy var typedSearches = LatestValueWriter<TypedSearch> { [weak self] in
    await self?.searchStoreForPosts(for: $0)
  }
  private var offer = OfferedSearchCompletions()

  package init(
    _ session: AccountSession, actions: UserActionPerformer,
    presenter: any Presenting<SearchScene.SceneState>
  ) {
    (self.session, self.actions, self.presenter) = (session, actions, presenter)
    state = SearchScene.SceneState(account: session.account)
    actions.addActionReportListener(self) { $0.handleActionReport($1) }
  }

  package func handle(_ request: SearchScene.SceneRequest) async {
    switch request {
    case .open:
      isOpen = true
      await showSearchHistory()
    case .type(let words): await searchWhileTyping(words)
    case .submit(let words): await submitSearch(words)
    case .more: requestOlderResults()
    case .arrange(let order): await groupResults(by: FoundPostsGrouping(order: order))
    case .narrow(let group):
      await self.groupResults(by: FoundPostsGrouping(order: grouping.order, shownGroup: group))
    case .toggleTab: await toggleSearchTab()
    case .toggle(let id, let action): actions.toggleMark(action, on: posts.post(id))
    case .delete(let id): actions.deletePost(posts.post(id))
    case .countUnread: presenter.perform(.say(.confirmsRead(unreadFoundEntries.count)))
    case .markFoundRead: await actions.setReadState(true, .entries(unreadFoundEntries))
    case .undo: actions.undoLastAction()
    case .close:
      isOpen = false
      asking.cancelAllRequests()
      resetSearchResults(nil)
    }
  }

  package func repeatRequestsAfterSignIn() async {
    guard isOpen, let findings = findings, findings.isAsked else { return }
    await submitSearch(findings.question.text)
  }
}

extension SearchInteractor {
  private func handleActionReport(_ event: ActionReport) {
    guard isOpen else { return }
    switch event {
    case .stored(let posts): for post in posts { findings?.replacePostVersion(post) }
    case .delivered(_, .post(let post)): findings?.replacePostVersion(post)
    case .delivered(.delete(let post), _): findings?.removePost(post)
    default: break
    }
    let before = posts.visibleRows
    posts.applyActionReport(event, through: actions)
    updateState {
      $0.undelivered = posts.undelivered
      if posts.visibleRows != before { $0.groupedResults = groupedResults }
    }
    presenter.performReportEffects(event, of: session.account)
  }

  /// The ids of the unread entries among the shown results.
  private var unreadFoundEntries: [Post.ID] {
    (groupedResults?.posts ?? []).filter { !$0.userMarks.contains(.read) }.map(\.id)
  }

  private func updateState(_ change: (inout SearchScene.SceneState) -> Void) {
    let before = state
    change(&state)
    if state != before { presenter.present(state) }
  }
}

extension SearchInteractor {
  private func showSearchHistory() async {
    var history: [String]?
    if let searches = session.stores.searches {
      do throws(StoreError) {
        history = try await searches.recentSearches(of: session.account.id)
      } catch {
        return session.logStoreError(error, doing: "read earlier searches")
      }
    }
    guard isOpen, findings == nil else { return }
    updateState { ($0.history, $0.groupedResults, $0.failure) = (history ?? [], nil, nil) }
  }

  private func searchWhileTyping(_ words: String) async {
    let question = TypedSearch(words, session)
    offer.typed = words
    if question != findings?.question {
      asking.cancelAllRequests()
      resetSearchResults(question)
      presentCompletions()
      if let question {
        typedSearches.submitValueToWrite(question)
        await typedSearches.waitUntilValueIsWritten()
      } else {
        await showSearchHistory()
      }
    }
    if offer.source == nil { offer.source = await loadCompletionSource() }
    presentCompletions()
    await offerStoredAuthors(in: words)
  }

  /// Finds authors in the store whose name begins as typed after "from:", and offers them as
  /// completions of the search.
  private func offerStoredAuthors(in words: String) async {
    guard isOpen, offer.typed == words, let name = SearchCompletionSource.typedAuthor(in: words)
    else {
      return
    }
    do throws(StoreError) {
      let people = try await session.stores.feeds.postAuthorsWithNamePrefix(
        beginning: name, account: session.account.id, amongPosts: Self.postsForAuthors)
      guard offer.typed == words else { return }
      offer.source = offer.source?.replacingAuthors(people)
      presentCompletions()
    } catch {
      session.logStoreError(error, doing: "search for people")
    }
  }

  private func submitSearch(_ words: String) async {
    guard let question = TypedSearch(words, session) else { return }
    asking.cancelAllRequests()
    if let lead = session.connection.resolvableLink(typed: words), lead.isWhole {
      return presenter.perform(.follow(lead))
    }
    if findings?.question != question {
      resetSearchResults(question)
      typedSearches.submitValueToWrite(question)
    }
    findings?.isAsked = true
    requestSearchResultsFromService(question)
    sortAndPresentResults()
    offer.typed = ""
    presentCompletions()
    await addSearchToHistory(question)
  }

  private func resetSearchResults(_ question: TypedSearch?) {
    findings = question.map { SearchResults($0) }
    grouping.shownGroup = nil
    posts.replaceRows(with: [], through: actions)
  }

  private func searchStoreForPosts(for question: TypedSearch) async {
    guard isOpen, findings?.question == question else { return }
    do throws(StoreError) {
      let query = try await session.stores.queryResolvingBookmarkTags(
        of: question.query, account: session.account.id)
      let feeds = session.stores.feeds
      // The files of web feeds are read only for a submitted search, not for each typed letter.
      let posts =
        findings?.isAsked == true
        ? try await feeds.findStoredPosts(
          matching: query, of: session.connection, limit: Self.limit, now: session.world.now)
        : try await feeds.findStoredPosts(
          matching: query, account: session.account.id, limit: Self.limit)
      guard isOpen, findings?.question == question else { return }
      findings?.setStoredPosts(posts)
      await loadTimelinesOfPosts(of: posts)
      guard isOpen, findings?.question == question else { return }
      sortAndPresentResults()
    } catch {
      guard isOpen else { return }
      presenter.perform(.say(.storeFailed(error)))
    }
  }

  private func presentCompletions() {
    guard isOpen, let completions = offer.takeChangedCompletions() else { return }
    updateState { $0.completions = completions }
  }

  private func loadCompletionSource() async -> SearchCompletionSource {
    guard let feed = session.tabs.lazy.compactMap(\.feed).first else {
      return SearchCompletionSource([])
    }
    do throws(StoreError) {
      let window = try await session.stores.feeds.feedWindow(
        of: feed, account: session.account.id, around: .top, above: 0, below: 200)
      let tags = try await session.stores.bookmarkTags(of: session.account.id).all
        .map(\.name)
      return SearchCompletionSource(window.rows.compactMap(\.entry), tags: tags)
    } catch {
      session.logStoreError(error, doing: "search for names and tags")
      return SearchCompletionSource([])
    }
  }

  private func addSearchToHistory(_ question: TypedSearch) async {
    guard !session.isOver else { return }
    do throws(StoreError) {
      try await session.stores.searches?.addSearchToHistory(
        question.text, of: session.account.id, now: session.world.now)
    } catch {
      session.logStoreError(error, doing: "store a search")
    }
  }

  private func sortAndPresentResults() {
    guard let findings else { return }
    posts.replaceRows(
      with: findings.distinctPostsNewestFirst(now: session.world.now), through: actions)
    presentResults()
  }

  private func presentResults() {
    guard let groupedResults else { return }
    updateState {
      if groupedResults.query != $0.groupedResults?.query { $0.failure = nil }
      $0.groupedResults = groupedResults
    }
  }

  private var groupedResults: SearchScene.GroupedSearchResults? {
    findings?.groupedSearchResults(showing: posts.visibleRows, grouping, tabs: session.tabs)
  }
}

// MARK: - Groups and tabs

extension SearchInteractor {
  private func groupResults(by grouping: FoundPostsGrouping) async {
    self.grouping = grouping
    if let findings {
      await loadTimelinesOfPosts(of: findings.distinctPostsNewestFirst(now: session.world.now))
    }
    presentResults()
  }

  /// Reads from the store which timelines contain the found posts, for grouping them.
  private func loadTimelinesOfPosts(of posts: [Post]) async {
    guard grouping.order == .stream, let question = findings?.question else { return }
    do throws(StoreError) {
      let streams = try await session.stores.feeds.feedsByPost(
        containing: posts.map(\.id), account: session.account.id)
      guard findings?.question == question else { return }
      findings?.addTimelinesOfPosts(streams)
    } catch {
      session.logStoreError(error, doing: "read the streams of posts")
    }
  }

  private func toggleSearchTab() async {
    guard let words = findings?.question.text, !session.isOver else { return }
    let tab = AccountStreamTab.feed(.search(words))
    guard let tabs = session.tabs(toggling: tab) else { return presenter.perform(.say(.lastTab)) }
    session.setChosenTabs(tabs)
    presenter.perform(.say(.tab(.search(words), isShown: tabs.contains(tab))))
    do throws(StoreError) { try await session.storeTabs(tabs) } catch {
      presenter.perform(.say(.storeFailed(error)))
    }
  }
}

// MARK: - At the service

extension SearchInteractor {
  /// Requests hashtags, people and posts of a search concurrently; each result is shown on arrival.
  private func requestSearchResultsFromService(_ question: TypedSearch) {
    let connection = session.connection
    // The full texts of web feeds' entries are stored on this machine.
    if connection.subscriptions != nil { typedSearches.submitValueToWrite(question) }
    guard connection.canSearch else {
      if !session.account.service.keepsSavedEntries { presenter.perform(.say(.unsearchable)) }
      return
    }
    if let completion = connection.completion, let tag = question.tag {
      runSearchRequest(asking.tags) { () async throws(FeedError) in
        try await completion.hashtags(matching: tag)
      } then: {
        $0.setFoundTags($1)
      }
    }
    if let people = connection.people, people.lists.contains(.matching),
      let name = question.person
    {
      runSearchRequest(asking.people) { () async throws(FeedError) in
        try await people.people(.matching(name), after: nil)
      } then: {
        $0.setFoundPeople($1.elements)
      }
    }
    // Bookmark tags are stored locally, so that no service can search for them.
    if question.query.namesBookmarkTags { return }
    guard connection.canSearchFor(question.query) else {
      return presenter.perform(.say(.unaskable))
    }
    requestFoundPostsFromService(question, after: nil, asking.posts)
  }

  private func requestOlderResults() {
    guard let findings, let next = findings.nextCursor else { return }
    requestFoundPostsFromService(findings.question, after: next, asking.paging)
  }

  private func requestFoundPostsFromService(
    _ question: TypedSearch, after cursor: Cursor?, _ fetchTask: SceneFetcher
  ) {
    let known = cursor == nil ? [] : findings?.sentIDs ?? []
    runSearchRequest(fetchTask) { [self] () async throws(FeedError) in
      let feeds = session.connection.feeds
      let page = try await RequestedCursors.nextPageWithNewElements(
        after: cursor, isNew: { !known.contains($0.id) }
      ) {
        cursor async throws(FeedError) in
        try await feeds.foundPosts(matching: question.query, after: cursor)
      }
      let posts = await storePosts(page.elements)
      await loadTimelinesOfPosts(of: posts)
      return Page(posts, nextCursor: page.nextCursor)
    } then: {
      if cursor == nil { $0.replacePages(with: $1) } else { $0.appendPage($1) }
    }
  }

  private func runSearchRequest<Answer: Sendable>(
    _ fetchTask: SceneFetcher, _ ask: @escaping @MainActor () async throws(FeedError) -> Answer,
    then take: @escaping @MainActor (inout SearchResults, Answer) -> Void
  ) {
    fetchTask.runRequest(ask) { [self] answer in
      switch answer {
      case .success(let answer):
        guard var found = findings else { return }
        take(&found, answer)
        findings = found
        sortAndPresentResults()
      case .failure(.signedOut): presenter.perform(.askToSignIn(session.account))
      case .failure(let error): updateState { $0.failure = error }
      }
    }
  }

  /// Stores the posts that a search found, so that they open at once and are found offline; returns
  /// them merged with their stored versions.
  private func storePosts(_ posts: [Post]) async -> [Post] {
    guard !session.isOver, !Task.isCancelled else { return posts }
    do throws(StoreError) {
      return try await session.storePosts(posts)
    } catch {
      session.logStoreError(error, doing: "store search results")
      return await session.postsMergedWithStored(posts, fetchedAs: .elsewhere)
    }
  }
}

@MainActor
final class SearchFetchers {
  let tags, people, posts: SceneFetcher
  /// The runner of the request for older search results, whose progress the search scene does not
  /// show.
  let paging: SceneFetcher
  private var reportedProgress = SceneFetchProgress.idle

  init(_ world: any World, telling tell: @escaping @MainActor (SceneFetchProgress) -> Void) {
    let bell = SearchProgressRelay()
    func newSearchFetcher() -> SceneFetcher { SceneFetcher(world) { _ in bell.ring() } }
    (tags, people, posts) = (newSearchFetcher(), newSearchFetcher(), newSearchFetcher())
    paging = SceneFetcher(world)
    bell.ring = { [weak self] in
      guard let self else { return }
      let stand = SceneFetchProgress([tags, people, posts].map(\.fetchProgress))
      guard stand != reportedProgress else { return }
      reportedProgress = stand
      tell(stand)
    }
  }

  func cancelAllRequests() {
    for fetchTask in [tags, people, posts, paging] { fetchTask.cancelRequest() }
  }

  /// A relay that passes on the progress of concurrent search requests to a closure, which is set
  /// later than the relay is created.
  private final class SearchProgressRelay {
    var ring: @MainActor () -> Void = {}
  }
}
