import FeedDomain
import PhotoDisplay
import Preferences
import Scenes
import Terminal
import Threads

/// What is on the screen, and when it is drawn again.
@MainActor final class Painting {
  /// Where photos are had from.
  var pictures: any PictureShelf = NoPictures()
  /// Who reads in which column.
  var readers = ColumnReaders()
  /// What names a key on the screen.
  private(set) var shownKeys: [Canvas.Stretch<Key>] = []
  /// Whether somebody looks at the screen, as far as the terminal tells.
  var isWatched = true { didSet { if isWatched != oldValue { redraw() } } }

  private let terminal: LiveTerminal
  private var surroundings: Surroundings
  private var banner = Banner()
  private let bannerEnd: Alarm
  private let clock: AnimationClock
  /// What was offered in the bottom line in these surroundings; nil where no key does it.
  private var hints: [Command: Hint?] = [:]
  /// Whether the screen is to be drawn again.
  private var isDue = false
  private var firstFrame = FirstFrame.awaited(tell: nil)

  private enum FirstFrame {
    case awaited(tell: (() -> Void)?)
    case shown
  }

  init(on terminal: LiveTerminal, _ surroundings: Surroundings, _ loop: MainLoop) {
    (self.terminal, self.surroundings) = (terminal, surroundings)
    bannerEnd = Alarm(loop)
    clock = AnimationClock(loop, from: surroundings.world.now)
  }

  /// Has the screen drawn again, soon; asking twice is asking once.
  func redraw() { isDue = true }

  /// Tells once, when the first scene is on the screen; at once where it already is.
  func afterFirstFrame(_ tell: @escaping () -> Void) {
    switch firstFrame {
    case .awaited: firstFrame = .awaited(tell: tell)
    case .shown: tell()
    }
  }

  /// Draws what changed, with the number that is being typed before a key, where the line has taken
  /// the last frame; else the newest waits its turn.
  func drawIfNeeded(_ deck: Deck, count: Int?) {
    guard isDue, !terminal.isBusy else { return }
    isDue = false
    let now = surroundings.world.now
    let size = terminal.size
    deck.follow(on: size)
    let layout = deck.layout(on: size)
    // Nothing moves behind what is in front of it, or where nobody looks.
    pictures.isWatched = isWatched && layout?.overlay == nil
    pictures.ground = surroundings.theme.ground
    pictures.frameBegan()
    let canvas = ScreenFrame(
      surroundings: surroundings, readers: readers, hint: hint(for:),
      message: banner.message(at: now), count: count, frame: clock.frame, now: now
    ).canvas(of: layout, on: size)
    shownKeys = canvas.keys
    terminal.show(canvas.settled(on: surroundings.theme.style(.text)))
    // Only now is anything begun for the sake of pictures: what is to be read is on the screen.
    pictures.frameEnded()
    if layout != nil, case .awaited(let tell) = firstFrame {
      firstFrame = .shown
      tell?()
    }
    let isMoving =
      layout.map { pictures.isBusy || $0.places.contains { $0.scene.isMoving(at: now) } } ?? false
    clock.frameShown(isMoving: isMoving) { [weak self] in self?.redraw() }
  }

  /// Goes on in other surroundings.
  func use(_ surroundings: Surroundings) {
    self.surroundings = surroundings
    hints = [:]
    redraw()
  }

  /// Has everything look differently.
  func use(_ theme: Theme) {
    guard theme != surroundings.theme else { return }
    surroundings.theme = theme
    redraw()
  }

  /// Tells something in the bottom line for a while.
  func say(_ message: Message) {
    banner.show(message, now: surroundings.world.now)
    bannerEnd.set(after: Banner.lifetime) { [weak self] in self?.redraw() }
    redraw()
  }

  /// Takes away what answered another key: it is no answer to the next one, even where that does
  /// nothing.
  func clearMessage() {
    if banner.clear(at: surroundings.world.now) { redraw() }
  }

  /// Draws again where that was a while ago: there is somebody, and ages change.
  func tellTime() {
    if clock.isDue(at: surroundings.world.now) { redraw() }
  }

  /// The key for a command and its word: the same ones are offered frame after frame.
  private func hint(for command: Command) -> Hint? {
    if let hint = hints[command] { return hint }
    let hint = Hint(command, keys: surroundings.keyMap, wording: surroundings.wording)
    hints[command] = .some(hint)
    return hint
  }
}
