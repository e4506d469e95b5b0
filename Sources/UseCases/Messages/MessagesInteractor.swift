internal import FeedDomain

/// Decides what looking through messages does.
@MainActor package final class MessagesInteractor: Interacting {
  private let session: Session
  private let presenter: any Presenting<Messages.Response>
  private var all: [Correspondence] = []
  private var next: Cursor?
  private let fetching: Errand
  /// Waits until the service may be asked again.
  private let waiting = Errand()
  private var isOpen = false

  package init(_ session: Session, presenter: any Presenting<Messages.Response>) {
    self.session = session
    self.presenter = presenter
    fetching = Errand(session.world) { presenter.present(.asking($0)) }
  }

  package func handle(_ request: Messages.Request) async {
    switch request {
    case .open:
      isOpen = true
      fetch(after: nil)
    case .more: if let next { fetch(after: next) }
    case .refresh:
      fetching.stop()
      fetch(after: nil)
    case .read(let id): await read(id)
    case .close:
      isOpen = false
      waiting.stop()
      fetching.stop()
    }
  }

  package func resume() async { if isOpen { await handle(.refresh) } }
}

extension MessagesInteractor {
  private func fetch(after cursor: Cursor?) {
    guard let gateway = session.connection.messages else { return }
    waiting.stop()
    let known = cursor == nil ? [] : Set(all.map(\.id))
    fetching.run { [session] () async throws(FeedError) in
      let page = try await PageWalk.page(after: cursor, isNew: { !known.contains($0.id) }) {
        cursor async throws(FeedError) in
        try await gateway.correspondences(after: cursor)
      }
      await Self.keep(page.elements, in: session)
      return page
    } then: { [self] answer in
      switch answer {
      case .success(let page): show(page, isFirst: cursor == nil)
      case .failure(let error):
        presenter.present(.failed(error))
        guard isOpen, case .rateLimited(let until) = error else { return }
        waiting.wait(outLimit: until, in: session.world) { [weak self] in
          self?.fetch(after: cursor)
        }
      }
    }
  }

  private func show(_ page: Page<Correspondence>, isFirst: Bool) {
    // What is said meanwhile moves up between pages; nothing is listed twice.
    let known = isFirst ? [] : Set(all.map(\.id))
    all = (isFirst ? [] : all) + page.elements.filter { !known.contains($0.id) }
    next = page.next
    present()
  }

  private func present() { presenter.present(.shown(all, hasMore: next != nil)) }

  /// Keeps what was said last, so that it opens at once and answers know their bounds.
  private static func keep(_ all: [Correspondence], in session: Session) async {
    guard !session.isOver, !Task.isCancelled else { return }
    do throws(StoreError) {
      try await session.keep(all.compactMap(\.last))
    } catch {
      session.note(error, doing: "keep messages")
    }
  }

  /// It is read at once; where the service cannot be told so, it is unread again, as it is there.
  private func read(_ id: Correspondence.ID) async {
    guard let gateway = session.connection.messages,
      let before = all.first(where: { $0.id == id }), before.isUnread
    else { return }
    replace(before, by: before.read)
    do throws(FeedError) {
      try await gateway.markRead(id)
    } catch {
      guard !session.isOver else { return }
      replace(before.read, by: before)
      if isOpen { presenter.present(.notMarked(error)) }
    }
  }

  /// Another that was said meanwhile stays.
  private func replace(_ old: Correspondence, by new: Correspondence) {
    guard let place = all.firstIndex(of: old) else { return }
    all[place] = new
    if isOpen { present() }
  }
}
