import FeedDomain
import PhotoDisplay
import Preferences
import Scenes
import Terminal
import Threads
import Words

/// A protocol of outputs for scenes: a screen that is drawn, or lines that a screen reader reads
/// aloud.
@MainActor
protocol ScreenOrSpeechOutput: AnyObject {
  var pictures: any PictureProvider { get set }
  var readers: ColumnPicturesAndAccountNames { get set }
  /// The key names drawn on the screen, each with its cells and the key that a click there presses.
  var shownKeys: [Canvas.CanvasTargetSegment<Key>] { get }
  /// True if the terminal has the keyboard focus.
  var isWatched: Bool { get set }
  func requestRedraw()
  /// Calls a function after the first frame was shown; at once if that has happened.
  func callAfterFirstFrame(_ tell: @escaping () -> Void)
  /// Outputs the scenes if a redraw was requested. `count` is the number typed before a command;
  /// nil for none.
  func drawScenesIfNeeded(_ deck: SceneDeck, typedCount count: Int?)
  func applyKeysThemeAndTexts(_ runEnvironment: PresentationEnvironment)
  func applyTheme(_ theme: Theme)
  func showMessage(_ message: BottomLineMessage)
  /// Removes the message about an earlier key from the bottom line.
  func clearMessage()
  /// Requests a redraw of the ages of posts, if the last such redraw was long enough ago.
  func requestPostAgeRedrawIfDue()
}

/// An output for scenes that draws them on the full screen.
@MainActor
final class ScreenPainter: ScreenOrSpeechOutput {
  var pictures: any PictureProvider = NoPictures()
  var readers = ColumnPicturesAndAccountNames()
  private(set) var shownKeys: [Canvas.CanvasTargetSegment<Key>] = []
  var isWatched = true { didSet { if isWatched != oldValue { requestRedraw() } } }

  private let terminal: FullScreenTerminal
  private var runEnvironment: PresentationEnvironment
  private var banner = TimedBottomLineMessage()
  private let messageEndTimer: OneShotTimer
  /// The timer for redrawing the countdown in the bottom line's message, each second.
  private let countdown: OneShotTimer
  private let clock: RedrawTimer
  /// The cached key hints of commands in the bottom line; nil for a command without a key.
  private var hints: [Command: KeyHint?] = [:]
  private var needsRedraw = false
  private var firstFrame = FirstFrameState.awaited(tell: nil)

  private enum FirstFrameState {
    case awaited(tell: (() -> Void)?)
    case shown
  }

  init(on terminal: FullScreenTerminal, _ runEnvironment: PresentationEnvironment, _ loop: MainLoop)
  {
    (self.terminal, self.runEnvironment) = (terminal, runEnvironment)
    (messageEndTimer, countdown) = (OneShotTimer(loop), OneShotTimer(loop))
    clock = RedrawTimer(loop, from: runEnvironment.world.now)
  }

  func requestRedraw() { needsRedraw = true }

  func callAfterFirstFrame(_ tell: @escaping () -> Void) {
    switch firstFrame {
    case .awaited: firstFrame = .awaited(tell: tell)
    case .shown: tell()
    }
  }

  /// Draws the screen if a redraw was requested and the terminal can take more output. `count` is
  /// the number typed before a command; nil for none.
  func drawScenesIfNeeded(_ deck: SceneDeck, typedCount count: Int?) {
    guard needsRedraw, !terminal.isBusy else { return }
    needsRedraw = false
    let now = runEnvironment.world.now
    let size = terminal.size
    deck.refitIfOtherColumnsShown(on: size)
    let layout = deck.deckLayoutIfSceneOpen(on: size)
    // Pictures behind an overlay, or in a window without focus, are not animated.
    pictures.isWatched = isWatched && layout?.overlay == nil
    pictures.ground = runEnvironment.theme.ground
    pictures.beginScreenFrame()
    let canvas = ScreenFrame(
      runEnvironment: runEnvironment, readers: readers, hint: commandHint(for:),
      message: messageWithCountdown(at: now), count: count, frame: clock.frame, now: now
    ).drawnCanvas(of: layout, on: size)
    shownKeys = canvas.keys
    terminal.showCanvas(canvas.replacingDefaultColours(with: runEnvironment.theme.style(.text)))
    // Pictures begin to load only now, when the text is on the screen.
    pictures.endScreenFrame()
    if layout != nil, case .awaited(let tell) = firstFrame {
      firstFrame = .shown
      tell?()
    }
    let isMoving =
      layout.map { pictures.isBusy || $0.places.contains { $0.scene.isAnimating(at: now) } }
      ?? false
    clock.scheduleNextRedraw(isMoving: isMoving) { [weak self] in self?.requestRedraw() }
  }

