internal import FeedDomain

/// Decides what choosing tabs does.
@MainActor package final class TabsInteractor: Interacting {
  private let session: Session
  private let presenter: any Presenting<Tabs.Response>
  private let deck: DeckChoice?
  /// The streams as they are listed: what was a tab while this was open stays where it was.
  private var rows: [StreamTab] = []
  /// The reader's lists that were begun since the account was opened.
  private var newLists: [StreamTab] = []
  private let writes = SerialWork()
  private var looking: Task<Void, Never>?
  /// The tags that were seen; nil before anybody typed.
  private var vocabulary: Vocabulary?

  package init(
    _ session: Session, deck: DeckChoice? = nil, presenter: any Presenting<Tabs.Response>
  ) {
    (self.session, self.deck, self.presenter) = (session, deck, presenter)
  }

  package func handle(_ request: Tabs.Request) async {
    switch request {
    case .open:
      show()
      await lookForLists()
    case .toggle(let tab):
      guard let tabs = tabs(toggling: tab) else { return presenter.present(.lastOne) }
      await keep(tabs)
    case .move(let tab, let step):
      var tabs = session.tabs
      guard let place = tabs.firstIndex(of: tab), tabs.indices.contains(place + step) else {
        return
      }
      tabs.remove(at: place)
      tabs.insert(tab, at: place + step)
      await keep(tabs)
    case .toggleColumn(let column):
      if let book = deck?.book { await arrange(book, book.toggling(column)) }
    case .moveColumn(let column, let step):
      if let book = deck?.book { await arrange(book, book.moving(column, by: step)) }
    case .type(let text): await complete(text)
    case .add(let text): await add(text)
    }
  }
}

extension TabsInteractor {
  /// While somebody types, the service is not asked at every letter.
  private static let pause = Duration.milliseconds(300)
  /// So many tags are enough to choose from.
  private static let mostTags = 8

  private func add(_ text: String) async {
    looking?.cancel()
    guard session.connection.hasTagStreams, let name = TagName(text) else {
      return presenter.present(.noTag)
    }
    if let tab = session.tabs.first(where: { $0.tag == name }) {
      return presenter.present(.added(tab))
    }
    let tab = StreamTab.feed(.tag(name.text))
    await keep(session.tabs + [tab])
    presenter.present(.added(tab))
  }

  /// Lists are begun here and elsewhere, and what the account offers is known from before.
  private func lookForLists() async {
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

  /// What was seen is there at once; what the service knows is added as it comes.
  private func complete(_ text: String) async {
    looking?.cancel()
    guard session.connection.hasTagStreams else { return }
    await readVocabulary()
    let beginning = TagName(text)?.text ?? ""
    guard !beginning.isEmpty || text.allSatisfy({ $0 == "#" || $0.isWhitespace }) else {
      return presenter.present(.tags([]))
    }
    let seen = (vocabulary?.words(beginning: "#" + beginning) ?? []).map { String($0.dropFirst()) }
    presenter.present(.tags(choice(of: seen, beginning)))
    guard let completion = session.connection.completion else { return }
    looking = Task { [world = session.world, log = session.log] in
      // Only calling it off ends the pause early: more was typed, and that is asked instead.
      guard (try? await world.sleep(for: Self.pause)) != nil else { return }
      do throws(FeedError) {
        let found = try await completion.tags(matching: beginning)
        guard !Task.isCancelled else { return }
        presenter.present(.tags(choice(of: seen + found, beginning)))
      } catch {
        // What was seen is offered all the same.
        log.note(.network, .info, "could not ask for tags: \(error)")
      }
    }
  }

  /// Those that are no tabs yet, each once.
  private func choice(of tags: [String], _ beginning: String) -> [String] {
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
  /// The tag whose posts it shows.
  fileprivate var tag: TagName? {
    if case .feed(.tag(let tag)) = self { TagName(tag) } else { nil }
  }

  /// The list whose posts it shows.
  fileprivate var list: String? {
    if case .feed(.list(let id, _)) = self { id } else { nil }
  }
}

extension TabsInteractor {
  /// The tabs with that one where its row is, or without it where it is one; nil where it is the
  /// last.
  private func tabs(toggling tab: StreamTab) -> [StreamTab]? {
    arrange()
    guard !session.tabs.contains(tab), let row = rows.firstIndex(of: tab) else {
      return session.tabs(toggling: tab)
    }
    var tabs = session.tabs
    tabs.insert(tab, at: rows[..<row].count { tabs.contains($0) })
    return tabs
  }

  private func show() {
    arrange()
    presenter.present(
      .streams(rows.map { Tabs.Entry($0, isShown: session.tabs.contains($0)) }))
    showColumns()
  }

  private func showColumns() {
    guard let deck else { return }
    presenter.present(.columns(deck.columns(of: session, in: rows), of: session.account))
  }

  /// Shows other columns at once, too; that they are remembered comes after.
  private func arrange(_ book: DeckBook, _ columns: [DeckColumn]) async {
    book.choose(columns)
    showColumns()
    do throws(StoreError) { try await book.keep() } catch {
      presenter.present(.storeFailed(error))
    }
  }

  /// Puts the tabs in their order, and leaves every other stream in its row; one that was not listed
  /// yet comes after the one before it at the service.
  private func arrange() {
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

  /// Shows it at once; that it is remembered comes after, in the order in which it was wished.
  private func keep(_ tabs: [StreamTab]) async {
    session.choose(tabs)
    show()
    await writes.add { [self] in
      do throws(StoreError) { try await session.keepTabs(tabs) } catch {
        presenter.present(.storeFailed(error))
      }
    }.value
  }
}
