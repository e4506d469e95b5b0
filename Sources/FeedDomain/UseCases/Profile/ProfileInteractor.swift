/// Decides what looking at a person does.
@MainActor package final class ProfileInteractor: Interacting, Resuming {
  let session: Session
  let actions: any Acting
  let directory: any ServiceDirectory
  let presenter: any Presenting<Profile.Response>

  var id: Person.ID?
  /// As the service confirmed them.
  private var person: Person?
  private var posts = ProfilePosts()
  var collections = ProfileCollections()
  private let fetching: Errand
  let gathering: Errand
  var isSigningOut = false

  package init(
    _ session: Session, actions: any Acting, directory: any ServiceDirectory,
    presenter: any Presenting<Profile.Response>
  ) {
    self.session = session
    self.actions = actions
    self.directory = directory
    self.presenter = presenter
    fetching = Errand(session.world) { presenter.present(.loading($0)) }
    gathering = Errand(session.world)
    actions.tell(self)
  }

  package func handle(_ request: Profile.Request) async {
    switch request {
    case .open(let id): await open(id)
    case .refresh:
      gathering.callOffWhatStalls()
      fetching.callOffWhatStalls()
      fetch(after: nil)
    case .more:
      guard let next = posts.next else { return }
      fetch(after: next)
    case .moreCollections: showMoreCollections()
    case .toggleFollow: relate { .follow($0, !$1.isWanted) }
    case .toggleMute: relate { .mute($0, !$1.isMuted) }
    case .toggleBlock:
      guard let person = shownPerson else { return }
      if person.relationship == .blocked {
        relate { person, _ in .block(person, false) }
      } else {
        presenter.present(.confirmBlock(person))
      }
    case .reallyBlock: relate { person, _ in .block(person, true) }
    case .toggle(let id, let action): actions.toggle(action, on: posts.rows.post(id), in: session)
    case .delete(let id): actions.delete(posts.rows.post(id), in: session)
    case .undo: actions.undo()
    case .signOut: await askBeforeSigningOut()
    case .reallySignOut: await signOut()
    case .close:
      stop()
      id = nil
    }
  }

  package func resume() async { fetch(after: nil) }

  /// Calls off what is being fetched.
  func stop() {
    gathering.stop()
    fetching.stop()
  }

  func fail(_ error: FeedError) {
    presenter.present(error == .signedOut ? .action(.signedOut) : .failed(error))
  }
}

extension ProfileInteractor: ActionObserving {
  package func hear(_ news: ActionNews) {
    guard id != nil else { return }
    switch news {
    case .changed(let changes):
      switch posts.rows.overlay(changes, through: actions) {
      case .nothing: return
      case .posts(let posts): return presenter.present(.changed(posts))
      case .rows: return presentPosts()
      }
    case .delivered(_, .post(let post)): posts.rows.confirm([post])
    case .delivered(_, .person(let person)) where person.id == id: self.person = person
    default: break
    }
    presenter.present(.action(news))
    presentPerson()
  }
}

extension ProfileInteractor {
  /// Somebody to whom the reader can stand otherwise; nil for oneself and where it is not known.
  private var shownPerson: Person? {
    guard PostAbilities(session.connection).canWrite,
      let person = person.map({ actions.shown($0) }),
      let relationship = person.relationship, relationship != .oneself
    else { return nil }
    return person
  }

  private func relate(_ change: (Person.ID, Relationship) -> Change) {
    guard let person = shownPerson, let relationship = person.relationship else { return }
    actions.perform(change(person.id, relationship))
  }

  private func open(_ id: Person.ID) async {
    stop()
    let turn = fetching.turn
    self.id = id
    person = nil
    posts = ProfilePosts()
    collections = ProfileCollections()
    do throws(StoreError) {
      let account = session.account.id
      let held = try await session.shelf.feeds.person(id, account: account)
      let window = try await session.shelf.feeds.window(
        of: .person(id), account: account, around: .top, above: 0, below: 40)
      guard turn == fetching.turn else { return }
      person = held
      presentPerson()
      posts.adopt(window, through: actions)
      presentPosts()
    } catch {
      guard turn == fetching.turn else { return }
      presenter.present(.storeFailed(error))
    }
    fetch(after: nil)
  }

  private func fetch(after cursor: Cursor?) {
    guard let id, !session.isOver else { return }
    let connection = session.connection
    fetching.run { [self] () async throws(FeedError) in
      if cursor == nil, let people = connection.people {
        let person = try await people.person(id)
        guard !Task.isCancelled else { throw .cancelled }
        self.person = person
        presentPerson()
        await keep(person)
      }
      let page = try await connection.feeds.page(
        of: .person(id), cursor.map { .older($0) } ?? .latest)
      guard !Task.isCancelled else { throw .cancelled }
      await keep(page, at: cursor == nil ? .top : .bottom)
      return page.showing(await session.filled(page.entries.map(\.post), told: .inStream))
    } then: { [self] answer in
      switch answer {
      case .success(let page):
        if cursor == nil {
          posts.begin(page, through: actions)
        } else {
          posts.append(page, through: actions)
        }
        presentPosts()
        if cursor == nil { gather(after: nil) }
      case .failure(let error): fail(error)
      }
    }
  }

  private func keep(_ person: Person) async {
    guard !session.isOver else { return }
    do throws(StoreError) {
      try await session.shelf.feeds.keep([person], account: session.account.id)
    } catch {
      session.note(error, doing: "keep a person")
    }
  }

  private func keep(_ page: FeedPage, at placement: PagePlacement) async {
    guard let id, !session.isOver else { return }
    do throws(StoreError) {
      _ = try await session.shelf.feeds.commit(
        page, to: .person(id), account: session.account.id, at: placement, now: session.world.now)
    } catch {
      session.note(error, doing: "keep a page")
    }
  }

  private func presentPerson() {
    guard let person else { return }
    presenter.present(
      .person(
        actions.shown(person), isOneself: person.id == session.account.person,
        account: session.account))
  }

  private func presentPosts() {
    presenter.present(.posts(posts.rows.shown, hasMore: posts.next != nil))
  }
}
