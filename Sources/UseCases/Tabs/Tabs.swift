package import FeedDomain

/// The choice of tabs and deck columns.
package enum Tabs {
  /// A timeline that is a tab, or could be one.
  package struct Entry: Equatable, Sendable {
    package let tab: StreamTab
    package let isShown: Bool

    package init(_ tab: StreamTab, isShown: Bool) {
      (self.tab, self.isShown) = (tab, isShown)
    }
  }

  /// A deck column, or a candidate.
  package struct Column: Equatable, Sendable {
    package let column: DeckColumn
    package let account: Account
    /// The column's position from 1; nil for a candidate.
    package let place: Int?

    package init(_ column: DeckColumn, of account: Account, place: Int?) {
      (self.column, self.account, self.place) = (column, account, place)
    }
  }

  package enum Request: Equatable, Sendable {
    case open
    /// Add or remove a column.
    case toggleColumn(DeckColumn)
    /// Move a column to the right; negative to the left.
    case moveColumn(DeckColumn, by: Int)
    /// Add or remove a tab.
    case toggle(StreamTab)
    /// Move a tab to the right; negative to the left.
    case move(StreamTab, by: Int)
    /// Complete a tag; suggestions for an empty text.
    case type(String)
    /// Add the timeline of a tag as a tab.
    case add(String)
  }

  package struct State: Equatable, Sendable {
    /// Tabs in order, with candidates between.
    package var streams: [Entry]
    /// Columns and candidates, the active account's first.
    package var columns: [Column]
    /// The active account; nil until the scene is open.
    package var account: Account.ID?
    /// Completed tags without "#", the likeliest first.
    package var tags: [String]
    /// The tab typed last; nil while one is being stored.
    package var added: StreamTab?

    package init(
      _ streams: [Entry] = [], columns: [Column] = [], account: Account.ID? = nil,
      tags: [String] = [], added: StreamTab? = nil
    ) {
      (self.streams, self.columns, self.account) = (streams, columns, account)
      (self.tags, self.added) = (tags, added)
    }
  }
}

/// Changes the tabs and deck columns.
@MainActor package final class TabsInteractor: Interacting {
  private let session: Session
  private let presenter: any Presenting<Tabs.State>
  private var state: Tabs.State {
    didSet { if state != oldValue { presenter.present(state) } }
  }
  private let deck: DeckChoice?
  /// Rows of the list; removed tabs keep their place.
  private var rows: [StreamTab] = []
  /// The reader's lists created since the account was opened.
  private var newLists: [StreamTab] = []
  private let writes = SerialQueue()
  private var looking: Task<Void, Never>?
  /// Tags of stored posts; nil before typing starts.
  private var vocabulary: Vocabulary?

  package init(
    _ session: Session, deck: DeckChoice? = nil, presenter: any Presenting<Tabs.State>
  ) {
    (self.session, self.deck, self.presenter) = (session, deck, presenter)
    state = Tabs.State(account: session.account.id)
  }

  package func handle(_ request: Tabs.Request) async {
    switch request {
    case .open:
      show()
      await fetchLists()
    case .toggle(let tab):
      guard let tabs = tabs(toggling: tab) else {
        return presenter.perform(.say(.lastTab))
      }
      await storeTabs(tabs)
    case .move(let tab, let step):
      var tabs = session.tabs
      guard let place = tabs.firstIndex(of: tab), tabs.indices.contains(place + step) else {
        return
      }
      tabs.remove(at: place)
      tabs.insert(tab, at: place + step)
      await storeTabs(tabs)
    case .toggleColumn(let column):
      if let book = deck?.book { await arrangeRows(book, book.toggling(column)) }
    case .moveColumn(let column, let step):
      if let book = deck?.book { await arrangeRows(book, book.moving(column, by: step)) }
    case .type(let text): await completeTag(text)
    case .add(let text): await add(text)
    }
  }
}

extension TabsInteractor {
  /// The pause in typing before a request.
  private static let pause = Duration.milliseconds(300)
  /// Maximum number of completed tags.
  private static let mostTags = 8

