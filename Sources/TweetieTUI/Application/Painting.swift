import FeedDomain
import PhotoDisplay
import Preferences
import Scenes
import Terminal
import Threads
import Words

/// An output of the scenes: a screen that is drawn, or lines that are read aloud.
@MainActor
protocol SceneOutput: AnyObject {
  var pictures: any PictureProvider { get set }
  var readers: ColumnPhotosAndNames { get set }
  /// The places of key names on the screen, with the keys that a click there presses.
  var shownKeys: [Canvas.CellSegment<Key>] { get }
  /// True if the terminal has the keyboard focus.
  var isWatched: Bool { get set }
  func requestRedraw()
  /// Calls a function once after the first output of scenes, or at once if there was output before.
  func callAfterFirstFrame(_ tell: @escaping () -> Void)
  /// Shows the scenes if a redraw was requested, with the typed count.
  func drawIfNeeded(_ deck: SceneDeck, count: Int?)
  func applyEnvironment(_ runEnvironment: ApplicationEnvironment)
  func applyTheme(_ theme: Theme)
  func showMessage(_ message: BottomLineMessage)
  /// Removes the bottom line's message about an earlier key.
  func clearMessage()
  /// Requests a redraw of the scenes, at most once in a while, as the ages of posts change.
  func scheduleAgeRedraw()
}

/// A painter that draws the scenes on the full screen, and again after changes.
@MainActor
final class ScreenPainter: SceneOutput {
  var pictures: any PictureProvider = NoPictures()
  var readers = ColumnPhotosAndNames()
  private(set) var shownKeys: [Canvas.CellSegment<Key>] = []
  /// True if the terminal has the keyboard focus.
  var isWatched = true { didSet { if isWatched != oldValue { requestRedraw() } } }

  private let terminal: LiveTerminal
  private var runEnvironment: ApplicationEnvironment
  private var banner = BottomLineMessageTimer()
  private let bannerEnd: OneShotTimer
  /// The timer for the next second of the countdown in the bottom line's message.
  private let countdown: OneShotTimer
  private let clock: RedrawTimer
  /// A cache of the hints in the bottom line, by command; nil for a command without a key.
  private var hints: [Command: Hint?] = [:]
  private var needsRedraw = false
  private var firstFrame = FirstFrame.awaited(tell: nil)

  private enum FirstFrame {
    case awaited(tell: (() -> Void)?)
    case shown
  }

  init(on terminal: LiveTerminal, _ runEnvironment: ApplicationEnvironment, _ loop: MainLoop) {
    (self.terminal, self.runEnvironment) = (terminal, runEnvironment)
    (bannerEnd, countdown) = (OneShotTimer(loop), OneShotTimer(loop))
    clock = RedrawTimer(loop, from: runEnvironment.world.now)
  }

  func requestRedraw() { needsRedraw = true }

  /// Calls a function once after the first frame was shown, or at once if it was shown before.
  func callAfterFirstFrame(_ tell: @escaping () -> Void) {
    switch firstFrame {
    case .awaited: firstFrame = .awaited(tell: tell)
    case .shown: tell()
    }
  }

  /// Draws the screen if a redraw was requested and the line to the terminal is free, with the
  /// typed count.
  func drawIfNeeded(_ deck: SceneDeck, count: Int?) {
    guard needsRedraw, !terminal.isBusy else { return }
    needsRedraw = false
    let now = runEnvironment.world.now
    let size = terminal.size
    deck.refitColumns(on: size)
    let layout = deck.deckLayout(on: size)
    // Pictures behind an overlay, or in a window without focus, are not animated.
    pictures.isWatched = isWatched && layout?.overlay == nil
    pictures.ground = runEnvironment.theme.ground
    pictures.beginFrame()
    let canvas = ScreenFrame(
      runEnvironment: runEnvironment, readers: readers, hint: commandHint(for:),
      message: messageWithCountdown(at: now), count: count, frame: clock.frame, now: now
    ).drawnCanvas(of: layout, on: size)
    shownKeys = canvas.keys
    terminal.showCanvas(canvas.replacingDefaultColours(with: runEnvironment.theme.style(.text)))
    // Pictures begin to load only now, when the text is on the screen.
    pictures.endFrame()
    if layout != nil, case .awaited(let tell) = firstFrame {
      firstFrame = .shown
      tell?()
    }
    let isMoving =
      layout.map { pictures.isBusy || $0.places.contains { $0.scene.isAnimating(at: now) } }
      ?? false
    clock.recordShownFrame(isMoving: isMoving) { [weak self] in self?.requestRedraw() }
  }

