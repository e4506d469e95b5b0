package import FeedDomain

/// An action on all entries of web feeds that a search finds, as typed: "read from:Ada before:7d".
package struct BulkEntryAction: Equatable, Sendable {
  package enum Kind: String, CaseIterable, Sendable {
    case read, unread, star, unstar, open
  }

  package let kind: Kind
  /// The text of the search for entries.
  package let query: String

  package init(_ kind: Kind, _ query: String) { (self.kind, self.query) = (kind, query) }

  /// Parses a typed action on entries: the action's name, and a search with at least one term; nil
  /// for other text.
  package init?(_ typed: String) {
    let words = typed.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: true)
    guard words.count == 2, let kind = Kind(rawValue: words[0].lowercased()),
      words[1].contains(where: { !$0.isWhitespace })
    else { return nil }
    var query = String(words[1])
    // "open unread in:News" says what "open is:unread in:News" says.
    if query == "unread" || query.hasPrefix("unread ") { query = "is:" + query }
    self.init(kind, query)
  }
}

/// Finds the entries of an account that a search matches, for an action on all of them.
@MainActor
package struct EntrySearch {
  /// Maximum number of entries that are found by their words.
  package static let limit = 10_000
  /// Maximum number of found entries whose web pages are opened in the browser at once.
  package nonisolated static let mostOpenedPages = 20

  private let session: Session

  package init(_ session: Session) { self.session = session }

  package enum Failure: Error, Equatable {
    case service(FeedError)
    case store(StoreError)
    case mistake(SearchMistake)
  }

  /// Returns the ids of the entries on which an action would have an effect: for marking as read,
  /// the unread entries.
  package func entries(for act: BulkEntryAction) async throws(Failure) -> [Post.ID] {
    let subscriptions: [Subscription]
    do throws(FeedError) {
      subscriptions = try await session.connection.subscriptions?.subscriptions() ?? []
    } catch {
      throw .service(error)
    }
    let query = SearchQuery(act.query, in: session.world).resolvingFeedNames(in: subscriptions)
    if let mistake = query.mistakes.first { throw .mistake(mistake) }
    guard !query.isEmpty else { return [] }
    do throws(StoreError) {
      if act.kind == .read, let selection = query.entrySelection(among: subscriptions),
        let readStates = session.stores.readStates
      {
        return try await readStates.unreadEntries(
          in: selection, account: session.account.id, limit: .max)
      }
      let found = try await session.stores.feeds.posts(
        matching: query, account: session.account.id, limit: Self.limit)
      return found.filter { query.matchesPost($0) && act.kind.changesPost($0) }.map(\.id)
    } catch {
      throw .store(error)
    }
  }
}

extension BulkEntryAction.Kind {
  fileprivate func changesPost(_ post: Post) -> Bool {
    switch self {
    case .read: !post.own.contains(.read)
    case .unread: post.own.contains(.read)
    case .star: !post.own.contains(.bookmarked)
    case .unstar: post.own.contains(.bookmarked)
    case .open: post.url != nil
    }
  }
}

/// The requests and the state of the question before an action on all entries that a search finds.
package enum BulkEntryActing {
  package enum Request: Equatable, Sendable {
    case open(BulkEntryAction)
    case confirm, close
  }

  package struct State: Equatable, Sendable {
    package var act: BulkEntryAction?
    /// The number of entries that the action concerns; nil until they are counted.
    package var count: Int?
    package var failure: EntrySearch.Failure?
    /// The addresses of the web pages to open in the browser; empty until the reader has confirmed.
    package var pages: [String] = []
    package var isDone = false

    package init() {}
  }
}

/// The interactor of the question before an action on many entries: counts the entries first, and
/// acts once the reader has confirmed.
@MainActor
package final class BulkEntryActionInteractor: Interacting {
  private let session: Session
  private let actions: PendingActions
  private let presenter: any Presenting<BulkEntryActing.State>
  private var entries: [Post.ID] = []
  private var state = BulkEntryActing.State() {
    didSet { if state != oldValue { presenter.present(state) } }
  }

  package init(
    _ session: Session, actions: PendingActions, presenter: any Presenting<BulkEntryActing.State>
  ) {
    (self.session, self.actions, self.presenter) = (session, actions, presenter)
  }

  package func handle(_ request: BulkEntryActing.Request) async {
    switch request {
    case .open(let act): await findEntries(act)
    case .confirm: await confirmAction()
    case .close: state.act = nil
    }
  }

  package func repeatRequestsAfterSignIn() async {
    if let act = state.act { await findEntries(act) }
  }

  private func findEntries(_ act: BulkEntryAction) async {
    state.act = act
    do throws(EntrySearch.Failure) {
      entries = try await EntrySearch(session).entries(for: act)
      guard state.act == act else { return }
      state.count = entries.count
    } catch {
      guard state.act == act else { return }
      if error == .service(.signedOut) { presenter.perform(.askToSignIn(session.account)) }
      state.failure = error
    }
  }

  private func confirmAction() async {
    guard let act = state.act, state.count ?? 0 > 0, !state.isDone else { return }
    switch act.kind {
    case .read, .unread:
      await actions.setRead(act.kind == .read, .entries(entries))
    case .star, .unstar:
      for entry in entries { actions.perform(.mark(entry, .bookmarked, act.kind == .star)) }
    case .open:
      var pages: [String] = []
      for entry in entries.prefix(EntrySearch.mostOpenedPages) {
        if let url = await session.storedPost(entry)?.url { pages.append(url) }
      }
      state.pages = pages
    }
    state.isDone = true
  }
}
