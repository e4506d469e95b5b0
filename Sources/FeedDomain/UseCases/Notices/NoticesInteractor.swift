/// Decides what looking at notices does: what is held is shown at once, then the service is asked.
@MainActor public final class NoticesInteractor: NoticesInteracting {
  private let session: Session
  private let board: NoticeBoard
  private let actions: any Acting
  private let presenter: any NoticesPresenting
  private var openings = 0
  private var isOpen = false
  /// Up to which moment they were read when the scene was opened.
  private var readBefore: Timestamp?
  private var shown: Notices.Shown?
  private var fetching: Task<Void, Never>?

  /// Looking at what happened to the reader of an account.
  public init(
    _ session: Session, board: NoticeBoard, actions: any Acting, presenter: any NoticesPresenting
  ) {
    self.session = session
    self.board = board
    self.actions = actions
    self.presenter = presenter
    actions.tell(self)
    board.tell(self)
  }

  /// Answers a request; what is fetched goes on by itself.
  public func handle(_ request: Notices.Request) async {
    switch request {
    case .open: await open()
    case .refresh: fetch { board throws(FeedError) in try await board.refresh() }
    case .more: fetch { board throws(FeedError) in try await board.more() }
    case .toggle(let id, let action): actions.toggle(action, on: post(id), in: session)
    case .delete(let id): actions.delete(post(id), in: session)
    case .admit(let person, let isLetIn):
      guard session.connection.publishing != nil,
        shown?.notices.contains(where: { $0.asks(person) }) == true
      else { return }
      actions.perform(.admit(person, isLetIn))
    case .undo: actions.undo()
    case .close:
      stop()
      openings += 1
      isOpen = false
    }
  }

  /// Asks again after the account was signed in to again.
  public func resume() async { await handle(.refresh) }
}

extension NoticesInteractor: NoticeObserving {
  /// Shows what is on the board, which has been read with that.
  public func noticesChanged() {
    guard isOpen else { return }
    show()
    board.markRead()
  }
}

extension NoticesInteractor: ActionObserving {
  /// Shows what happened to the reader's actions, in the same turn.
  public func hear(_ news: ActionNews) {
    guard isOpen else { return }
    switch news {
    case .changed: show()
    case .delivered(.admit(let person, _), _):
      board.answered(person)
      presenter.present(.action(news))
    // What is done or taken back to a person tells no post that changed.
    case .acted(.admit), .undone(.admit), .refused(.admit, _), .notKept(.admit, _):
      show()
      presenter.present(.action(news))
    case .delivered(_, .post(let post)):
      board.confirm(post)
      presenter.present(.action(news))
    default: presenter.present(.action(news))
    }
  }
}

extension NoticesInteractor {
  private func open() async {
    openings += 1
    let opening = openings
    await board.load()
    guard opening == openings else { return }
    isOpen = true
    readBefore = board.readUntil
    if !board.notices.isEmpty { noticesChanged() }
    fetch { board throws(FeedError) in try await board.refresh() }
  }

  private func post(_ id: Post.ID) -> Post? {
    shown?.notices.lazy.compactMap(\.post).first { $0.id == id }
  }

  private func show() {
    let notices = board.notices.compactMap { notice -> Notice? in
      if notice.people.contains(where: { notice.asks($0.id) && actions.answer(to: $0.id) != nil }) {
        return nil
      }
      guard let post = notice.post else { return notice }
      return actions.hides(post.id) ? nil : notice.with(actions.shown(post))
    }
    let shown = Notices.Shown(
      notices, unread: Set(board.unread(since: readBefore).map(\.id)), hasMore: board.hasMore,
      account: session.account)
    guard shown != self.shown else { return }
    self.shown = shown
    presenter.present(.notices(shown))
  }

  private func stop() {
    guard fetching != nil else { return }
    fetching?.cancel()
    fetching = nil
    presenter.present(.loading(false))
  }

  private func fetch(
    _ ask: @escaping @MainActor (NoticeBoard) async throws(FeedError) -> Void
  ) {
    guard fetching == nil else { return }
    presenter.present(.loading(true))
    fetching = Task {
      do throws(FeedError) {
        try await ask(board)
        guard !Task.isCancelled else { return }
        finish()
        show()
      } catch {
        guard !Task.isCancelled else { return }
        finish()
        presenter.present(error == .signedOut ? .action(.signedOut) : .failed(error))
      }
    }
  }

  private func finish() {
    fetching = nil
    presenter.present(.loading(false))
  }
}
