import Console
import FeedDomain
import Glibc
import Preferences
import Scenes
import Terminal
import Words

/// Other programs: browser, player, editor and clipboard. Each call returns a message.
@MainActor final class ExternalActions {
  private let terminal: LiveTerminal
  private var programs: ExternalPrograms
  private var surroundings: RunEnvironment
  private var guest: Guest?

  /// A program that has the terminal.
  private enum Guest {
    case editor(EditorSession)
    case player(FilmSession)
  }

  init(
    _ terminal: LiveTerminal, _ programs: ExternalPrograms, _ surroundings: RunEnvironment
  ) {
    (self.terminal, self.programs, self.surroundings) = (terminal, programs, surroundings)
  }

  /// Changes programs and surroundings.
  func use(_ programs: ExternalPrograms, _ surroundings: RunEnvironment) {
    (self.programs, self.surroundings) = (programs, surroundings)
  }

  var isLent: Bool { guest != nil }

  func copy(_ text: SafeText) -> Message {
    guard programs.mayCopy else { return notAllowed }
    terminal.copy(text)
    return Message(text: words.copied(text), tone: .good)
  }

  func open(_ link: Hyperlink) -> Message {
    switch programs.open(link) {
    case .opened:
      return Message(text: words.say("Opening {address}", ["address": link.address]), tone: .plain)
    case .shown:
      let key = surroundings.keyMap.name(for: .copyLink) ?? ""
      return Message(text: words.notOpened(link, key: key), tone: .plain)
    case .failed: return Message(text: words.openerFailed, tone: .bad)
    case .forbidden: return notAllowed
    }
  }

  /// Plays a film in a window or, without a display, in the terminal; returns a message if the
  /// result is not visible.
  func play(_ film: Film) -> Message? {
    guard programs.mayStart else { return notAllowed }
    guard programs.player.place != .window else { return playOutside(film) }
    let session = programs.startPlayer(
      of: film, on: terminal.pictureAbility, colours: terminal.colours
    ) {
      terminal.suspend()
      // What has no picture leaves this on the screen.
      print(words.say("Playing {address} · q goes back", ["address": film.address]))
    }
    guard let session else {
      terminal.resume()
      return Message(
        text: words.say("Install mpv to play videos here: {address}", ["address": film.address]),
        tone: .bad)
    }
    guest = .player(session)
    return nil
  }

  /// Lends the terminal to an editor; returns a message if that fails.
  func edit(_ text: String) -> Message? {
    guard programs.mayStart else { return notAllowed }
    guard let session = programs.startEditor(on: text, before: terminal.suspend) else {
      terminal.resume()
      return editorFailed
    }
    guest = .editor(session)
    return nil
  }

  /// Checks for ended programs; takes the terminal back, and returns the edited text or a message.
  func reap(edited: (String) -> Void, failed: (Message) -> Void) {
    var status: CInt = 0
    while case let process = waitpid(-1, &status, WNOHANG), process > 0 {
      switch guest {
      case .editor(let session) where session.process == process:
        guest = nil
        terminal.resume()
        if let text = session.finish(succeeded: status == 0) {
          edited(text)
        } else {
          failed(editorFailed)
        }
      case .player(let session) where session.process == process:
        guest = session.next(after: status).map(Guest.player)
        guard guest == nil else { continue }
        terminal.resume()
        if status != 0 { failed(playerFailed) }
      default: break
      }
    }
  }

  private var words: Wording { surroundings.wording }
  private var notAllowed: Message { Message(text: words.notAllowedHere, tone: .bad) }
  private var playerFailed: Message {
    Message(
      text: words.say("The player could not be started. Check the setting programs.player."),
      tone: .bad)
  }

  private func playOutside(_ film: Film) -> Message {
    switch programs.play(film) {
    case .opened:
      Message(text: words.say("Playing {address}", ["address": film.address]), tone: .plain)
    case .shown: Message(text: SafeText(sanitizing: film.address), tone: .plain)
    case .failed: playerFailed
    case .forbidden: notAllowed
    }
  }

  /// Prints a line before another program takes the terminal.
  private func print(_ line: SafeText) {
    // Who has gone away meanwhile misses nothing.
    try? DescriptorSink(STDOUT_FILENO).write(Array("\(line)\n".utf8))
  }

  private var editorFailed: Message {
    Message(
      text: words.say("The editor could not be used. Set \"editor\" in the settings, or EDITOR."),
      tone: .bad)
  }
}

/// A check during activity with a least pause, without a timer.
struct Throttle {
  /// The least pause.
  let pause: Duration
  private var last: Timestamp

  init(every pause: Duration, from now: Timestamp) { (self.pause, last) = (pause, now) }

  /// Whether the check is due; it then counts as done.
  mutating func isDue(at now: Timestamp) -> Bool {
    guard now.since(last) >= pause else { return false }
    last = now
    return true
  }
}

/// When to ask a person to sign in again after a token was rejected: never while writing, and not
/// again after declining, until an action needs it.
struct SignInPrompt {
  private var postponed: Account?
  private var declined: Set<Account.ID> = []

  /// The decision about a question.
  enum Answer {
    case now, later, never
  }

  /// Whether to ask now.
  mutating func ask(for account: Account, isTyping: Bool) -> Answer {
    guard !declined.contains(account.id) else { return .never }
    guard isTyping else { return .now }
    guard postponed == nil else { return .never }
    postponed = account
    return .later
  }

  /// The account to ask about after typing; nil for none.
  mutating func due(isTyping: Bool) -> Account? {
    guard !isTyping, let account = postponed else { return nil }
    postponed = nil
    return account
  }

  mutating func decline(_ account: Account) {
    postponed = nil
    declined.insert(account.id)
  }

  /// Allows a new question if the command may need it.
  mutating func handleCommand(_ command: Command) {
    switch command {
    case .refresh, .like, .boost, .bookmark, .open, .send, .follow, .vote: declined = []
    default: break
    }
  }

  /// Somebody has signed in.
  mutating func forget() { self = SignInPrompt() }
}
