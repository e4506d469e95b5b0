import Doubles
import FeedDomain
import Terminal
import UseCases

@testable import PhotoDisplay
@testable import Preferences
@testable import Scenes
@testable import Words

/// A stream on a screen: the real presenter and view, with spies around them.
@MainActor final class StreamScreen {
  let interactor = Spy<StreamReading.Request>()
  let navigator = NavigatorSpy()
  let presenter: StreamPresenter
  let view: StreamView
  var size: CellSize
  var pictures: any PictureProvider

  init(
    columns: Int = 80, rows: Int = 24, abilities: PostAbilities = .all,
    options: DisplayOptions = DisplayOptions(), terms: PhotoTerms = .none,
    pictures: any PictureProvider = NoPictures()
  ) {
    self.pictures = pictures
    size = CellSize(rows: rows, columns: columns)
    presenter = StreamPresenter(wording: Wording(), options: options, keys: .defaults)
    view = StreamView(
      .home, interactor: interactor,
      posts: PostPresentation(
        wording: Wording(), abilities: abilities, options: options, terms: terms),
      world: StillWorld())
    presenter.display = view
    view.navigator = navigator
    presenter.present(
      .streams(
        [.feed(.home), .feed(.photos), .feed(.trending)], current: .home, account: Posts.account))
  }

  /// Shows rows and draws once, as the program does.
  func show(
    _ rows: [FeedRow] = Posts.evening, more: (Bool, Bool) = (false, true),
    place: ReadingPosition? = nil
  ) {
    presenter.present(
      .rows(.init(rows, hasMoreAbove: more.0, hasMoreBelow: more.1, place: place)))
    _ = draw()
  }

  /// The whole screen: the top line, the scene, the keys.
  func draw(theme: Theme = .dark, at now: Timestamp = Posts.now) -> Canvas {
    view.screen(size, theme: theme, now: now, pictures: pictures)
  }

  var text: String { draw().text }

  @discardableResult func press(_ commands: Command...) -> Bool {
    commands.reduce(true) { view.handle(.command($1)) && $0 }
  }

  /// Photos, laid out like this.
  func show(_ rows: [FeedRow] = Posts.gallery, as arrangement: Arrangement) {
    presenter.present(.arranged(arrangement))
    show(rows)
  }

  /// What was asked, without what is only remembered.
  var asked: [StreamReading.Request] {
    interactor.values.filter {
      if case .remember = $0 { return false }
      if case .more = $0 { return false }
      return true
    }
  }
}
