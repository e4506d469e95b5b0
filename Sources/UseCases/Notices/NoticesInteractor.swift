internal import FeedDomain

/// Decides what looking at notices does: what is held is shown at once, then the service is asked.
@MainActor package final class NoticesInteractor: Interacting {
  private let session: Session
  private let sources: NoticeSources
  private let presenter: any Presenting<Notices.Response>
  private let asking: Errand
  /// Waits until a service may be asked again.
  private let waiting = Errand()
  private var isOpen = false
  private var rows = LiveRows<Notice>()
  private var shown: Notices.Shown?
  /// Which part of them is looked at.
  private var tab = NoticeTab.all
  /// How often older ones of it are still to be looked for, where there are few.
  private var searches = 0

  /// An interactor that looks at the notices on that board or, `together`, at those of the whole
  /// company.
  package init(
    _ session: Session, board: NoticeBoard, actions: PendingActions, company: Company? = nil,
    together: Bool = false, presenter: any Presenting<Notices.Response>
  ) {
    self.session = session
    sources = NoticeSources(
      session, board: board, actions: actions, company: company, areTogether: together)
    self.presenter = presenter
    asking = Errand(session.world) { presenter.present(.loading($0)) }
    actions.tell(self) { $0.hear($1) }
  }

  package func handle(_ request: Notices.Request) async {
    switch request {
    case .open: await open()
    case .refresh:
      let anew = asking.callOffWhatStalls()
      ask { sources throws(FeedError) in try await sources.refresh(anew: anew) }
    case .more: fetchOlder()
    case .look(let tab): look(at: tab)
    case .gather(let together):
      guard sources.gather(together) else { return }
      rows = LiveRows()
      tab = .all
      await open()
    case .toggle(let id, let action): sources.toggle(action, on: rows.post(id))
    case .delete(let id): sources.delete(rows.post(id))
    case .admit(let person, let isLetIn):
      if rows.shown.contains(where: { $0.asks(person) }) { sources.admit(person, isLetIn) }
    case .undo: sources.undo()
    case .close:
      waiting.stop()
      asking.stop()
      isOpen = false
    }
  }

  package func resume() async { await handle(.refresh) }
}

extension NoticesInteractor {
  /// Shows what is on the board, which has been read with that.
  private func noticesChanged() {
    guard isOpen else { return }
    show()
    sources.markRead()
  }
}

extension NoticesInteractor {
  /// Where those of several are looked at, each is heard of by itself.
  private func hear(_ news: ActionNews) {
    if !sources.areTogether { take(news, of: session.account.id) }
  }

  private func take(_ news: ActionNews, of account: Account.ID) {
    guard isOpen else { return }
    switch news {
    case .stored(let posts):
      for post in posts { sources.confirm(post) }
      rows.confirm(posts)
    case .changed(let changes):
      if rows.overlay(changes, through: sources.look) != .nothing { present() }
    case .delivered(.admit(let person, _), _):
      sources.answered(person, as: account)
      presenter.present(.action(news))
    // What is done or taken back to a person tells no post that changed.
    case .acted(.admit), .undone(.admit), .refused(.admit, _), .notKept(.admit, _):
      show()
      presenter.present(.action(news))
    case .delivered(_, .post(let post)):
      sources.confirm(post)
      rows.confirm([post])
      presenter.present(.action(news))
    default: presenter.present(.action(news))
    }
  }
}

extension NoticesInteractor {
  /// Where there are fewer than about a screen has room for, older ones are looked for at once.
  private static let few = 8

  private func look(at tab: NoticeTab) {
    self.tab = tab
    show()
    searches = tab == .all && !sources.areTogether ? 0 : sources.count
    fill()
  }

  /// Once of each service for a part that is looked at: there may be no more of its kind at all.
  /// Of all accounts together it shows what none of them may still lack.
  private func fill() {
    guard searches > 0, !asking.isRunning else { return }
    searches -= 1
    if rows.shown.count < Self.few, sources.hasMore { fetchOlder() }
  }

  private func fetchOlder() {
    ask { [tab] sources throws(FeedError) in try await sources.more { tab.holds($0) } }
  }

  private func open() async {
    waiting.stop()
    asking.stop()
    let turn = asking.turn
    sources.tell(self) { $0.noticesChanged() }
    sources.listen { [weak self] news, account in self?.take(news, of: account) }
    await sources.load()
    guard turn == asking.turn else { return }
    isOpen = true
    searches = sources.areTogether ? sources.count : 0
    if !sources.notices.isEmpty { noticesChanged() }
    ask { sources throws(FeedError) in try await sources.refresh(anew: false) }
  }

  private func ask(_ ask: @escaping @MainActor (NoticeSources) async throws(FeedError) -> Void) {
    guard !asking.isRunning else { return }
    waiting.stop()
    asking.run { [sources] () async throws(FeedError) in
      try await ask(sources)
    } then: { [self] answer in
      switch answer {
      case .success:
        show()
        fill()
        if !asking.isRunning, let limit = sources.limit {
          waitOut(limit) { sources throws(FeedError) in try await sources.refresh(anew: false) }
        }
      case .failure(.signedOut): presenter.present(.action(.signedOut))
      case .failure(let error):
        presenter.present(.failed(error))
        waitOut(error, ask)
      }
    }
  }

  /// Asks again by itself when a service may be asked again that asked to be left alone.
  private func waitOut(
    _ error: FeedError,
    _ ask: @escaping @MainActor (NoticeSources) async throws(FeedError) -> Void
  ) {
    guard isOpen, case .rateLimited(let until) = error else { return }
    waiting.wait(outLimit: until, in: session.world) { [weak self] in self?.ask(ask) }
  }

  /// Shows what is on the board.
  private func show() {
    _ = rows.adopt(sources.notices.filter(tab.holds), through: sources.look)
    present()
  }

  private func present() {
    let shown = Notices.Shown(
      rows.shown, unread: sources.unread, hasMore: sources.hasMore, account: session.account,
      tab: tab, of: NoticeTab.parts(of: sources.kinds), company: sources.together)
    guard shown != self.shown else { return }
    self.shown = shown
    presenter.present(.notices(shown))
  }
}
