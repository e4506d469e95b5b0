package import FeedDomain

package enum SceneFetchState: Equatable, Sendable {
  case idle
  case waiting(SceneFetchProgress)
  case failed(FeedError)

  package var fetchProgress: SceneFetchProgress {
    if case .waiting(let asking) = self { asking } else { .idle }
  }

  init(_ fetchProgress: SceneFetchProgress) {
    self = fetchProgress == .idle ? .idle : .waiting(fetchProgress)
  }

  package var failure: FeedError? { if case .failed(let error) = self { error } else { nil } }
}

package struct PagedList<Element: Equatable & Sendable>: Equatable, Sendable {
  package var elements: [Element] = []
  package var nextCursor: Cursor?
  package var fetch = SceneFetchState.idle
  /// True if a page of the paged list was fetched, so that an empty list means that there are no
  /// elements.
  package var isLoaded = false

  package init(
    _ elements: [Element] = [], nextCursor: Cursor? = nil, fetch: SceneFetchState = .idle
  ) {
    (self.elements, self.nextCursor, self.fetch) = (elements, nextCursor, fetch)
    isLoaded = !elements.isEmpty
  }

  package var hasMore: Bool { nextCursor != nil }

  mutating func replaceElements(with elements: [Element]) {
    self = PagedList(elements)
    isLoaded = true
  }
}

extension PagedList where Element: Identifiable, Element.ID: Sendable {
  /// Appends a page to the list, or starts the list again with the first page. Elements that moved
  /// between pages are listed once.
  mutating func addPage(_ page: Page<Element>, isFirst: Bool) {
    let known = isFirst ? [] : Set(elements.map(\.id))
    elements = (isFirst ? [] : elements) + page.elements.filter { !known.contains($0.id) }
    nextCursor = page.nextCursor
    isLoaded = true
    fetch = .idle
  }
}

/// A loader of the pages of a scene's list, which repeats requests after a rate limit.
@MainActor
final class PageLoader<Element: Identifiable & Equatable & Sendable>
where Element.ID: Sendable {
  typealias Source = @MainActor (Cursor?) async throws(FeedError) -> Page<Element>

  /// The paged list as fetched so far; each change calls `changed`.
  var list = PagedList<Element>() { didSet { changed(list) } }
  private let session: AccountSession
  private let presenter: any Presenting
  private let changed: @MainActor (PagedList<Element>) -> Void
  private let loaded: @MainActor (Page<Element>) async -> Void
  private var source: Source?
  private lazy var fetching = SceneFetcher(session.world) { [weak self] in
    self?.showPageFetchProgress($0)
  }
  /// The runner that waits for the end of a rate limit on the paged list, to go on fetching.
  private let waiting = SceneFetcher()

  /// Creates a page loader with an empty list. `changed` is called with each change of the list,
  /// `loaded` after each page is added.
  init(
    _ session: AccountSession, presenter: any Presenting,
    changed: @escaping @MainActor (PagedList<Element>) -> Void,
    loaded: @escaping @MainActor (Page<Element>) async -> Void = { _ in }
  ) {
    (self.session, self.presenter) = (session, presenter)
    (self.changed, self.loaded) = (changed, loaded)
  }

  /// Empties the paged list, and fetches its first page from a source.
  func loadFirstPage(of source: @escaping Source) {
    cancelPageRequest()
    self.source = source
    list = PagedList()
    fetchPage(after: nil)
  }

  var isOpen: Bool { source != nil }

  func loadNextPage() { if let next = list.nextCursor { fetchPage(after: next) } }

  /// Fetches the first page of the paged list again; the page replaces the list when it arrives.
  func reloadFirstPage() {
    cancelPageRequest()
    fetchPage(after: nil)
  }

  func cancelPageRequest() {
    waiting.cancelRequest()
    fetching.cancelRequest()
  }

  /// Cancels the request of the paged list, and forgets the source of pages, so that later
  /// refreshes do nothing.
  func forgetPageSource() {
    cancelPageRequest()
    source = nil
  }
}

extension PageLoader {
  private func fetchPage(after cursor: Cursor?) {
    guard let source else { return }
    waiting.cancelRequest()
    let known = cursor == nil ? [] : Set(list.elements.map(\.id))
    fetching.runRequest { () async throws(FeedError) in
      try await RequestedCursors.nextPageWithNewElements(
        after: cursor, isNew: { !known.contains($0.id) }, ask: source)
    } then: { [weak self] answer in
      await self?.addPageOrShowError(answer, after: cursor)
    }
  }

  private func addPageOrShowError(_ answer: Result<Page<Element>, FeedError>, after cursor: Cursor?)
    async
  {
    switch answer {
    case .success(let page):
      list.addPage(page, isFirst: cursor == nil)
      await loaded(page)
    case .failure(let error):
      list.fetch = .failed(error)
      if error == .signedOut { presenter.perform(.askToSignIn(session.account)) }
      guard case .rateLimited(let until) = error else { return }
      waiting.runActionAfterRateLimit(until: until, in: session.world) { [weak self] in
        self?.fetchPage(after: cursor)
      }
    }
  }

  private func showPageFetchProgress(_ asking: SceneFetchProgress) {
    let fetch = SceneFetchState(asking)
    if list.fetch != fetch { list.fetch = fetch }
  }
}
