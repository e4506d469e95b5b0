package import FeedDomain

/// How fetching something for a scene stands.
package enum FetchState: Equatable, Sendable {
  case idle
  /// The service was asked, and has not answered.
  case waiting(FetchProgress)
  /// The last request failed; what was fetched before stays.
  case failed(FeedError)

  /// Whether the service was asked, and how long it has been silent.
  package var asking: FetchProgress {
    if case .waiting(let asking) = self { asking } else { .nothing }
  }

  /// How fetching stands once a request begins, is slow, or ends.
  init(_ asking: FetchProgress) { self = asking == .nothing ? .idle : .waiting(asking) }

  /// The error of the last request; nil if none failed.
  package var failure: FeedError? { if case .failed(let error) = self { error } else { nil } }
}

/// A list that a service hands out page by page, or at once, as far as it has been fetched.
package struct PagedList<Element: Equatable & Sendable>: Equatable, Sendable {
  package var elements: [Element] = []
  /// Where the next page begins; nil after the last page.
  package var next: Cursor?
  package var fetch = FetchState.idle
  /// Whether a page has arrived, so that an empty list is known to be empty.
  package var isLoaded = false

  package init(_ elements: [Element] = [], next: Cursor? = nil, fetch: FetchState = .idle) {
    (self.elements, self.next, self.fetch) = (elements, next, fetch)
    isLoaded = !elements.isEmpty
  }

  package var hasMore: Bool { next != nil }

  /// Replaces the list by all that there is.
  mutating func take(_ elements: [Element]) {
    self = PagedList(elements)
    isLoaded = true
  }
}

extension PagedList where Element: Identifiable, Element.ID: Sendable {
  /// Appends a page, or begins anew with the first one. Elements move between pages while somebody
  /// reads: none is listed twice.
  mutating func take(_ page: Page<Element>, isFirst: Bool) {
    let known = isFirst ? [] : Set(elements.map(\.id))
    elements = (isFirst ? [] : elements) + page.elements.filter { !known.contains($0.id) }
    next = page.next
    isLoaded = true
    fetch = .idle
  }
}

/// Fetches a list page by page for one scene: begins it, continues it, and begins it anew.
///
/// A request that the service answers with "later" is repeated by itself when the time is over.
@MainActor final class PageLoader<Element: Identifiable & Equatable & Sendable>
where Element.ID: Sendable {
  typealias Source = @MainActor (Cursor?) async throws(FeedError) -> Page<Element>

  /// What has been fetched; `changed` is called after each change.
  var list = PagedList<Element>() { didSet { changed(list) } }
  private let session: Session
  private let presenter: any Presenting
  private let changed: @MainActor (PagedList<Element>) -> Void
  private let loaded: @MainActor (Page<Element>) async -> Void
  private var source: Source?
  private lazy var fetching = FetchTask(session.world) { [weak self] in self?.hear($0) }
  /// Waits until the service may be asked again.
  private let waiting = FetchTask()

  /// - Parameter loaded: called after each page, once it is in the list.
  init(
    _ session: Session, presenter: any Presenting,
    changed: @escaping @MainActor (PagedList<Element>) -> Void,
    loaded: @escaping @MainActor (Page<Element>) async -> Void = { _ in }
  ) {
    (self.session, self.presenter) = (session, presenter)
    (self.changed, self.loaded) = (changed, loaded)
  }

  /// Begins an empty list, and fetches its first page from a source.
  func open(_ source: @escaping Source) {
    stop()
    self.source = source
    list = PagedList()
    fetch(after: nil)
  }

  /// Whether a scene shows the list.
  var isOpen: Bool { source != nil }

  func loadMore() { if let next = list.next { fetch(after: next) } }

  /// Fetches the first page again; what is listed stays until it is there.
  func refresh() {
    stop()
    fetch(after: nil)
  }

  /// Calls off what is being fetched.
  func stop() {
    waiting.stop()
    fetching.stop()
  }

  /// Calls off what is being fetched, and forgets the source: a later `refresh` does nothing.
  func close() {
    stop()
    source = nil
  }
}

extension PageLoader {
  private func fetch(after cursor: Cursor?) {
    guard let source else { return }
    waiting.stop()
    let known = cursor == nil ? [] : Set(list.elements.map(\.id))
    fetching.run { () async throws(FeedError) in
      try await PageWalk.page(after: cursor, isNew: { !known.contains($0.id) }, ask: source)
    } then: { [weak self] answer in
      await self?.take(answer, after: cursor)
    }
  }

  private func take(_ answer: Result<Page<Element>, FeedError>, after cursor: Cursor?) async {
    switch answer {
    case .success(let page):
      list.take(page, isFirst: cursor == nil)
      await loaded(page)
    case .failure(let error):
      list.fetch = .failed(error)
      if error == .signedOut { presenter.perform(.askToSignIn(session.account)) }
      guard case .rateLimited(let until) = error else { return }
      waiting.wait(outLimit: until, in: session.world) { [weak self] in self?.fetch(after: cursor) }
    }
  }

  private func hear(_ asking: FetchProgress) {
    let fetch = FetchState(asking)
    if list.fetch != fetch { list.fetch = fetch }
  }
}
