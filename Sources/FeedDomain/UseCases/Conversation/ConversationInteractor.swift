/// Decides what reading a conversation does: what is held is shown at once, then the service is asked.
@MainActor public final class ConversationInteractor: ConversationInteracting {
  private let session: Session
  private let actions: any Acting
  private let presenter: any ConversationPresenting
  private var focus: Post.ID?
  /// Whether somebody wanted to read it, rather than came by.
  private var isAsked = false
  private var openings = 0
  /// As the service confirmed it.
  private var confirmed: Conversation?
  private var shown: Conversation?
  private var fetching: Task<Void, Never>?
  /// Waits until the service has gathered more of it.
  private var gathering: Task<Void, Never>?
  /// How often the service was asked again because it was gathering.
  private var gatherings = 0
  /// Whether answers are shown that the service leaves out of the whole.
  private var hasGrown = false

  /// Reading conversations of an account.
  public init(
    _ session: Session, actions: any Acting, presenter: any ConversationPresenting
  ) {
    self.session = session
    self.actions = actions
    self.presenter = presenter
    actions.tell(self)
  }

  /// Answers a request; what is fetched goes on by itself.
  public func handle(_ request: ConversationReading.Request) async {
    switch request {
    case .open(let post): await open(post, asked: true)
    case .glance(let post): await open(post, asked: false)
    case .refresh:
      isAsked = true
      gatherings = 0
      fetch()
    case .goOn(let post): goOn(below: post)
    case .toggle(let id, let action): actions.toggle(action, on: post(id), in: session)
    case .delete(let id): actions.delete(post(id), in: session)
    case .undo: actions.undo()
    case .close:
      stop()
      openings += 1
      focus = nil
    }
  }

  /// Asks again after the account was signed in to again.
  public func resume() async { fetch() }
}

extension ConversationInteractor: ActionObserving {
  /// Shows what happened to the reader's actions, in the same turn.
  public func hear(_ news: ActionNews) {
    guard focus != nil else { return }
    switch news {
    case .changed: overlay()
    case .changedElsewhere: Task { await catchUp() }
    case .delivered(let change, let outcome):
      if case .post(let post) = outcome { confirm(post) }
      presenter.present(.action(news))
      // An answer given here takes its place in the tree.
      if case .publish(let draft) = change, let answered = draft.replyTo, post(answered) != nil {
        if hasGrown { fetchAnswers(to: answered) } else { fetch() }
      }
    default: presenter.present(.action(news))
    }
  }
}

extension ConversationInteractor {
  private func open(_ post: Post.ID, asked: Bool) async {
    stop()
    isAsked = asked
    openings += 1
    let opening = openings
    focus = post
    confirmed = nil
    shown = nil
    hasGrown = false
    do throws(StoreError) {
      let held = try await session.shelf.feeds.conversation(of: post, account: session.account.id)
      guard opening == openings else { return }
      if let held { show(held) }
    } catch {
      guard opening == openings else { return }
      session.note(error, doing: "read a conversation")
    }
    fetch()
  }

  /// Shows the posts as they are stored now.
  private func catchUp() async {
    guard let focus else { return }
    let opening = openings
    do throws(StoreError) {
      let held = try await session.shelf.feeds.conversation(of: focus, account: session.account.id)
      guard opening == openings, let held else { return }
      for node in held.nodes { confirm(node.post) }
      overlay()
    } catch {
      session.note(error, doing: "read a conversation")
    }
  }

  private func stop() {
    gathering?.cancel()
    gathering = nil
    gatherings = 0
    guard fetching != nil else { return }
    fetching?.cancel()
    fetching = nil
    presenter.present(.loading(false))
  }

  private func fetch() {
    guard let focus else { return }
    ask(about: focus, gone: { await self.forget(focus) }) { told in
      guard self.hasGrown, let before = self.confirmed else { return self.show(told) }
      // What was fetched on is not told again: it stays, and is then asked for again.
      let kept = told.keeping(answersIn: before)
      self.show(kept)
      self.hasGrown = kept != told
      let places = kept.nodes.map(\.post.id).filter {
        told.cut.contains($0) && !kept.cut.contains($0)
      }
      self.askAgain(below: places.prefix(Self.mostPlaces))
    }
  }

  /// Below how many posts answers are asked for again at most.
  private static let mostPlaces = 10

  /// Brings what was fetched on up to date, one place after the other.
  private func askAgain(below posts: ArraySlice<Post.ID>) {
    guard let post = posts.first else { return }
    ask(about: post, gone: {}) {
      self.grow(by: $0)
      self.askAgain(below: posts.dropFirst())
    }
  }

