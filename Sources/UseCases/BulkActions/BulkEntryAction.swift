package import FeedDomain

/// An action on all entries of web feeds that a search finds, made from typed text such as "read
/// from:Ada before:7d".
package struct BulkEntryAction: Equatable, Sendable {
  package enum BulkActionKind: String, CaseIterable, Sendable {
    case read, unread, star, unstar, open
  }

  package let kind: BulkActionKind
  /// The search for the entries to act on, as typed.
  package let query: String

  package init(_ kind: BulkActionKind, _ query: String) { (self.kind, self.query) = (kind, query) }

  /// Creates an action on entries from typed text: the action's name, and a search with at least
  /// one term; nil for other text.
  package init?(_ typed: String) {
    let words = typed.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: true)
    guard words.count == 2, let kind = BulkActionKind(rawValue: words[0].lowercased()),
      words[1].contains(where: { !$0.isWhitespace })
    else { return nil }
    var query = String(words[1])
    // "open unread in:News" is short for "open is:unread in:News".
    if query == "unread" || query.hasPrefix("unread ") { query = "is:" + query }
    self.init(kind, query)
  }
}

/// A search for the entries that an action on many entries concerns.
@MainActor
package struct BulkActionEntrySearch {
  /// Maximum number of entries that a search for an action on many entries finds.
  package static let limit = 10_000
  /// Maximum number of found entries whose web pages are opened in the browser at once.
  package nonisolated static let mostOpenedPages = 20

  private let session: AccountSession

  package init(_ session: AccountSession) { self.session = session }

  package enum BulkActionSearchFailure: Error, Equatable {
    case service(FeedError)
    case store(StoreError)
    case mistake(SearchMistake)
  }

  /// Returns the ids of the entries on which an action would have an effect: for marking as read,
  /// the unread entries.
  package func matchingEntryIDs(for act: BulkEntryAction) async throws(BulkActionSearchFailure)
    -> [Post.ID]
  {
    let gateway = session.connection.subscriptions
    let subscriptions: [Subscription]
    do throws(FeedError) {
      subscriptions = try await gateway?.subscriptions() ?? []
    } catch {
      throw .service(error)
    }
    if let mistake = SavedSearch.firstSearchMistake(in: act.query, session.world) {
      throw .mistake(mistake)
    }
    let query = SearchQuery(act.query, in: session.world, hasAlternatives: true)
      .resolvingFeedNames(in: subscriptions, nestsFolders: gateway?.nestsFolders == true)
    guard !query.isEmpty else { return [] }
    do throws(StoreError) {
      let selections = query.alternatives.compactMap {
        $0.entriesByFeedIfExpressible(among: subscriptions)
      }
      if act.kind == .read, selections.count == query.alternatives.count,
        let readStates = session.stores.readStates
      {
        var found: [Post.ID] = []
        for selection in selections {
          found += try await readStates.unreadPostIDs(
            in: selection, account: session.account.id, limit: .max)
        }
        var known: Set<Post.ID> = []
        return found.filter { known.insert($0).inserted }
      }
      return try await session.stores.feeds.findStoredPosts(
        matching: query, of: session.connection, limit: Self.limit, now: session.world.now
      ).filter(act.kind.wouldChangePost).map(\.id)
    } catch {
      throw .store(error)
    }
  }
}

extension FeedStore {
  /// Returns the stored posts of an account that a search matches, the newest first. Fetched
  /// entries of web feeds that no stream has shown yet are stored first, so that they are found as
  /// well.
  package func findStoredPosts(
    matching query: SearchQuery, of connection: ServiceConnection, limit: Int, now: Timestamp
  ) async throws(StoreError) -> [Post] {
    let account = connection.account.id
    var found = try await findStoredPosts(matching: query, account: account, limit: limit)
    guard let entries = await connection.subscriptions?.searchFetchedEntries(query) else {
      return found
    }
    // The service looks in full texts as well, which the store lacks.
    found.removeAll { entries.nonMatching.contains($0.id) }
    let known = Set(found.map(\.id))
    let others = entries.matching.filter { !known.contains($0.id) }
    var stored = try await storedPosts(others.map(\.id), account: account)
    let new = others.filter { stored[$0.id] == nil }
    if !new.isEmpty {
      _ = try await storePosts(new, account: account, now: now)
      stored.merge(try await storedPosts(new.map(\.id), account: account)) { $1 }
    }
    // The service may know a read state that the user has changed since.
    found += others.compactMap { stored[$0.id] }.filter { query.isFulfilledByMarks($0.userMarks) }
    return Array(found.sorted { $0.createdAt > $1.createdAt }.prefix(limit))
  }
}

