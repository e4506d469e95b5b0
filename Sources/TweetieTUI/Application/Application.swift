import FeedDomain
import Glibc
import Logging
import Preferences
import Scenes
import Terminal
import Threads
import UseCases
import Words

/// The event loop's other half: gives each event to whom it is for, and has drawn what changed.
@MainActor final class Application {
  let deck: Deck
  let painting: Painting
  let terminal: LiveTerminal
  private(set) var surroundings: Surroundings
  let outside: Outside
  var input: Input
  var signInAsking = SignInAsking()
  /// What is opened once nobody writes any more.
  var heldRoutes: [Route] = []
  /// Whether the terminal is gone.
  private(set) var isHungUp = false
  /// Sees whether another window changed what is stored.
  var lookElsewhere: () -> Void = {}
  /// Is told that somebody uses the program, and whether the terminal has the focus.
  var attention: Attention?
  /// Counts what is used.
  var used: (Feature) -> Void = { _ in }

  private let loop: MainLoop
  private var looking: NowAndThen

  init(
    loop: MainLoop, terminal: LiveTerminal, programs: ExternalPrograms,
    surroundings: Surroundings
  ) {
    (self.loop, self.terminal, self.surroundings) = (loop, terminal, surroundings)
    deck = Deck(pause: SidePane.Pause(Alarm(loop)), isPlain: surroundings.isPlain)
    painting = Painting(on: terminal, surroundings, loop)
    outside = Outside(terminal, programs, surroundings)
    input = Input(surroundings.keyMap)
    looking = NowAndThen(every: .seconds(1), from: surroundings.world.now)
    deck.changed = painting.redraw
  }

  /// Runs until the person, or the terminal's end, ends it.
  func run() {
    loop.beforeWaiting = { [weak self] in self?.rest() }
    // A scene that has something to show asks to be drawn; one that is slow is shown as it is.
    loop.after(.milliseconds(60)) { [weak self] in self?.redraw() }
    loop.run()
    loop.beforeWaiting = nil
    deck.closeAll()
  }

  func end() { loop.stop() }

  /// Goes on in other surroundings; scenes are made anew where what they are made of changed.
  func use(
    _ surroundings: Surroundings, _ programs: ExternalPrograms,
    remaking make: ((Route, DeckColumn?) -> (any Scene)?)?
  ) {
    self.surroundings = surroundings
    input.keyMap = surroundings.keyMap
    outside.use(programs, surroundings)
    painting.use(surroundings)
    deck.isPlain = surroundings.isPlain
    if let make { deck.remake(make) }
  }

  /// Ends the program because its terminal is gone, which others are to learn.
  func hangUp() {
    isHungUp = true
    end()
  }

  /// Takes what the system tells.
  func receive(signal: Int32) {
    switch signal {
    case SIGWINCH:
      terminal.resized()
      deck.fit(on: terminal.size)
      redraw()
    case SIGTSTP:
      suspend()
    case SIGCONT:
      // Stopped from outside, there was no moment to give the terminal back.
      terminal.reclaim()
    case SIGCHLD:
      reapChildren()
    case SIGINT, SIGQUIT:
      // While another program has the terminal these are its own business.
      if !outside.isLent { end() }
    case SIGHUP:
      // The terminal is gone: nothing may be written to it any more.
      terminal.abandon()
      hangUp()
    default:
      end()
    }
  }

  /// Gives the terminal back and stops, until the shell lets the program go on.
  func suspend() {
    guard !outside.isLent else {
      raise(SIGSTOP)
      return
    }
    terminal.suspend()
    // The supervisor sees this and stops the whole job.
    raise(SIGSTOP)
    terminal.resume()
    painting.tellTime()
    redraw()
  }

  /// Sees, now and then while there is somebody, what other windows did.
  func lookAround() {
    if looking.isDue(at: surroundings.world.now) { lookElsewhere() }
  }
}

extension Application {
  /// Does what is left to do before nothing happens for a while.
  private func rest() {
    takeTyped()
    if !outside.isLent { painting.drawIfNeeded(deck, count: input.count) }
    terminal.rest()
  }

  private func reapChildren() {
    outside.reap(
      edited: { text in
        _ = deck.stack.front?.handle(.edited(text))
        redraw()
      }, failed: say)
  }
}