  /// Fetches the answers below a post that the service left out, and shows them in their place.
  private func goOn(below post: Post.ID) {
    guard confirmed?.cut.contains(post) == true else { return }
    fetchAnswers(to: post)
  }

  private func fetchAnswers(to post: Post.ID) {
    // Nothing answers a post that is gone, or that nobody may see any more.
    let gone = Conversation(focus: post, nodes: [])
    ask(about: post, gone: { self.grow(by: gone) }, then: grow)
  }

  private func grow(by answers: Conversation) {
    guard let confirmed else { return }
    hasGrown = true
    show(confirmed.grown(by: answers).keeping(answersIn: confirmed))
  }

  private func ask(
    about post: Post.ID, gone: @escaping @MainActor () async -> Void,
    then take: @escaping @MainActor (Conversation) -> Void
  ) {
    guard fetching == nil else { return }
    gathering?.cancel()
    gathering = nil
    presenter.present(.loading(true))
    fetching = Task {
      do throws(FeedError) {
        let conversation = try await session.connection.feeds.conversation(of: post)
        guard !Task.isCancelled else { return }
        let kept = await keep(conversation)
        let posts = await session.filled(kept.nodes.map(\.post), told: .elsewhere)
        guard !Task.isCancelled else { return }
        finish()
        take(kept.showing(posts))
        if post == focus, let pause = conversation.goesOnAfter { askAgain(after: pause) }
      } catch {
        guard !Task.isCancelled else { return }
        finish()
        switch error {
        case .signedOut: presenter.present(.action(.signedOut))
        case .notFound: await gone()
        default: presenter.present(.failed(error))
        }
      }
    }
  }

  /// How often a service is asked again that keeps gathering.
  private static let mostGatherings = 4

  /// Asks again when the service will have gathered more, where somebody reads it.
  private func askAgain(after pause: Duration) {
    guard isAsked, gatherings < Self.mostGatherings, fetching == nil else { return }
    gatherings += 1
    gathering = Task { [world = session.world, weak self] in
      do throws(CancellationError) { try await world.sleep(for: pause) } catch { return }
      guard !Task.isCancelled else { return }
      self?.fetch()
    }
  }

  /// Forgets a post that was deleted at the service, wherever it is held, where somebody asked for it.
  private func forget(_ post: Post.ID) async {
    guard !session.isOver else { return }
    presenter.present(.gone)
    guard isAsked else { return }
    do throws(StoreError) {
      let changes = try await session.shelf.feeds.remove(post, account: session.account.id)
      if !changes.isEmpty { actions.tellOfOthers(changes) }
    } catch {
      session.note(error, doing: "forget a post that is gone")
    }
  }

  private func finish() {
    fetching = nil
    presenter.present(.loading(false))
  }

  /// Keeps what came, and returns it with what is covered where it was read before covered here.
  private func keep(_ conversation: Conversation) async -> Conversation {
    guard !session.isOver else { return conversation }
    do throws(StoreError) {
      return conversation.showing(
        try await session.shelf.feeds.keepMerged(
          conversation.nodes.map(\.post), account: session.account.id, now: session.world.now))
    } catch {
      // It can be read all the same; only the next start will not know it.
      session.note(error, doing: "keep a conversation")
      return conversation
    }
  }

  private func show(_ conversation: Conversation) {
    confirmed = conversation
    let shown = overlaid(conversation)
    guard shown != self.shown else { return }
    self.shown = shown
    presenter.present(.conversation(shown, account: session.account))
  }

  private func confirm(_ post: Post) {
    guard let confirmed else { return }
    self.confirmed = confirmed.showing(
      confirmed.nodes.map { $0.post.id == post.id ? post : $0.post })
  }

  /// Shows what the waiting actions changed, and no more than that.
  private func overlay() {
    guard let confirmed, let before = shown else { return }
    let after = overlaid(confirmed)
    shown = after
    guard before.nodes.map(\.post.id) == after.nodes.map(\.post.id) else {
      return presenter.present(.conversation(after, account: session.account))
    }
    let changed = zip(before.nodes, after.nodes).filter { $0 != $1 }.map(\.1.post)
    if !changed.isEmpty { presenter.present(.changed(changed)) }
  }

  private func overlaid(_ conversation: Conversation) -> Conversation {
    let shown = conversation.without(actions.hides)
    return shown.showing(shown.nodes.map { actions.shown($0.post) })
  }

  private func post(_ id: Post.ID) -> Post? { shown?.nodes.first { $0.post.id == id }?.post }
}
