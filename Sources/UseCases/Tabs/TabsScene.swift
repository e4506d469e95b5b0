package import FeedDomain

/// A namespace for the requests and the state of the tabs scene, in which tabs and deck columns are
/// chosen.
package enum TabsScene {
  /// A row of the tabs scene that shows a stream which is a tab, or can become one.
  package struct StreamTabRow: Equatable, Sendable {
    package let tab: AccountStreamTab
    package let isShown: Bool

    package init(_ tab: AccountStreamTab, isShown: Bool) {
      (self.tab, self.isShown) = (tab, isShown)
    }
  }

  /// A row of the tabs scene that shows a column of the deck, or a stream that can become one.
  package struct DeckColumnRow: Equatable, Sendable {
    package let column: DeckColumn
    package let account: Account
    /// The position of the column in the deck, from 1; nil for a stream that is no column yet.
    package let columnNumber: Int?

    package init(_ column: DeckColumn, of account: Account, columnNumber: Int?) {
      (self.column, self.account, self.columnNumber) = (column, account, columnNumber)
    }
  }

  package enum SceneRequest: Equatable, Sendable {
    case open
    /// A request of the tabs scene: fetch the user's lists of people again, as new ones may have
    /// been created.
    case refresh
    case toggleColumn(DeckColumn)
    /// A request of the tabs scene: move a deck column by some positions to the right; negative to
    /// the left.
    case moveColumn(DeckColumn, by: Int)
    case toggle(AccountStreamTab)
    /// A request of the tabs scene: move a tab by some positions to the right; negative to the
    /// left.
    case move(AccountStreamTab, by: Int)
    /// A request of the tabs scene: complete a typed hashtag; suggest hashtags for an empty text.
    case type(String)
    /// A request of the tabs scene: add a hashtag's timeline as a tab.
    case add(String)
    /// A request of the tabs scene: end the lookup of typed hashtags.
    case close
  }

  package struct SceneState: Equatable, Sendable {
    /// The rows of the tabs scene: the tabs in order, and streams that can become tabs.
    package var streams: [StreamTabRow]
    /// The deck columns and the candidates for columns, as rows of the tabs scene; the active
    /// account's first.
    package var columns: [DeckColumnRow]
    /// The id of the account whose tabs the tabs scene shows; nil until the scene is open.
    package var account: Account.ID?
    /// The completions of a hashtag typed in the tabs scene, without "#", the likeliest first.
    package var tags: [String]
    /// The tab that the user added last by typing in the tabs scene; nil while it is being stored.
    package var lastAdded: AccountStreamTab?

    package init(
      _ streams: [StreamTabRow] = [], columns: [DeckColumnRow] = [], account: Account.ID? = nil,
      tags: [String] = [], lastAdded: AccountStreamTab? = nil
    ) {
      (self.streams, self.columns, self.account) = (streams, columns, account)
      (self.tags, self.lastAdded) = (tags, lastAdded)
    }
  }
}

/// An interactor of the tabs scene: changes the tabs and deck columns, and stores them.
@MainActor
package final class TabsInteractor: Interacting {
  private let session: AccountSession
  private let presenter: any Presenting<TabsScene.SceneState>
  private var state: TabsScene.SceneState {
    didSet { if state != oldValue { presenter.present(state) } }
  }
  private let deck: DeckColumnCandidates?
  /// The streams listed in the tabs scene, in order; a former tab keeps its row.
  private var rows: [AccountStreamTab] = []
  private let writes = SerialQueue()
  private var looking: Task<Void, Never>?
  /// The number of lookups of typed hashtags so far, by which outdated ones are recognised.
  private var lookups = 0
  /// The hashtags in stored posts, offered as completions in the tabs scene; nil before typing.
  private var vocabulary: NameAndHashtagCompletions?

  package init(
    _ session: AccountSession, deck: DeckColumnCandidates? = nil,
    presenter: any Presenting<TabsScene.SceneState>
  ) {
    (self.session, self.deck, self.presenter) = (session, deck, presenter)
    state = TabsScene.SceneState(account: session.account.id)
  }

  package func handle(_ request: TabsScene.SceneRequest) async {
    switch request {
    case .open:
      presentState()
      await fetchUserLists()
    case .refresh: await fetchUserLists(refetching: true)
    case .toggle(let tab):
      guard let tabs = tabs(toggling: tab) else {
        return presenter.perform(.say(.lastTab))
      }
      await showAndStoreTabs(tabs)
    case .move(let tab, let step):
      var tabs = session.tabs
      guard let place = tabs.firstIndex(of: tab), tabs.indices.contains(place + step) else {
        return
      }
      tabs.remove(at: place)
      tabs.insert(tab, at: place + step)
      await showAndStoreTabs(tabs)
    case .toggleColumn(let column):
      if let book = deck?.book { await showAndStoreColumns(book, book.togglingColumn(column)) }
    case .moveColumn(let column, let step):
      if let book = deck?.book {
        await showAndStoreColumns(book, book.movingColumn(column, by: step))
      }
    case .type(let text): await offerHashtagCompletions(text)
    case .add(let text): await addHashtagTab(text)
    case .close: endHashtagLookup()
    }
  }
}

