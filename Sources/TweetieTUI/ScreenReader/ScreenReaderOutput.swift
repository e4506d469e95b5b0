import FeedDomain
import PhotoDisplay
import Preferences
import Scenes
import Terminal
import Words

/// A protocol for the terminal on which the mode for screen readers prints lines.
@MainActor
protocol SpokenLinePrinter: AnyObject {
  /// The size of the invisible screen on which scenes are laid out in the mode for screen readers.
  var size: CellSize { get }
  /// True while another program, such as an editor, or the shell uses the terminal.
  var isSuspended: Bool { get }
  func printLines(_ lines: [SafeText])
  /// Shows the characters that the user types from now on, or hides them, as for a password.
  func setTerminalEcho(_ isOn: Bool)
}

extension LineTerminal: SpokenLinePrinter {}

/// A protocol for a timer that performs one action after a delay.
@MainActor
protocol DelayTimer: AnyObject {
  /// Performs an action after a delay, in place of an action that still waits.
  func setTimer(after delay: Duration, _ action: @escaping @MainActor () -> Void)
  func cancelTimer()
}

extension OneShotTimer: DelayTimer {}

/// An output for scenes in the mode for screen readers: prints the answer to each typed line, and
/// nothing without one.
@MainActor
final class ScreenReaderOutput: ScreenOrSpeechOutput {
  var pictures: any PictureProvider = NoPictures()
  var readers = ColumnPicturesAndAccountNames()
  let shownKeys: [Canvas.CanvasTargetSegment<Key>] = []
  var isWatched = true
  /// The closure that the output for screen readers calls when the answer to a typed line is
  /// complete, so that the next line may be performed.
  var onAnswer: () -> Void = {}

  /// The duration for which a scene must be unchanged before its changes are read aloud.
  private static let pause = Duration.milliseconds(120)
  /// In the mode for screen readers, the time after a typed line until the user is told that a scene
  /// is still waiting, or that the line had no effect.
  private static let waitingNoticeDelay = Duration.seconds(1)
  /// In the mode for screen readers, the time after a typed line within which changes of the scene
  /// count as effects of the line, even if its answer was already complete.
  private static let afterTime = Duration.seconds(10)

  private let terminal: any SpokenLinePrinter
  private var runEnvironment: PresentationEnvironment
  /// The timer that ends when a scene is unchanged for a while, so that its changes are read.
  private let silenceTimer: any DelayTimer
  /// The timer that ends when a typed line has had no effect for a while.
  private let lateAnswerTimer: any DelayTimer
  private var needsRedraw = false
  private var firstFrame: [() -> Void] = []
  private var hasDrawn = false
  private weak var deck: SceneDeck?
  private var spoken: SpokenSceneContents?
  private var answer: TypedLineAnswer?

  /// An answer to a line typed in the mode for screen readers; changes of the scene belong to the
  /// answer until the next line.
  private struct TypedLineAnswer {
    /// The time at which the answered line was typed. Ages of posts in the answer are calculated
    /// for this time, so that growing ages do not count as changes.
    let since: Timestamp
    var hasSpoken = false
    /// True if the answer to a typed line is complete.
    var isOver = false
    var hasExplainedWait = false
    /// True if a typed line without an effect needs no answer, as a line within a text of several
    /// lines.
    var isSilent = false
  }

  init(
    on terminal: any SpokenLinePrinter, _ runEnvironment: PresentationEnvironment,
    silence: any DelayTimer, lateAnswer: any DelayTimer
  ) {
    (self.terminal, self.runEnvironment) = (terminal, runEnvironment)
    silenceTimer = silence
    lateAnswerTimer = lateAnswer
    answer = TypedLineAnswer(since: runEnvironment.world.now)
  }

  var changes: SpokenLineFactory { SpokenLineFactory(wording: runEnvironment.wording) }

  /// True if the answer to the line typed last was read aloud completely.
  var isIdle: Bool { answer?.isOver != false }

  /// The contents of the front scene as last read aloud; nil before the first reading.
  var current: SpokenSceneContents? { spoken }

  // MARK: - Answers

  /// Begins the answer to a typed line; first reads aloud news since the last answer.
  func beginTypedLineAnswer(isSilent: Bool = false) {
    readChangedStatusAloud()
    answer = TypedLineAnswer(since: runEnvironment.world.now, isSilent: isSilent)
    requestRedraw()
    lateAnswerTimer.setTimer(after: Self.waitingNoticeDelay) { [weak self] in
      self?.readSceneChangesAloud()
    }
  }

  func printLines(_ lines: [SafeText]) {
    terminal.printLines(lines)
    if !lines.isEmpty { answer?.hasSpoken = true }
  }

  /// Reads aloud the front scene's status if it changed since the last answer, such as the number
  /// of new posts.
  private func readChangedStatusAloud() {
    guard let spoken, let now = spokenSceneContents(at: runEnvironment.world.now),
      now.scene == spoken.scene
    else {
      return
    }
    if now.words.status != spoken.words.status, !now.words.status.isBlank {
      terminal.printLines([now.words.status])
    }
    self.spoken = now
  }

