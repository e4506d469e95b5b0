/// Decides what looking at a person does.
@MainActor public final class ProfileInteractor: ProfileInteracting {
  let session: Session
  let actions: any Acting
  let directory: any ServiceDirectory
  let presenter: any ProfilePresenting

  var openings = 0
  var id: Person.ID?
  /// As the service confirmed them.
  var person: Person?
  var posts = ProfilePosts()
  var collections = ProfileCollections()
  private var fetching: Task<Void, Never>?
  var gathering: Task<Void, Never>?
  var isSigningOut = false

  /// Looking at people with an account.
  public init(
    _ session: Session, actions: any Acting, directory: any ServiceDirectory,
    presenter: any ProfilePresenting
  ) {
    self.session = session
    self.actions = actions
    self.directory = directory
    self.presenter = presenter
    actions.tell(self)
  }

  /// Answers a request; what is fetched goes on by itself.
  public func handle(_ request: Profile.Request) async {
    switch request {
    case .open(let id): await open(id)
    case .refresh: fetch(after: nil)
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
    case .toggle(let id, let action): actions.toggle(action, on: posts.post(id), in: session)
    case .delete(let id): actions.delete(posts.post(id), in: session)
    case .undo: actions.undo()
    case .signOut: await askBeforeSigningOut()
    case .reallySignOut: await signOut()
    case .close:
      stop()
      openings += 1
      id = nil
    }
  }

  /// Asks again after the account was signed in to again.
  public func resume() async { fetch(after: nil) }

  /// Calls off what is being fetched.
  func stop() {
    gathering?.cancel()
    gathering = nil
    guard fetching != nil else { return }
    fetching?.cancel()
    fetching = nil
    presenter.present(.loading(false))
  }
}

extension ProfileInteractor: ActionObserving {
  /// Shows what happened to the reader's actions, in the same turn.
  public func hear(_ news: ActionNews) {
    guard id != nil else { return }
    switch news {
    case .changed: return present(posts.overlay(actions))
    case .delivered(_, .post(let post)): posts.confirm(post)
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
    guard session.connection.publishing != nil, let person = person.map({ actions.shown($0) }),
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
    openings += 1
    let opening = openings
    self.id = id
    person = nil
    posts = ProfilePosts()
    collections = ProfileCollections()
    do throws(StoreError) {
      let account = session.account.id
      let held = try await session.shelf.feeds.person(id, account: account)
      let window = try await session.shelf.feeds.window(
        of: .person(id), account: account, around: .top, above: 0, below: 40)
      guard opening == openings else { return }
      person = held
      presentPerson()
      present(posts.adopt(window, through: actions))
    } catch {
      guard opening == openings else { return }
      presenter.present(.storeFailed(error))
    }
    fetch(after: nil)
  }

  private func fetch(after cursor: Cursor?) {
    guard let id, fetching == nil, !session.isOver else { return }
    let connection = session.connection
    presenter.present(.loading(true))
    fetching = Task {
      do throws(FeedError) {
        if cursor == nil, let people = connection.people {
          let person = try await people.person(id)
          guard !Task.isCancelled else { return }
          self.person = person
          presentPerson()
          await keep(person)
        }
        let page = try await connection.feeds.page(
          of: .person(id), cursor.map { .older($0) } ?? .latest)
        guard !Task.isCancelled else { return }
        await keep(page, at: cursor == nil ? .top : .bottom)
        let filled = page.showing(
          await session.filled(page.entries.map(\.post), told: .inStream))
        guard !Task.isCancelled else { return }
        finish()
        let news =
          cursor == nil
          ? posts.begin(filled, through: actions) : posts.append(filled, through: actions)
        present(news)
        if cursor == nil { gather(after: nil) }
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

  private func present(_ news: ProfilePosts.News) {
    switch news {
    case .nothing: break
    case .posts(let changed): presenter.present(.changed(changed))
    case .list: presenter.present(.posts(posts.entries, hasMore: posts.next != nil))
    }
  }
}
