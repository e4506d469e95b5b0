import Doubles
import FeedDomain
import Terminal

@testable import PhotoDisplay
@testable import Preferences
@testable import Scenes
@testable import UseCases
@testable import Words

/// A stream on a screen: the real presenter and view, with spies around them.
@MainActor final class StreamScreen {
  let interactor = Spy<StreamScene.SceneRequest>()
  let navigator = NavigatorSpy()
  let presenter: ScenePresenter<StreamScene.SceneState, StreamViewModel>
  let view: StreamView
  private(set) var state: StreamScene.SceneState
  var size: CellSize
  var pictures: any PictureProvider

  init(
    columns: Int = 80, rows: Int = 24, abilities: PostAbilities = .all,
    options: DisplayOptions = DisplayOptions(), terms: PhotoDisplayTerms = .none,
    pictures: any PictureProvider = NoPictures(), account: Account = Posts.account
  ) {
    self.pictures = pictures
    size = CellSize(rows: rows, columns: columns)
    let words = StreamPresenter(wording: Wording(), options: options, keys: .defaults) { Posts.now }
    presenter = ScenePresenter { words.viewModel(of: $0) }
    view = StreamView(
      .home, interactor: interactor,
      posts: PostViewModelFactory(abilities: abilities, options: options, terms: terms),
      world: StillWorld())
    state = StreamScene.SceneState(account: account)
    presenter.display = view
    view.navigator = navigator
    open(.home, of: [.feed(.home), .feed(.photos), .feed(.trending)])
  }

  /// Shows one post, to its author if it is their own, and presses a key on it.
  static func pressing(
    _ command: Command, on item: PostItem, abilities: PostAbilities
  ) -> StreamScreen {
    let reader = Account(service: .mastodon, person: item.post.author.id, handle: "reader")
    let screen = StreamScreen(
      abilities: abilities, account: item.isOwn ? reader : Posts.account)
    screen.show([.entry(FeedEntry(item.post))])
    screen.press(command)
    return screen
  }

  /// The messages in the bottom line so far.
  var said: [String] { navigator.messages.map(\.text.string) }

  func present(_ change: (inout StreamScene.SceneState) -> Void) {
    change(&state)
    presenter.present(state)
  }

  /// Shows a stream without rows; nil while a location is looked for.
  func open(_ feed: Feed?, of tabs: [AccountStreamTab]) {
    present {
      $0.openings += 1
      ($0.feed, $0.tabs) = (feed, tabs)
      $0.isNearby = if case .nearby? = feed { true } else { feed == nil }
      ($0.posts, $0.status, $0.problem) = (PostRows(), .init(), nil)
    }
  }

  /// Shows rows and draws once, as the program does.
  @discardableResult func show(
    _ rows: [FeedRow] = Posts.evening, more: (Bool, Bool) = (false, true),
    place: ReadingPosition? = nil
  ) -> StreamScreen {
    present {
      $0.posts = PostRows(rows, undelivered: $0.posts.undelivered)
      ($0.hasMoreAbove, $0.hasMoreBelow) = more
    }
    if let place { presenter.perform(.select(place)) }
    _ = draw()
    return self
  }

  /// The whole screen: the top line, the scene, the keys.
  func draw(theme: Theme = .dark, at now: Timestamp = Posts.now) -> Canvas {
    view.screen(size, theme: theme, now: now, pictures: pictures)
  }

  var text: String { draw().text }

  @discardableResult func press(_ commands: Command...) -> Bool {
    commands.reduce(true) { view.handleEvent(.command($1)) && $0 }
  }

  /// Photos, laid out like this.
  @discardableResult func show(
    _ rows: [FeedRow] = Posts.gallery, as layout: TimelineLayout
  ) -> StreamScreen {
    present { $0.layout = layout }
    return show(rows)
  }

  /// Tells of an action, as the interactor does.
  func hear(_ news: ActionReport) {
    var undelivered = state.posts.undelivered
    undelivered.updateUnsentMarksAfterReport(news)
    present { $0.posts = PostRows($0.posts.visibleRows, undelivered: undelivered) }
    presenter.performReportEffects(news, of: state.account)
  }

  /// Says something in the bottom line, as the interactor does.
  func say(_ statement: SceneEffect.StatusMessage) { presenter.perform(.say(statement)) }

  /// What was asked, without what is only remembered.
  var asked: [StreamScene.SceneRequest] {
    interactor.values.filter {
      if case .remember = $0 { return false }
      if case .more = $0 { return false }
      return true
    }
  }
}
