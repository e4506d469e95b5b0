import FeedDomain
import Logging
import PhotoDisplay
import Preferences
import Scenes
import Terminal
import Threads
import Words

/// The event loop's other half: gives each event to the front scene, and draws what changed.
@MainActor final class Application {
  /// What the person set, and what does not change while the program runs.
  struct Surroundings {
    let keyMap: KeyMap
    /// How everything looks at first.
    let theme: Theme
    /// Whether there is but one pane, to be read from its top to its bottom.
    let isPlain: Bool
    let wording: Wording
    let world: any World
    let programs: ExternalPrograms
  }

  let loop: MainLoop
  let terminal: any FullScreenTerminal
  let surroundings: Surroundings
  let stack = SceneStack()
  private var clicks = ClickCounter()
  private var typed = TypeAhead()
  var banner = Banner()
  var bannerAlarm: Int?

  var theme: Theme
  var mustDraw = false
  /// What names a key on the screen.
  var shownKeys: [Canvas.Stretch<Key>] = []
  var frame = 0
  var frameAlarm: Int?
  var lastToldTime: Timestamp
  /// Draws once more when what was fetched is old; nil where that has been done.
  var ageAlarm: Int?
  var isToldAgain = false
  var lastLook: Timestamp
  var editing: EditorSession?
  var signInAsking = SignInAsking()
  var previewed: Route?
  /// What a stream asked to have beside it, whether or not there was room.
  var wishedPreview: Route?
  var previewAlarm: Int?

  /// Where photos are had from.
  var pictures: any PictureShelf = NoPictures()

  /// Makes the scene for a route; nil where the route leads to none.
  var makeScene: (Route) -> (any Scene)? = { _ in nil }
  /// Is told once, when the first scene is on the screen; at once where it already is.
  var firstFrameShown: (() -> Void)? {
    didSet { if hasShownFrame { tellOfFirstFrame() } }
  }
  private var hasShownFrame = false
  /// Whether the terminal is gone.
  private(set) var isHungUp = false
  /// Sees whether another window changed what is stored.
  var lookElsewhere: () -> Void = {}
  /// Counts what is used.
  var used: (Feature) -> Void = { _ in }

  init(loop: MainLoop, terminal: any FullScreenTerminal, surroundings: Surroundings) {
    (self.loop, self.terminal, self.surroundings) = (loop, terminal, surroundings)
    theme = surroundings.theme
    lastToldTime = surroundings.world.now
    lastLook = lastToldTime
  }

  /// Runs until the person, or the terminal's end, ends it.
  func run() {
    loop.beforeWaiting = { [weak self] in
      self?.takeTyped()
      self?.drawIfNeeded()
      self?.terminal.rest()
    }
    // A scene that has something to show asks to be drawn; one that is slow is shown as it is.
    loop.after(.milliseconds(60)) { [weak self] in self?.redraw() }
    loop.run()
    loop.beforeWaiting = nil
    stack.closeAll()
  }

  /// Notes that a scene is on the screen.
  func noteFrame() {
    guard !hasShownFrame else { return }
    hasShownFrame = true
    tellOfFirstFrame()
  }

  private func tellOfFirstFrame() {
    guard let tell = firstFrameShown else { return }
    firstFrameShown = nil
    tell()
  }

  func end() { loop.stop() }

  /// Ends the program because its terminal is gone, which others are to learn.
  func hangUp() {
    isHungUp = true
    end()
  }

  /// Takes what the terminal sent.
  func receive(_ events: [TerminalEvent]) {
    guard editing == nil else { return }
    let now = surroundings.world.now
    for event in events {
      if isWayOut(event) {
        typed.clear()
        receive(event)
      } else {
        typed.add(event, at: now)
      }
    }
    takeTyped()
    askToSignIn()
    tellTime()
    lookAround()
  }
}

extension Application {
  /// Gives the scenes what was typed, as far as they are ready for it.
  private func takeTyped() {
    while let event = typed.next(for: reader, at: surroundings.world.now) { receive(event) }
  }

  /// What the scene in front makes of what is typed.
  private var reader: TypeAhead.Reader {
    guard let front = stack.front, front.isReady else { return .none }
    return front.takesLines ? .lines : front.takesText ? .line : .keys
  }

