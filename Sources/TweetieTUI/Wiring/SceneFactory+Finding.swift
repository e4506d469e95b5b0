import FeedDomain
import Terminal

/// The scenes in which one finds things: notices, search, places, commands, mutes, the log.
extension SceneFactory {
  func notices(in session: Session, _ actions: PendingActions) -> (any Scene)? {
    guard let board = notices else {
      stage?.say(Message(text: material.wording.noNotifications, tone: .plain))
      return nil
    }
    let posts = posts(in: session)
    let presenter = NoticesPresenter(posts: posts, keys: material.keyMap)
    let interactor = NoticesInteractor(
      session, board: board, actions: actions, presenter: presenter)
    let view = NoticesView(interactor: interactor, posts: posts, world: material.world)
    presenter.display = view
    interrupted.add(interactor)
    return view
  }

  func search(in session: Session, _ actions: PendingActions) -> any Scene {
    let posts = posts(in: session)
    let presenter = SearchPresenter(
      posts: posts, account: session.account, keys: material.keyMap)
    let interactor = SearchInteractor(session, actions: actions, presenter: presenter)
    let view = SearchView(interactor: interactor, posts: posts, world: material.world)
    presenter.display = view
    presenter.begin()
    interrupted.add(interactor)
    return view
  }

  func place(in session: Session) -> (any Scene)? {
    guard let whereabouts else { return nil }
    let presenter = PlacePresenter(
      wording: material.wording, credit: session.connection.places?.credit)
    let interactor = PlaceChoiceInteractor(
      session, whereabouts: whereabouts, presenter: presenter)
    let view = PlaceView(interactor: interactor, options: material.display)
    presenter.display = view
    presenter.begin()
    return view
  }

  func poll(_ post: Post.ID, in session: Session, _ actions: PendingActions) -> any Scene {
    let presenter = PollPresenter(
      posts: posts(in: session), world: material.world, keys: material.keyMap)
    let interactor = VotingInteractor(session, actions: actions, presenter: presenter)
    let view = PollView(of: post, interactor: interactor, options: material.display)
    presenter.display = view
    return view
  }

  func palette(
    offering offered: [Command], without withheld: [Command], in session: Session
  ) -> any Scene {
    let connection = session.connection
    let entries = PaletteEntry.all(
      offering: offered, streams: session.tabs,
      hidden: connection.streams.filter { !session.tabs.contains($0) },
      abilities: PaletteAbilities(
        posts: PostAbilities(connection), hasNotices: connection.notices != nil,
        hasPlaces: connection.streams.contains(.nearby), withheld: Set(withheld)),
      keys: material.keyMap, wording: material.wording)
    return PaletteView(entries, wording: material.wording, options: material.display)
  }

  func mutes(about post: Post.ID?, in session: Session) -> any Scene {
    let presenter = MutesPresenter(wording: material.wording)
    let interactor = MutingInteractor(session, book: root.mutes, presenter: presenter)
    let view = MutesView(about: post, interactor: interactor, options: material.display)
    presenter.display = view
    return view
  }

  func log() -> any Scene {
    let presenter = LogPresenter(wording: material.wording, keys: material.keyMap)
    let interactor = LogInteractor(root.log, presenter: presenter)
    let view = LogView(interactor: interactor, options: material.display)
    presenter.display = view
    return view
  }
}