extension BulkEntryAction.BulkActionKind {
  fileprivate func wouldChangePost(_ post: Post) -> Bool {
    switch self {
    case .read: !post.userMarks.contains(.read)
    case .unread: post.userMarks.contains(.read)
    case .star: !post.userMarks.contains(.bookmarked)
    case .unstar: post.userMarks.contains(.bookmarked)
    case .open: post.url != nil
    }
  }
}

/// A namespace for the requests and the state of the question before an action on all entries that
/// a search finds.
package enum BulkEntryActionScene {
  package enum SceneRequest: Equatable, Sendable {
    case open(BulkEntryAction)
    case confirm, close
  }

  package struct SceneState: Equatable, Sendable {
    package var bulkAction: BulkEntryAction?
    /// The number of entries that the action on many entries concerns; nil until they are counted.
    package var count: Int?
    package var failure: BulkActionEntrySearch.BulkActionSearchFailure?

    package init() {}
  }
}

/// An interactor of the question before an action on many entries: counts the entries first, and
/// acts once the user has confirmed.
@MainActor
package final class BulkEntryActionInteractor: Interacting {
  private let session: AccountSession
  private let actions: UserActionPerformer
  private let presenter: any Presenting<BulkEntryActionScene.SceneState>
  private var entries: [Post.ID] = []
  /// True once the user has confirmed the action on many entries, so that it is performed once.
  private var isConfirmed = false
  private var state = BulkEntryActionScene.SceneState() {
    didSet { if state != oldValue { presenter.present(state) } }
  }

  package init(
    _ session: AccountSession, actions: UserActionPerformer,
    presenter: any Presenting<BulkEntryActionScene.SceneState>
  ) {
    (self.session, self.actions, self.presenter) = (session, actions, presenter)
  }

  package func handle(_ request: BulkEntryActionScene.SceneRequest) async {
    switch request {
    case .open(let act): await findMatchingEntries(act)
    case .confirm: await performConfirmedBulkAction()
    case .close: state.bulkAction = nil
    }
  }

  package func repeatRequestsAfterSignIn() async {
    if let act = state.bulkAction { await findMatchingEntries(act) }
  }

  private func findMatchingEntries(_ act: BulkEntryAction) async {
    state.bulkAction = act
    state.failure = nil
    do throws(BulkActionEntrySearch.BulkActionSearchFailure) {
      entries = try await BulkActionEntrySearch(session).matchingEntryIDs(for: act)
      guard state.bulkAction == act else { return }
      state.count = entries.count
    } catch {
      guard state.bulkAction == act else { return }
      if error == .service(.signedOut) { presenter.perform(.askToSignIn(session.account)) }
      state.failure = error
    }
  }

  private func performConfirmedBulkAction() async {
    guard let act = state.bulkAction, state.count ?? 0 > 0, !isConfirmed else { return }
    isConfirmed = true
    switch act.kind {
    case .read, .unread:
      await actions.setReadState(act.kind == .read, .entries(entries))
    case .star, .unstar:
      actions.performChanges(entries.map { .mark($0, .bookmarked, act.kind == .star) })
    case .open:
      let opened = Array(entries.prefix(BulkActionEntrySearch.mostOpenedPages))
      let posts = await session.storedPosts(opened)
      // A closed overlay opens no pages.
      if state.bulkAction != nil {
        presenter.perform(.openPages(opened.compactMap { posts[$0]?.url }))
      }
    }
    if state.bulkAction != nil { presenter.perform(.leave(nil)) }
  }
}