extension TabsInteractor {
  /// The pause in typing before hashtags are requested from the service.
  private static let pause = Duration.milliseconds(300)
  private static let mostTags = 8

  /// Ends the lookup of a typed hashtag, whose completions are no longer shown.
  private func endHashtagLookup() {
    lookups += 1
    looking?.cancel()
    looking = nil
  }

  private func addHashtagTab(_ text: String) async {
    endHashtagLookup()
    guard session.connection.hasTagStreams, let name = TypedHashtag(text) else {
      return presenter.perform(.say(.invalid(.tag)))
    }
    state.lastAdded = nil
    let before = session.tabs.first { $0.tag == name }
    let tab = before ?? .feed(.tag(name.text))
    if before == nil { await showAndStoreTabs(session.tabs + [tab]) }
    (state.tags, state.lastAdded) = ([], tab)
  }

  /// Fetches the user's lists of people for the tabs scene, since new ones may have been created;
  /// unless `refetching`, not if they were fetched just now.
  private func fetchUserLists(refetching: Bool = false) async {
    if await session.fetchUserLists(refetching: refetching) { presentState() }
  }

  /// Offers completions of a hashtag typed in the tabs scene: from stored posts at once, and from
  /// the service once they are fetched.
  private func offerHashtagCompletions(_ text: String) async {
    endHashtagLookup()
    let lookup = lookups
    guard session.connection.hasTagStreams else { return }
    await readStoredHashtags()
    // Another text was typed, or the scene was closed, while the store was read.
    guard lookup == lookups else { return }
    let beginning = TypedHashtag(text)?.text ?? ""
    guard !beginning.isEmpty || text.allSatisfy({ $0 == "#" || $0.isWhitespace }) else {
      return state.tags = []
    }
    let seen = (vocabulary?.namesAndHashtags(beginning: "#" + beginning) ?? []).map {
      String($0.dropFirst())
    }
    state.tags = hashtagsWithoutTab(of: seen, beginning)
    guard let completion = session.connection.completion else { return }
    looking = Task { [world = session.world, log = session.log] in
      // The pause ends early only by cancellation, because the user typed more, for which another
      // task runs.
      guard (try? await world.sleep(for: Self.pause)) != nil else { return }
      do throws(FeedError) {
        let found = try await completion.hashtags(matching: beginning)
        guard !Task.isCancelled else { return }
        state.tags = hashtagsWithoutTab(of: seen + found, beginning)
      } catch {
        // Tags of stored posts are still offered.
        log.writeLogLine(.network, .info, "could not fetch tags: \(error)")
      }
    }
  }

  /// Returns those hashtags that begin with a text and are no tabs yet, without repetitions.
  private func hashtagsWithoutTab(of tags: [String], _ beginning: String) -> [String] {
    var chosen: [TypedHashtag] = []
    for tag in tags.lazy.compactMap({ TypedHashtag($0) })
    where tag.hasPrefixIgnoringCase(with: beginning) && !chosen.contains(tag) {
      if !session.tabs.contains(where: { $0.tag == tag }) { chosen.append(tag) }
    }
    return chosen.prefix(Self.mostTags).map(\.text)
  }

  private func readStoredHashtags() async {
    guard vocabulary == nil, let feed = session.tabs.lazy.compactMap(\.feed).first else { return }
    do throws(StoreError) {
      let window = try await session.stores.feeds.feedWindow(
        of: feed, account: session.account.id, around: .top, above: 0, below: 200)
      vocabulary = NameAndHashtagCompletions(window.rows.compactMap(\.entry))
    } catch {
      session.logStoreError(error, doing: "search for tags")
    }
  }
}

extension AccountStreamTab {
  /// The hashtag of which the tab shows the timeline; nil for other tabs.
  fileprivate var tag: TypedHashtag? {
    if case .feed(.tag(let tag)) = self { TypedHashtag(tag) } else { nil }
  }

  /// The service's id of the list of which the tab shows the timeline; nil for other tabs.
  var list: String? {
    if case .feed(.list(let id, _)) = self { id } else { nil }
  }
}

extension TabsInteractor {
  /// Returns the tabs with one added at the position of its row, or removed; nil if the last tab
  /// would be removed.
  private func tabs(toggling tab: AccountStreamTab) -> [AccountStreamTab]? {
    sortRowsByTabOrder()
    guard !session.tabs.contains(tab), let row = rows.firstIndex(of: tab) else {
      return session.tabs(toggling: tab)
    }
    var tabs = session.tabs
    tabs.insert(tab, at: rows[..<row].count { tabs.contains($0) })
    return tabs
  }

  private func presentState() {
    sortRowsByTabOrder()
    var next = state
    next.streams = rows.map { TabsScene.StreamTabRow($0, isShown: session.tabs.contains($0)) }
    next.columns = deck?.allAccountsDeckColumnRows(of: session, in: rows) ?? []
    state = next
  }