  /// Whether it leads out of a scene that is not ready, once that has what came before.
  private func isWayOut(_ event: TerminalEvent) -> Bool {
    guard case .key(let key) = event,
      key == Key(.escape)
        || key.isChord && surroundings.keyMap.command(for: key)?.isForAnyMoment == true
    else { return false }
    takeTyped()
    guard let front = stack.front, !front.isReady else { return false }
    // Words that wait to be written down are not dropped for it.
    return typed.isEmpty || !front.holdsWords
  }

  private func receive(_ event: TerminalEvent) {
    switch event {
    case .key(let key): receive(key)
    case .mouse(let mouse): receive(mouse)
    case .paste(let text): _ = stack.front?.handle(.paste(text))
    case .focus: break
    }
  }

  private func receive(_ key: Key) {
    clearBanner()
    let command = surroundings.keyMap.command(for: key)
    guard let front = stack.front else { return }
    let isTyped = front.takesText && !(key.isChord && command?.isForAnyMoment == true)
    if let command, !isTyped {
      // Who closes one thing after another does not mean to leave.
      obey(command, in: front, mayQuit: key != Key(.escape))
    } else {
      _ = front.handle(.key(key))
    }
  }

  /// What answered another key is no answer to this one, even where this one does nothing.
  private func clearBanner() {
    if banner.clear(at: surroundings.world.now) { redraw() }
  }

  /// Does what a key means: to the scene in front, or else everywhere.
  func obey(_ command: Command, in front: any Scene, mayQuit: Bool = true) {
    if let feature = Feature(command) { used(feature) }
    if command == .refresh { pictures.retryShown() }
    signInAsking.obey(command)
    guard !front.handle(.command(command)) else { return }
    if command == .back, !mayQuit, stack.count == 1 {
      tellHowToQuit()
    } else {
      perform(command)
    }
  }

  private func tellHowToQuit() {
    guard let key = surroundings.keyMap.name(for: .quit) else { return end() }
    say(Message(text: surroundings.wording.quits(by: key), tone: .plain))
  }

  private func receive(_ mouse: MouseEvent) {
    guard let visible = stack.visible else { return }
    if case .press = mouse.action {
      clearBanner()
      if mouse.action == .press(1), let key = shownKeys.target(at: mouse.position) {
        return receive(key)
      }
    }
    let panes = panes(hasSide: visible.side != nil)
    let count = clicks.count(mouse, now: surroundings.world.now)
    if let front = stack.front, front.isOverlay {
      _ = front.handle(.mouse(mouse.moved(into: panes.whole), count: count))
    } else if let side = panes.side, side.contains(mouse.position), let scene = visible.side {
      if case .press = mouse.action { giveKeys(to: scene) }
      _ = scene.handle(.mouse(mouse.moved(into: side), count: count))
    } else if panes.side != nil || stack.front === visible.main, panes.main.contains(mouse.position)
    {
      _ = visible.main.handle(.mouse(mouse.moved(into: panes.main), count: count))
    } else if let front = stack.front {
      // The header's cells are above the scene's first row.
      _ = front.handle(.mouse(mouse.moved(into: panes.main), count: count))
    }
  }

  /// A click on what is shown beside the stream gives it the keys.
  private func giveKeys(to scene: any Scene) {
    guard stack.preview === scene, let route = previewed else { return }
    go(to: route)
  }

  private func switchPictures() {
    let before = pictures.isOn
    pictures.toggle()
    let wording = surroundings.wording
    say(
      Message(
        text: pictures.isOn == before
          ? wording.noPicturesHere : wording.pictures(areOn: pictures.isOn), tone: .plain))
  }

  /// What works in every scene.
  func perform(_ command: Command) {
    switch command {
    case .quit: end()
    case .back: go(to: .back)
    case .help: go(to: .help)
    case .outbox: go(to: .outbox)
    case .accounts: go(to: .accounts)
    case .tabs: go(to: .tabs)
    case .mute: go(to: .mutes(about: nil))
    case .addAccount: go(to: .signIn(again: nil))
    case .compose: go(to: .compose(.post))
    case .ownProfile: go(to: .profile(nil))
    case .repaint:
      terminal.repaint()
      redraw()
    case .suspend: suspend()
    case .pictures: switchPictures()
    case .notifications: go(to: .notices)
    case .search: go(to: .search)
    case .log: go(to: .log)
    case .palette:
      go(to: .palette(stack.front?.hints ?? [], without: stack.front?.withheld ?? []))
    default:
      if let words = surroundings.wording.elsewhere(command, keys: surroundings.keyMap) {
        say(Message(text: words, tone: .plain))
      }
    }
  }
}