  private func add(_ text: String) async {
    looking?.cancel()
    guard session.connection.hasTagStreams, let name = TagName(text) else {
      return presenter.perform(.say(.invalid(.tag)))
    }
    state.added = nil
    let before = session.tabs.first { $0.tag == name }
    let tab = before ?? .feed(.tag(name.text))
    if before == nil { await storeTabs(session.tabs + [tab]) }
    (state.tags, state.added) = ([], tab)
  }

  /// Fetches the reader's lists, as new ones may exist.
  private func fetchLists() async {
    guard let gateway = session.connection.gateway(for: .lists) else { return }
    do throws(FeedError) {
      let known = Set(rows.compactMap(\.list))
      newLists = try await gateway.lists(with: nil).filter { !known.contains($0.id) }.map {
        .feed(.list(id: $0.id, name: $0.title))
      }
      if !newLists.isEmpty { show() }
    } catch {
      // Those that are known can be chosen all the same.
      session.log.note(.network, .info, "could not ask for lists: \(error)")
    }
  }

  /// Shows tags of stored posts at once, and adds the service's later.
  private func completeTag(_ text: String) async {
    looking?.cancel()
    guard session.connection.hasTagStreams else { return }
    await readVocabulary()
    let beginning = TagName(text)?.text ?? ""
    guard !beginning.isEmpty || text.allSatisfy({ $0 == "#" || $0.isWhitespace }) else {
      return state.tags = []
    }
    let seen = (vocabulary?.words(beginning: "#" + beginning) ?? []).map { String($0.dropFirst()) }
    state.tags = newTags(of: seen, beginning)
    guard let completion = session.connection.completion else { return }
    looking = Task { [world = session.world, log = session.log] in
      // Only calling it off ends the pause early: more was typed, and that is asked instead.
      guard (try? await world.sleep(for: Self.pause)) != nil else { return }
      do throws(FeedError) {
        let found = try await completion.tags(matching: beginning)
        guard !Task.isCancelled else { return }
        state.tags = newTags(of: seen + found, beginning)
      } catch {
        // What was seen is offered all the same.
        log.note(.network, .info, "could not ask for tags: \(error)")
      }
    }
  }

  /// Returns tags that are not tabs, without repetitions.
  private func newTags(of tags: [String], _ beginning: String) -> [String] {
    var chosen: [TagName] = []
    for tag in tags.lazy.compactMap({ TagName($0) })
    where tag.begins(beginning) && !chosen.contains(tag) {
      if !session.tabs.contains(where: { $0.tag == tag }) { chosen.append(tag) }
    }
    return chosen.prefix(Self.mostTags).map(\.text)
  }

  private func readVocabulary() async {
    guard vocabulary == nil, let feed = session.tabs.lazy.compactMap(\.feed).first else { return }
    do throws(StoreError) {
      let window = try await session.shelf.feeds.window(
        of: feed, account: session.account.id, around: .top, above: 0, below: 200)
      vocabulary = Vocabulary(window.rows.compactMap(\.entry))
    } catch {
      session.note(error, doing: "look for tags")
    }
  }
}

extension StreamTab {
  /// The tag of a tag timeline.
  fileprivate var tag: TagName? {
    if case .feed(.tag(let tag)) = self { TagName(tag) } else { nil }
  }

  /// The list of a list timeline.
  fileprivate var list: String? {
    if case .feed(.list(let id, _)) = self { id } else { nil }
  }
}

extension TabsInteractor {
  /// Returns the tabs with one added at its row, or removed; nil for the last one.
  private func tabs(toggling tab: StreamTab) -> [StreamTab]? {
    arrangeRows()
    guard !session.tabs.contains(tab), let row = rows.firstIndex(of: tab) else {
      return session.tabs(toggling: tab)
    }
    var tabs = session.tabs
    tabs.insert(tab, at: rows[..<row].count { tabs.contains($0) })
    return tabs
  }

  private func show() {
    arrangeRows()
    var next = state
    next.streams = rows.map { Tabs.Entry($0, isShown: session.tabs.contains($0)) }
    next.columns = deck?.columns(of: session, in: rows) ?? []
    state = next
  }