  /// Shows the changed columns of the deck at once, and stores them.
  private func showAndStoreColumns(_ book: DeckColumnList, _ columns: [DeckColumn]) async {
    book.replaceColumns(with: columns)
    if let deck { state.columns = deck.allAccountsDeckColumnRows(of: session, in: rows) }
    do throws(StoreError) { try await book.storeColumns() } catch {
      presenter.perform(.say(.storeFailed(error)))
    }
  }

  /// The tabs for those lists of the user that were created since the account was opened.
  private var newLists: [AccountStreamTab] {
    let known = Set((rows + session.connection.streams).compactMap(\.list))
    return session.fetchedLists?.streams.filter { $0.list.map(known.contains) == false } ?? []
  }

  /// Sorts the rows of the tabs scene by the order of tabs. Streams that are no tabs keep their
  /// rows, and new candidates follow their predecessor in the service's order.
  private func sortRowsByTabOrder() {
    let tabs = session.tabs
    if rows.isEmpty { rows = tabs }
    let offered = session.connection.streams + newLists + (deck?.commonStreams ?? [])
    for (place, stream) in offered.enumerated() where !rows.contains(stream) {
      let before = offered[..<place].last.flatMap { rows.firstIndex(of: $0) }
      rows.insert(stream, at: before.map { $0 + 1 } ?? 0)
    }
    rows += tabs.filter { !rows.contains($0) }
    var ordered = tabs.makeIterator()
    rows = rows.map { tabs.contains($0) ? ordered.next() ?? $0 : $0 }
  }

  /// Shows changed tabs at once, and stores them after earlier changes.
  private func showAndStoreTabs(_ tabs: [AccountStreamTab]) async {
    session.setChosenTabs(tabs)
    presentState()
    await writes.enqueueWork { [self] in
      do throws(StoreError) { try await session.storeTabs(tabs) } catch {
        presenter.perform(.say(.storeFailed(error)))
      }
    }.value
  }
}

struct TypedHashtag: Equatable {
  /// Maximum length of a hashtag in characters.
  private static let longest = 100

  /// The hashtag's text, without "#".
  let text: String

  /// Creates a hashtag from typed text; nil for text that is not a hashtag.
  init?(_ typed: String) {
    let words = typed.split(whereSeparator: \.isWhitespace)
    let word = words.first?.drop { $0 == "#" || $0 == "＃" } ?? ""
    guard words.count == 1, (1...Self.longest).contains(word.count),
      word.allSatisfy({ $0.isLetter || $0.isNumber || "_-·・.'’$&+".contains($0) || $0.isEmoji })
    else { return nil }
    text = String(word)
  }

  /// Returns true if two hashtags are equal apart from case, as at services.
  static func == (left: TypedHashtag, right: TypedHashtag) -> Bool {
    left.text.lowercased() == right.text.lowercased()
  }

  func hasPrefixIgnoringCase(with beginning: String) -> Bool {
    text.lowercased().hasPrefix(beginning.lowercased())
  }
}

extension Character {
  fileprivate var isEmoji: Bool {
    unicodeScalars.contains { $0.properties.isEmoji && $0.value > 0xff }
  }
}

/// A set of the candidates for deck columns: the streams and notifications of all running accounts.
@MainActor
package struct DeckColumnCandidates {
  let book: DeckColumnList
  private let accounts: RunningAccounts

  package init(_ book: DeckColumnList, of accounts: RunningAccounts) {
    (self.book, self.accounts) = (book, accounts)
  }

  /// The common stream as a candidate for a deck column; empty if only one account has a home
  /// stream.
  var commonStreams: [AccountStreamTab] {
    let homes = accounts.startedAccounts.count {
      !$0.session.isOver && $0.session.connection.streams.contains(.feed(.home))
    }
    return homes > 1 ? [.feed(.everything)] : []
  }

  /// Returns the deck columns and candidates for columns of an account, in the order of its rows in
  /// the tabs scene, then those of other accounts.
  func allAccountsDeckColumnRows(of session: AccountSession, in rows: [AccountStreamTab])
    -> [TabsScene.DeckColumnRow]
  {
    let others = accounts.startedAccounts.map(\.session).filter {
      $0.account.id != session.account.id && !$0.isOver
    }.sorted { $0.account.id.rawValue < $1.account.id.rawValue }
    return accountDeckColumnRows(of: session, rows)
      + others.flatMap { accountDeckColumnRows(of: $0, $0.connection.streams) }
  }

  private func accountDeckColumnRows(of session: AccountSession, _ streams: [AccountStreamTab])
    -> [TabsScene.DeckColumnRow]
  {
    let account = session.account
    var contents = streams.map { DeckColumn.DeckColumnContent.stream($0) }
    if session.connection.notifications != nil { contents.append(.notifications) }
    // A column that is no longer offered stays in the list, so that it can be removed.
    for column in book.columns where column.account == account.id {
      if !contents.contains(column.content) { contents.append(column.content) }
    }
    return contents.map { content in
      let column = DeckColumn(content, of: account.id)
      return TabsScene.DeckColumnRow(
        column, of: account, columnNumber: book.columns.firstIndex(of: column).map { $0 + 1 })
    }
  }
}