  /// Returns the contents of the front scene for screen readers; nil if no scene is open.
  private func spokenSceneContents(at now: Timestamp) -> SpokenSceneContents? {
    deck?.stack.front.map { SpokenSceneContents($0, $0.screenReaderContents(at: now)) }
  }

  /// Completes the answer to a typed line that started another program on the terminal, such as an
  /// editor, after the end of that program; if nothing changed, nothing is read aloud.
  func completeAnswerAfterExternalProgram() {
    requestRedraw()
    guard !isIdle else { return }
    answer?.isSilent = true
    lateAnswerTimer.setTimer(after: Self.waitingNoticeDelay) { [weak self] in
      self?.readSceneChangesAloud()
    }
  }

  private func readSceneChangesAloud() {
    // While another program uses the terminal, the effect of the typed line is still to come.
    guard !terminal.isSuspended, let front = deck?.stack.front else { return }
    let isOther = spoken.map { $0.scene != ObjectIdentifier(front) } ?? true
    let now = runEnvironment.world.now
    let age = answer.map { now.elapsedTime(since: $0.since) } ?? .zero
    if age > Self.afterTime, answer?.isOver == true { answer = nil }
    // After the answer, only the contents of another scene are read, to which the next line goes.
    guard answer != nil || isOther else { return }
    let next = SpokenSceneContents(front, front.screenReaderContents(at: answer?.since ?? now))
    let isWaiting = next.words.isBusy || !front.properties.isReady
    if isOther, isWaiting, next.words.items == nil, next.words.question == nil {
      if age >= Self.waitingNoticeDelay { readOpeningOrWaitMessageAloud(next.words) }
      return
    }
    if answer?.isOver == true, !isOther, isChangeUnrelatedToLine(next) { return }
    let lines =
      spoken.map {
        changes.sceneChangeLines(from: $0, to: next, hasSpoken: answer?.hasSpoken == true)
      }
      ?? changes.sceneOpeningLines(next)
    spoken = next
    terminal.setTerminalEcho(next.words.question?.kind != .secret)
    printLines(lines)
    guard let answer, !answer.isOver else { return }
    if answer.hasSpoken || answer.isSilent {
      endTypedLineAnswer()
    } else if age >= Self.waitingNoticeDelay {
      guard !isWaiting else { return readOpeningOrWaitMessageAloud(nil) }
      printLines([runEnvironment.wording.say("Nothing changed.")])
      endTypedLineAnswer()
    }
  }

  /// Returns true if a late change of a scene is not caused by the typed line, such as a number of
  /// new posts.
  private func isChangeUnrelatedToLine(_ next: SpokenSceneContents) -> Bool {
    guard let spoken else { return false }
    return next.selectedID == spoken.selectedID && next.words.marks == spoken.words.marks
      && next.words.question?.label == spoken.words.question?.label
      && next.words.title == spoken.words.title
  }

  /// Reads aloud, once for each typed line, that the user has to wait: the title and notes of a
  /// scene that is opening, or a general text for nil.
  private func readOpeningOrWaitMessageAloud(_ opening: ScreenReaderContents?) {
    guard answer?.hasExplainedWait == false else { return }
    answer?.hasExplainedWait = true
    let lines = opening.map { [$0.title] + $0.notes } ?? []
    let told = lines.filter { !$0.isBlank }
    terminal.printLines(told.isEmpty ? [runEnvironment.wording.say("Please wait.")] : told)
  }

  private func endTypedLineAnswer() {
    lateAnswerTimer.cancelTimer()
    answer?.isOver = true
    onAnswer()
  }

  // MARK: - Output

  func requestRedraw() { needsRedraw = true }

  func callAfterFirstFrame(_ tell: @escaping () -> Void) {
    if hasDrawn { tell() } else { firstFrame.append(tell) }
  }

  /// Draws the scenes on an invisible screen, since some load more or mark posts as read while they
  /// are drawn; reads their changes aloud after a pause.
  func drawScenesIfNeeded(_ deck: SceneDeck, typedCount count: Int?) {
    self.deck = deck
    guard needsRedraw else { return }
    needsRedraw = false
    let now = runEnvironment.world.now
    guard let layout = deck.deckLayoutIfSceneOpen(on: terminal.size) else { return }
    _ = ScreenFrame(
      runEnvironment: runEnvironment, readers: readers, hint: { _ in nil }, message: nil,
      count: nil, frame: 0, now: now
    ).drawnCanvas(of: layout, on: terminal.size)
    if !hasDrawn {
      hasDrawn = true
      for tell in firstFrame { tell() }
      firstFrame = []
      lateAnswerTimer.setTimer(after: Self.waitingNoticeDelay) { [weak self] in
        self?.readSceneChangesAloud()
      }
    }
    silenceTimer.setTimer(after: Self.pause) { [weak self] in self?.readSceneChangesAloud() }
  }

  func applyKeysThemeAndTexts(_ runEnvironment: PresentationEnvironment) {
    self.runEnvironment = runEnvironment
    requestRedraw()
  }

  func applyTheme(_ theme: Theme) {}

  func showMessage(_ message: BottomLineMessage) {
    printLines([message.text.spoken])
    requestRedraw()
  }

  func clearMessage() {}

  func requestPostAgeRedrawIfDue() {}
}
