/// Decides what looking for something does: what is held is shown while one types, and what the
/// service finds is added as it arrives.
@MainActor package final class SearchInteractor: Interacting, Resuming {
  /// So many posts that are held are shown.
  private static let limit = 100

  private let session: Session
  private let actions: any Acting
  private let presenter: any Presenting<Search.Response>
  private var isOpen = false
  private var findings: SearchFindings?
  private var rows = LiveRows<Post>()
  private var shown: Search.Found?
  /// What the service is asked at the same time: for tags, people and posts.
  private lazy var asking: [Errand] = (0..<3).map { _ in
    Errand(session.world) { [weak self] _ in self?.tellAsking() }
  }
  /// How it was told that this stands.
  private var told = Asking.nothing
  private lazy var paging = Errand(session.world)
  private lazy var looks = LatestWrite<SearchQuestion> { [weak self] in await self?.look(for: $0) }

  package init(
    _ session: Session, actions: any Acting, presenter: any Presenting<Search.Response>
  ) {
    (self.session, self.actions, self.presenter) = (session, actions, presenter)
    actions.tell(self)
  }

  package func handle(_ request: Search.Request) async {
    switch request {
    case .open:
      isOpen = true
      await showHistory()
    case .type(let words): await type(words)
    case .submit(let words): await submit(words)
    case .more: more()
    case .toggle(let id, let action): actions.toggle(action, on: rows.post(id), in: session)
    case .delete(let id): actions.delete(rows.post(id), in: session)
    case .undo: actions.undo()
    case .close:
      isOpen = false
      callOff()
      begin(nil)
    }
  }

  package func resume() async {
    guard isOpen, let findings, findings.isAsked else { return }
    await submit(findings.question.words)
  }
}

extension SearchInteractor: ActionObserving {
  package func hear(_ news: ActionNews) {
    guard isOpen else { return }
    switch news {
    case .changed(let changes): if rows.overlay(changes, through: actions) != .nothing { present() }
    case .delivered(_, .post(let post)):
      findings?.confirm(post)
      rows.confirm([post])
      presenter.present(.action(news))
    default: presenter.present(.action(news))
    }
  }
}

extension SearchInteractor {
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
    begin(question)
    guard let question else { return await showHistory() }
    looks.submit(question)
    await looks.finish()
  }

  private func submit(_ words: String) async {
    guard let question = SearchQuestion(words) else { return }
    callOff()
    if findings?.question != question {
      begin(question)
      looks.submit(question)
    }
    findings?.isAsked = true
    if session.connection.canSearch { ask(question) } else { presenter.present(.unsearchable) }
    show()
    await remember(question)
  }

  /// Begins to look for something else, or for nothing.
  private func begin(_ question: SearchQuestion?) {
    findings = question.map { SearchFindings($0) }
    rows = LiveRows()
    shown = nil
  }

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
    _ = rows.adopt(findings.posts(now: session.world.now), through: actions)
    present()
  }

  private func present() {
    guard let findings else { return }
    let found = findings.found(showing: rows.shown, through: actions, account: session.account)
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
      run(asking[0]) { () async throws(FeedError) in
        try await tags.tags(matching: tag)
      } then: {
        $0.take(tags: $1)
      }
    }
    if let people = connection.people, people.lists.contains(.matching),
      let name = question.person
    {
      run(asking[1]) { () async throws(FeedError) in
        try await people.people(.matching(name), after: nil)
      } then: {
        $0.take(people: $1.elements)
      }
    }
    askForPosts(question, after: nil, asking[2])
  }

  private func more() {
    guard let findings, let next = findings.next else { return }
    askForPosts(findings.question, after: next, paging)
  }

  private func askForPosts(_ question: SearchQuestion, after cursor: Cursor?, _ errand: Errand) {
    run(errand) { [self] () async throws(FeedError) in
      let page = try await session.connection.feeds.posts(matching: question.words, after: cursor)
      await keep(page.elements)
      return Page(await session.filled(page.elements, told: .elsewhere), next: page.next)
    } then: {
      $0.take($1)
    }
  }

  private func run<Answer: Sendable>(
    _ errand: Errand, _ ask: @escaping @MainActor () async throws(FeedError) -> Answer,
    then take: @escaping @MainActor (inout SearchFindings, Answer) -> Void
  ) {
    errand.run(ask) { [self] answer in
      switch answer {
      case .success(let answer):
        guard var found = findings else { return }
        take(&found, answer)
        findings = found
        show()
      case .failure(.signedOut): presenter.present(.action(.signedOut))
      case .failure(let error): presenter.present(.failed(error))
      }
    }
  }

  /// Tells when the first answer begins to be awaited, when none comes, and when the last has come.
  private func tellAsking() {
    let stand = Asking(asking.map { $0.asking })
    guard stand != told else { return }
    told = stand
    presenter.present(.loading(stand))
  }

  private func callOff() {
    for errand in asking { errand.stop() }
    paging.stop()
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