  func applyKeysThemeAndTexts(_ runEnvironment: PresentationEnvironment) {
    self.runEnvironment = runEnvironment
    hints = [:]
    requestRedraw()
  }

  func applyTheme(_ theme: Theme) {
    guard theme != runEnvironment.theme else { return }
    runEnvironment.theme = theme
    requestRedraw()
  }

  func showMessage(_ message: BottomLineMessage) {
    banner.showMessage(message, now: runEnvironment.world.now)
    let lifetime = banner.messageLifetimeLeft(at: runEnvironment.world.now)
    messageEndTimer.setTimer(after: lifetime) { [weak self] in self?.requestRedraw() }
    requestRedraw()
  }

  /// Returns the bottom line's message with the seconds left for undoing, and requests a redraw in
  /// a second; nil for no message. Without animations the seconds are not shown.
  private func messageWithCountdown(at now: Timestamp) -> BottomLineMessage? {
    countdown.cancelTimer()
    guard var message = banner.shownMessage(at: now), runEnvironment.isAnimated,
      let seconds = message.secondsLeftForUndo(at: now), let end = message.undoableUntil
    else { return banner.shownMessage(at: now) }
    message.text =
      message.text + "  " + runEnvironment.wording.say("{count} s left", ["count": seconds])
    let untilNext = end.milliseconds - now.milliseconds - Int64(seconds - 1) * 1_000
    countdown.setTimer(after: .milliseconds(max(1, untilNext))) { [weak self] in
      self?.requestRedraw()
    }
    return message
  }

  func clearMessage() {
    if banner.removeMessageReturningIfVisible(at: runEnvironment.world.now) { requestRedraw() }
  }

  func requestPostAgeRedrawIfDue() {
    if clock.recordAgeRedrawIfDue(at: runEnvironment.world.now) { requestRedraw() }
  }

  private func commandHint(for command: Command) -> KeyHint? {
    if let hint = hints[command] { return hint }
    let hint = KeyHint(command, keys: runEnvironment.keyMap, wording: runEnvironment.wording)
    hints[command] = .some(hint)
    return hint
  }
}

/// A timer for redraws that no event causes: ten times a second during an animation, else once when
/// the ages of posts have changed.
@MainActor
final class RedrawTimer {
  private(set) var frame = 0
  private let timer: OneShotTimer
  private let ages: OneShotTimer
  /// True from the firing of the timer for the ages of posts until the redraw, which then does not
  /// set the timer again.
  private var isForAges = false

  private var throttle: IntervalThrottle

  init(_ loop: MainLoop, from now: Timestamp) {
    (timer, ages) = (OneShotTimer(loop), OneShotTimer(loop))
    throttle = IntervalThrottle(every: .seconds(20), from: now)
  }

  /// Returns true if the ages of posts are to be redrawn on a user's action, and counts the redraw
  /// as made.
  func recordAgeRedrawIfDue(at now: Timestamp) -> Bool {
    throttle.recordCheckOrRedrawIfDue(at: now)
  }

  /// Sets the timer for the next redraw after a frame was shown: soon if the frame contains an
  /// animation, else for the ages of posts.
  func scheduleNextRedraw(isMoving: Bool, redraw: @escaping @MainActor () -> Void) {
    if isMoving { scheduleAnimationFrame(redraw) } else { scheduleAgeRedraw(redraw) }
  }

  private func scheduleAnimationFrame(_ redraw: @escaping @MainActor () -> Void) {
    guard !timer.isSet else { return }
    timer.setTimer(after: .milliseconds(100)) { [weak self] in
      self?.frame += 1
      redraw()
    }
  }

  private func scheduleAgeRedraw(_ redraw: @escaping @MainActor () -> Void) {
    ages.cancelTimer()
    defer { isForAges = false }
    guard !isForAges else { return }
    ages.setTimer(after: Wording.upToDateDuration + .seconds(1)) { [weak self] in
      self?.isForAges = true
      redraw()
    }
  }
}
