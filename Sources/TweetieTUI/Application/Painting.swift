import FeedDomain
import PhotoDisplay
import Preferences
import Scenes
import Terminal
import Threads

/// The screen, and when it is redrawn.
@MainActor final class Painting {
  /// The photos.
  var pictures: any PictureProvider = NoPictures()
  var readers = ColumnReaders()
  private(set) var shownKeys: [Canvas.Segment<Key>] = []
  /// Whether the terminal has the focus.
  var isWatched = true { didSet { if isWatched != oldValue { redraw() } } }

  private let terminal: LiveTerminal
  private var surroundings: RunEnvironment
  private var banner = Banner()
  private let bannerEnd: Alarm
  private let clock: AnimationClock
  /// The hints of the bottom line, cached; nil without a key.
  private var hints: [Command: Hint?] = [:]
  private var isDue = false
  private var firstFrame = FirstFrame.awaited(tell: nil)

  private enum FirstFrame {
    case awaited(tell: (() -> Void)?)
    case shown
  }

  init(on terminal: LiveTerminal, _ surroundings: RunEnvironment, _ loop: MainLoop) {
    (self.terminal, self.surroundings) = (terminal, surroundings)
    bannerEnd = Alarm(loop)
    clock = AnimationClock(loop, from: surroundings.world.now)
  }

  /// Asks for a redraw.
  func redraw() { isDue = true }

  /// Calls once after the first frame; at once if it was shown.
  func afterFirstFrame(_ tell: @escaping () -> Void) {
    switch firstFrame {
    case .awaited: firstFrame = .awaited(tell: tell)
    case .shown: tell()
    }
  }

  /// Redraws changes when the line is free, with the typed count.
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
  func use(_ surroundings: RunEnvironment) {
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

  /// Shows a message in the bottom line for a while.
  func say(_ message: Message) {
    banner.show(message, now: surroundings.world.now)
    bannerEnd.set(after: Banner.lifetime) { [weak self] in self?.redraw() }
    redraw()
  }

  /// Removes the message of an earlier key.
  func clearMessage() {
    if banner.clear(at: surroundings.world.now) { redraw() }
  }

  /// Redraws after a while, as ages change.
  func tellTime() {
    if clock.isDue(at: surroundings.world.now) { redraw() }
  }

  /// The hint of a command, cached.
  private func hint(for command: Command) -> Hint? {
    if let hint = hints[command] { return hint }
    let hint = Hint(command, keys: surroundings.keyMap, wording: surroundings.wording)
    hints[command] = .some(hint)
    return hint
  }
}