  /// Shows the columns at once, and stores them.
  private func arrangeRows(_ book: DeckColumnList, _ columns: [DeckColumn]) async {
    book.choose(columns)
    if let deck { state.columns = deck.columns(of: session, in: rows) }
    do throws(StoreError) { try await book.keep() } catch {
      presenter.perform(.say(.storeFailed(error)))
    }
  }

  /// Puts tabs in order; other rows stay, and new candidates follow their predecessor at the
  /// service.
  private func arrangeRows() {
    let tabs = session.tabs
    if rows.isEmpty { rows = tabs }
    let offered = session.connection.streams + newLists + (deck?.together ?? [])
    for (place, stream) in offered.enumerated() where !rows.contains(stream) {
      let before = offered[..<place].last.flatMap { rows.firstIndex(of: $0) }
      rows.insert(stream, at: before.map { $0 + 1 } ?? 0)
    }
    rows += tabs.filter { !rows.contains($0) }
    var ordered = tabs.makeIterator()
    rows = rows.map { tabs.contains($0) ? ordered.next() ?? $0 : $0 }
  }

  /// Shows the tabs at once, and stores them in order of changes.
  private func storeTabs(_ tabs: [StreamTab]) async {
    session.choose(tabs)
    show()
    await writes.add { [self] in
      do throws(StoreError) { try await session.keepTabs(tabs) } catch {
        presenter.perform(.say(.storeFailed(error)))
      }
    }.value
  }
}

/// A tag as typed by the reader.
struct TagName: Equatable {
  /// Maximum length of a tag.
  private static let longest = 100

  /// The tag, without "#".
  let text: String

  /// Fails for text that is not a tag.
  init?(_ typed: String) {
    let words = typed.split(whereSeparator: \.isWhitespace)
    let word = words.first?.drop { $0 == "#" || $0 == "＃" } ?? ""
    guard words.count == 1, (1...Self.longest).contains(word.count),
      word.allSatisfy({ $0.isLetter || $0.isNumber || "_-·・.'’$&+".contains($0) || $0.isEmoji })
    else { return nil }
    text = String(word)
  }

  /// Compares tags without case, as services do.
  static func == (left: TagName, right: TagName) -> Bool {
    left.text.lowercased() == right.text.lowercased()
  }

  func begins(_ beginning: String) -> Bool {
    text.lowercased().hasPrefix(beginning.lowercased())
  }
}

extension Character {
  fileprivate var isEmoji: Bool {
    unicodeScalars.contains { $0.properties.isEmoji && $0.value > 0xff }
  }
}

/// The timelines and notifications that can become columns, of all running accounts.
@MainActor package struct DeckChoice {
  let book: DeckColumnList
  private let accounts: RunningAccounts

  package init(_ book: DeckColumnList, of accounts: RunningAccounts) {
    (self.book, self.accounts) = (book, accounts)
  }

  /// Tabs of all accounts together: the merged home timeline.
  var together: [StreamTab] {
    let homes = accounts.all.count {
      !$0.session.isOver && $0.session.connection.streams.contains(.feed(.home))
    }
    return homes > 1 ? [.feed(.everything)] : []
  }

  /// Returns the columns of an account by rows, then those of other accounts.
  func columns(of session: Session, in rows: [StreamTab]) -> [Tabs.Column] {
    let others = accounts.all.map(\.session).filter {
      $0.account.id != session.account.id && !$0.isOver
    }.sorted { $0.account.id.rawValue < $1.account.id.rawValue }
    return columns(of: session, rows) + others.flatMap { columns(of: $0, $0.connection.streams) }
  }

  private func columns(of session: Session, _ streams: [StreamTab]) -> [Tabs.Column] {
    let account = session.account
    var contents = streams.map { DeckColumn.Content.stream($0) }
    if session.connection.notifications != nil { contents.append(.notifications) }
    // What is a column can be taken away, though nobody offers it.
    for column in book.columns where column.account == account.id {
      if !contents.contains(column.content) { contents.append(column.content) }
    }
    return contents.map { content in
      let column = DeckColumn(content, of: account.id)
      return Tabs.Column(
        column, of: account, place: book.columns.firstIndex(of: column).map { $0 + 1 })
    }
  }
}
