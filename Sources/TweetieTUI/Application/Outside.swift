import Console
import FeedDomain
import Glibc
import Preferences
import Scenes
import Terminal
import Words

/// What other programs do for the person: the browser, the player, the editor, and whoever keeps the
/// clipboard. Each says what became of it.
@MainActor final class Outside {
  private let terminal: LiveTerminal
  private var programs: ExternalPrograms
  private var surroundings: Surroundings
  private var guest: Guest?

  /// A program that has the terminal.
  private enum Guest {
    case editor(EditorSession)
    case player(FilmSession)
  }

  init(
    _ terminal: LiveTerminal, _ programs: ExternalPrograms, _ surroundings: Surroundings
  ) {
    (self.terminal, self.programs, self.surroundings) = (terminal, programs, surroundings)
  }

  /// Goes on with other programs, in other surroundings.
  func use(_ programs: ExternalPrograms, _ surroundings: Surroundings) {
    (self.programs, self.surroundings) = (programs, surroundings)
  }

  /// Whether another program has the terminal, as an editor.
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

  /// Has a film shown in a window or, where there is no display, lends the terminal to its player; says
  /// what came of it, where that is not to be seen.
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

  /// Lends the terminal to an editor; says why not, where that cannot be.
  func edit(_ text: String) -> Message? {
    guard programs.mayStart else { return notAllowed }
    guard let session = programs.startEditor(on: text, before: terminal.suspend) else {
      terminal.resume()
      return editorFailed
    }
    guest = .editor(session)
    return nil
  }

  /// Sees which programs have ended. Where the one that had the terminal has, it is taken again, and
  /// the edited text or what went wrong is handed over.
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

  /// Writes a line where the screen was, which another program takes.
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

/// Something that is done now and then while there is somebody, and never by waking up for it.
struct NowAndThen {
  /// The least time from one to the next.
  let pause: Duration
  private var last: Timestamp

  init(every pause: Duration, from now: Timestamp) { (self.pause, last) = (pause, now) }

  /// Whether it is time again; then it counts as done.
  mutating func isDue(at now: Timestamp) -> Bool {
    guard now.since(last) >= pause else { return false }
    last = now
    return true
  }
}

/// When somebody is asked to sign in again because a service no longer accepts their token: never
/// over what they are writing, and not once more where they would not, until they do something that
/// needs it.
struct SignInAsking {
  private var postponed: Account?
  private var declined: Set<Account.ID> = []

  /// What becomes of a question.
  enum Answer {
    case now, later, never
  }

  /// Whether to ask for the account now, while somebody types or does not.
  mutating func ask(for account: Account, isTyping: Bool) -> Answer {
    guard !declined.contains(account.id) else { return .never }
    guard isTyping else { return .now }
    guard postponed == nil else { return .never }
    postponed = account
    return .later
  }

  /// Whom to ask now that nobody types any more; nil for nobody.
  mutating func due(isTyping: Bool) -> Account? {
    guard !isTyping, let account = postponed else { return nil }
    postponed = nil
    return account
  }

  /// Somebody would not.
  mutating func decline(_ account: Account) {
    postponed = nil
    declined.insert(account.id)
  }

  /// Somebody does what may need it.
  mutating func obey(_ command: Command) {
    switch command {
    case .refresh, .like, .boost, .bookmark, .open, .send, .follow, .vote: declined = []
    default: break
    }
  }

  /// Somebody has signed in.
  mutating func forget() { self = SignInAsking() }
}
