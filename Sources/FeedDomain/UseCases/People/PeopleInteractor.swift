/// Decides what looking through a list of people does.
@MainActor package final class PeopleInteractor: Interacting {
  private let session: Session
  private let presenter: any Presenting<People.Response>
  private var list: PeopleList?
  private var people: [Person] = []
  private var next: Cursor?
  private var fetching: Task<Void, Never>?

  package init(_ session: Session, presenter: any Presenting<People.Response>) {
    self.session = session
    self.presenter = presenter
  }

  package func handle(_ request: People.Request) async {
    switch request {
    case .open(let list):
      stop()
      self.list = list
      people = []
      next = nil
      presenter.present(.opened(list))
      fetch(after: nil)
    case .more:
      guard let next else { return }
      fetch(after: next)
    case .refresh:
      stop()
      fetch(after: nil)
    case .close:
      stop()
      list = nil
    }
  }

  package func resume() async { await handle(.refresh) }
}

extension PeopleInteractor {
  private func stop() {
    guard fetching != nil else { return }
    fetching?.cancel()
    fetching = nil
    presenter.present(.loading(false))
  }

  private func fetch(after cursor: Cursor?) {
    guard let list, let gateway = session.connection.people, fetching == nil else { return }
    presenter.present(.loading(true))
    fetching = Task {
      do throws(FeedError) {
        let page = try await gateway.people(list, after: cursor)
        guard !Task.isCancelled else { return }
        await show(page, isFirst: cursor == nil)
      } catch {
        guard !Task.isCancelled else { return }
        finish()
        presenter.present(.failed(error))
      }
    }
  }

  private func show(_ page: Page<Person>, isFirst: Bool) async {
    // People move between pages while one reads; nobody is listed twice.
    let known = isFirst ? [] : Set(people.map(\.id))
    people = (isFirst ? [] : people) + page.elements.filter { !known.contains($0.id) }
    next = page.next
    finish()
    presenter.present(.people(people, hasMore: next != nil))
    guard !session.isOver else { return }
    do throws(StoreError) {
      try await session.shelf.feeds.keep(page.elements, account: session.account.id)
    } catch {
      session.note(error, doing: "keep people")
    }
  }

  private func finish() {
    fetching = nil
    presenter.present(.loading(false))
  }
}