  func applyEnvironment(_ runEnvironment: ApplicationEnvironment) {
    self.runEnvironment = runEnvironment
    hints = [:]
    requestRedraw()
  }

  func applyTheme(_ theme: Theme) {
    guard theme != runEnvironment.theme else { return }
    runEnvironment.theme = theme
    requestRedraw()
  }

  /// Shows a message in the bottom line for some seconds.
  func showMessage(_ message: BottomLineMessage) {
    banner.showMessage(message, now: runEnvironment.world.now)
    let lifetime = banner.lifetimeLeft(at: runEnvironment.world.now)
    bannerEnd.setTimer(after: lifetime) { [weak self] in self?.requestRedraw() }
    requestRedraw()
  }

  /// Returns the message in the bottom line with the seconds left for undoing, and requests a
  /// redraw in a second; nil for no message. Without animations the seconds are not shown.
  private func messageWithCountdown(at now: Timestamp) -> BottomLineMessage? {
    countdown.cancelTimer()
    guard var message = banner.shownMessage(at: now), runEnvironment.isAnimated,
      let seconds = message.secondsToUndo(at: now), let end = message.undoableUntil
    else { return banner.shownMessage(at: now) }
    message.text =
      message.text + "  " + runEnvironment.wording.say("{count} s left", ["count": seconds])
    let untilNext = end.milliseconds - now.milliseconds - Int64(seconds - 1) * 1_000
    countdown.setTimer(after: .milliseconds(max(1, untilNext))) { [weak self] in
      self?.requestRedraw()
    }
    return message
  }

  /// Removes the bottom line's message about an earlier key.
  func clearMessage() { if banner.clearMessage(at: runEnvironment.world.now) { requestRedraw() } }

  /// Requests a redraw of the screen, at most once in a while, as the ages of posts change.
  func scheduleAgeRedraw() {
    if clock.needsRedraw(at: runEnvironment.world.now) { requestRedraw() }
  }

  private func commandHint(for command: Command) -> Hint? {
    if let hint = hints[command] { return hint }
    let hint = Hint(command, keys: runEnvironment.keyMap, wording: runEnvironment.wording)
    hints[command] = .some(hint)
    return hint
  }
}

/// A timer for redrawing the screen without an event: ten times a second during animation, and once
/// when the loaded pages no longer count as up to date. After that, ages change only when a person
/// acts.
@MainActor
final class RedrawTimer {
  private(set) var frame = 0
  private let next: OneShotTimer
  private let ages: OneShotTimer
  /// True if the timer waits for a redraw that changes only the ages of posts.
  private var isForAges = false

  private var throttle: CheckThrottle

  init(_ loop: MainLoop, from now: Timestamp) {
    (next, ages) = (OneShotTimer(loop), OneShotTimer(loop))
    throttle = CheckThrottle(every: .seconds(20), from: now)
  }

  /// Returns true if the ages of posts are to be redrawn because of a person's action; then false
  /// for some time.
  func needsRedraw(at now: Timestamp) -> Bool { throttle.isCheckDue(at: now) }

  /// Records that a frame was shown, with animation or without, and starts the timer for the next
  /// frame.
  func recordShownFrame(isMoving: Bool, redraw: @escaping @MainActor () -> Void) {
    if isMoving { scheduleFrame(redraw) } else { scheduleAgeUpdate(redraw) }
  }

  private func scheduleFrame(_ redraw: @escaping @MainActor () -> Void) {
    guard !next.isSet else { return }
    next.setTimer(after: .milliseconds(100)) { [weak self] in
      self?.frame += 1
      redraw()
    }
  }

  private func scheduleAgeUpdate(_ redraw: @escaping @MainActor () -> Void) {
    ages.cancelTimer()
    defer { isForAges = false }
    guard !isForAges else { return }
    ages.setTimer(after: Wording.fresh + .seconds(1)) { [weak self] in
      self?.isForAges = true
      redraw()
    }
  }
}
