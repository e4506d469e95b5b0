/// Decides what looking for something does: what is held is shown while one types, and what the
/// service finds is added as it arrives.
@MainActor public final class SearchInteractor: SearchInteracting {
  /// So many posts that are held are shown.
  private static let limit = 100

  private let session: Session
  private let actions: any Acting
  private let presenter: any SearchPresenting
  private var isOpen = false
  private var findings: SearchFindings?
  private var shown: Search.Found?
  private var asking: [Task<Void, Never>] = []
  private var paging: Task<Void, Never>?
  /// How many answers of the service are awaited.
  private var awaited = 0
  private lazy var looks = LatestWrite<SearchQuestion> { [weak self] in await self?.look(for: $0) }

  /// Looking for something with an account.
  public init(_ session: Session, actions: any Acting, presenter: any SearchPresenting) {
    self.session = session
    self.actions = actions
    self.presenter = presenter
    actions.tell(self)
  }

  /// Answers a request; what is looked for goes on by itself.
  public func handle(_ request: Search.Request) async {
    switch request {
    case .open:
      isOpen = true
      await showHistory()
    case .type(let words): await type(words)
    case .submit(let words): await submit(words)
    case .more: more()
    case .toggle(let id, let action): actions.toggle(action, on: post(id), in: session)
    case .delete(let id): actions.delete(post(id), in: session)
    case .undo: actions.undo()
    case .close:
      isOpen = false
      callOff()
      findings = nil
    }
  }

  /// Asks again after the account was signed in to again.
  public func resume() async {
    guard isOpen, let findings, findings.isAsked else { return }
    await submit(findings.question.words)
  }
}

extension SearchInteractor: ActionObserving {
  /// Shows what happened to the reader's actions, in the same turn.
  public func hear(_ news: ActionNews) {
    guard isOpen else { return }
    switch news {
    case .changed: show()
    case .delivered(_, .post(let post)):
      findings?.confirm(post)
      presenter.present(.action(news))
    default: presenter.present(.action(news))
    }
  }
}

extension SearchInteractor {
  private func post(_ id: Post.ID) -> Post? { shown?.posts.first { $0.id == id } }

  private func showHistory() async {
    guard let searches = session.shelf.searches else { return presenter.present(.history([])) }
    do throws(StoreError) {
      let history = try await searches.searches(of: session.account.id)
      guard isOpen, findings == nil else { return }
      presenter.present(.history(history))
    } catch {
      session.note(error, doing: "read what was searched for")
    }
  }

  private func type(_ words: String) async {
    let question = SearchQuestion(words)
    guard question != findings?.question else { return }
    callOff()
    shown = nil
    findings = question.map { SearchFindings($0) }
    guard let question else { return await showHistory() }
    looks.submit(question)
    await looks.finish()
  }

  private func submit(_ words: String) async {
    guard let question = SearchQuestion(words) else { return }
    callOff()
    if findings?.question != question {
      shown = nil
      findings = SearchFindings(question)
      looks.submit(question)
    }
    findings?.isAsked = true
    if session.connection.canSearch { ask(question) } else { presenter.present(.unsearchable) }
    show()
    await remember(question)
  }

  /// Looks through what is held.
  private func look(for question: SearchQuestion) async {
    guard isOpen, findings?.question == question else { return }
    do throws(StoreError) {
      let posts = try await session.shelf.feeds.posts(
        matching: question.words, account: session.account.id, limit: Self.limit)
      guard isOpen, findings?.question == question else { return }
      findings?.take(held: posts)
      show()
    } catch {
      guard isOpen else { return }
      presenter.present(.storeFailed(error))
    }
  }

  private func remember(_ question: SearchQuestion) async {
    guard !session.isOver else { return }
    do throws(StoreError) {
      try await session.shelf.searches?.keep(
        search: question.words, of: session.account.id, now: session.world.now)
    } catch {
      session.note(error, doing: "keep what was searched for")
    }
  }

  private func show() {
    guard let findings else { return }
    let found = findings.found(
      through: actions, account: session.account, now: session.world.now)
    guard found != shown else { return }
    shown = found
    presenter.present(.found(found))
  }
}

// MARK: - At the service

extension SearchInteractor {
  /// Asks for tags, people and posts at the same time; each is shown when it arrives.
  private func ask(_ question: SearchQuestion) {
    let connection = session.connection
    if let tags = connection.tags, let tag = question.tag {
      begin(question) { () throws(FeedError) in
        let found = try await tags.tags(matching: tag)
        return { $0.take(tags: found) }
      }
    }
    if let people = connection.people, people.lists.contains(.matching),
      let name = question.person
    {
      begin(question) { () throws(FeedError) in
        let found = try await people.people(.matching(name), after: nil)
        return { $0.take(people: found.elements) }
      }
    }
    begin(question) { () throws(FeedError) in
      let page = try await connection.feeds.posts(matching: question.words, after: nil)
      await self.keep(page.elements)
      let found = Page(await self.session.filled(page.elements, told: .elsewhere), next: page.next)
      return { $0.take(found) }
    }
  }

  private func begin(
    _ question: SearchQuestion,
    _ work: @escaping @MainActor () async throws(FeedError) -> (inout SearchFindings) -> Void
  ) {
    awaited += 1
    if awaited == 1 { presenter.present(.loading(true)) }
    asking.append(
      Task {
        do throws(FeedError) {
          let take = try await work()
          guard !Task.isCancelled, findings?.question == question else { return }
          answered()
          if var found = findings {
            take(&found)
            findings = found
          }
          show()
        } catch {
          guard !Task.isCancelled else { return }
          answered()
          presenter.present(error == .signedOut ? .action(.signedOut) : .failed(error))
        }
      })
  }

  private func answered() {
    awaited -= 1
    if awaited == 0 { presenter.present(.loading(false)) }
  }

  private func callOff() {
    for task in asking { task.cancel() }
    asking = []
    paging?.cancel()
    paging = nil
    guard awaited > 0 else { return }
    awaited = 0
    presenter.present(.loading(false))
  }

  private func more() {
    guard let findings, let next = findings.next, paging == nil else { return }
    let feeds = session.connection.feeds
    let question = findings.question
    paging = Task {
      do throws(FeedError) {
        let page = try await feeds.posts(matching: question.words, after: next)
        await keep(page.elements)
        let found = Page(await session.filled(page.elements, told: .elsewhere), next: page.next)
        guard !Task.isCancelled, self.findings?.question == question else { return }
        paging = nil
        self.findings?.take(found)
        show()
      } catch {
        guard !Task.isCancelled else { return }
        paging = nil
        presenter.present(error == .signedOut ? .action(.signedOut) : .failed(error))
      }
    }
  }

  /// Keeps what was found, so that it opens at once and is found again without a line.
  private func keep(_ posts: [Post]) async {
    guard !session.isOver, !Task.isCancelled else { return }
    do throws(StoreError) {
      _ = try await session.shelf.feeds.keepMerged(
        posts, account: session.account.id, now: session.world.now)
    } catch {
      session.note(error, doing: "keep what was found")
    }
  }
}
