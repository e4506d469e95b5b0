/// Decides what looking at notices does: what is held is shown at once, then the service is asked.
@MainActor package final class NoticesInteractor: Interacting, Resuming {
  private let session: Session
  private let board: NoticeBoard
  private let actions: any Acting
  private let presenter: any Presenting<Notices.Response>
  private let asking: Errand
  private var isOpen = false
  /// Up to which moment they were read when the scene was opened.
  private var readBefore: Timestamp?
  private var rows = LiveRows<Notice>()
  private var shown: Notices.Shown?
  /// Which part of them is looked at.
  private var tab = NoticeTab.all
  /// Whether older ones of it are still to be looked for, where there are few.
  private var isToBeFilled = false

  package init(
    _ session: Session, board: NoticeBoard, actions: any Acting,
    presenter: any Presenting<Notices.Response>
  ) {
    self.session = session
    self.board = board
    self.actions = actions
    self.presenter = presenter
    asking = Errand(session.world) { presenter.present(.loading($0)) }
    actions.tell(self)
    board.tell(self)
  }

  package func handle(_ request: Notices.Request) async {
    switch request {
    case .open: await open()
    case .refresh:
      let anew = asking.callOffWhatStalls()
      ask { board throws(FeedError) in try await board.refresh(anew: anew) }
    case .more: fetchOlder()
    case .look(let tab): look(at: tab)
    case .toggle(let id, let action): actions.toggle(action, on: rows.post(id), in: session)
    case .delete(let id): actions.delete(rows.post(id), in: session)
    case .admit(let person, let isLetIn):
      guard PostAbilities(session.connection).canWrite,
        rows.shown.contains(where: { $0.asks(person) })
      else { return }
      actions.perform(.admit(person, isLetIn))
    case .undo: actions.undo()
    case .close:
      asking.stop()
      isOpen = false
    }
  }

  package func resume() async { await handle(.refresh) }
}

extension NoticesInteractor: NoticeObserving {
  /// Shows what is on the board, which has been read with that.
  package func noticesChanged() {
    guard isOpen else { return }
    show()
    board.markRead()
  }
}

extension NoticesInteractor: ActionObserving {
  package func hear(_ news: ActionNews) {
    guard isOpen else { return }
    switch news {
    case .changed(let changes): if rows.overlay(changes, through: actions) != .nothing { present() }
    case .delivered(.admit(let person, _), _):
      board.answered(person)
      presenter.present(.action(news))
    // What is done or taken back to a person tells no post that changed.
    case .acted(.admit), .undone(.admit), .refused(.admit, _), .notKept(.admit, _):
      show()
      presenter.present(.action(news))
    case .delivered(_, .post(let post)):
      board.confirm(post)
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
    isToBeFilled = tab != .all
    fill()
  }

  /// Once for each part that is looked at: there may be no more of its kind at all.
  private func fill() {
    guard isToBeFilled, !asking.isRunning else { return }
    isToBeFilled = false
    if rows.shown.count < Self.few, board.hasMore { fetchOlder() }
  }

  private func fetchOlder() {
    ask { [tab] board throws(FeedError) in try await board.more { tab.holds($0) } }
  }

  private func open() async {
    asking.stop()
    let turn = asking.turn
    await board.load()
    guard turn == asking.turn else { return }
    isOpen = true
    readBefore = board.readUntil
    if !board.notices.isEmpty { noticesChanged() }
    ask { board throws(FeedError) in try await board.refresh() }
  }

  private func ask(_ ask: @escaping @MainActor (NoticeBoard) async throws(FeedError) -> Void) {
    asking.run { [board] () async throws(FeedError) in
      try await ask(board)
    } then: { [self] answer in
      switch answer {
      case .success:
        show()
        fill()
      case .failure(.signedOut): presenter.present(.action(.signedOut))
      case .failure(let error): presenter.present(.failed(error))
      }
    }
  }

  /// Shows what is on the board.
  private func show() {
    _ = rows.adopt(board.notices.filter(tab.holds), through: actions)
    present()
  }

  private func present() {
    let shown = Notices.Shown(
      rows.shown, unread: Set(board.unread(since: readBefore).map(\.id)), hasMore: board.hasMore,
      account: session.account, tab: tab,
      of: NoticeTab.parts(of: session.connection.notices?.kinds ?? []))
    guard shown != self.shown else { return }
    self.shown = shown
    presenter.present(.notices(shown))
  }
}
