import Glibc
import Preferences
import Scenes
import Terminal
import Words

/// What other programs do for the person: the browser, the player, the editor, and whoever keeps the
/// clipboard. Each says what became of it.
@MainActor final class Outside {
  private let terminal: any FullScreenTerminal
  private var programs: ExternalPrograms
  private var surroundings: Surroundings
  private var editing: EditorSession?

  init(
    _ terminal: any FullScreenTerminal, _ programs: ExternalPrograms, _ surroundings: Surroundings
  ) {
    (self.terminal, self.programs, self.surroundings) = (terminal, programs, surroundings)
  }

  /// Goes on with other programs, in other surroundings.
  func use(_ programs: ExternalPrograms, _ surroundings: Surroundings) {
    (self.programs, self.surroundings) = (programs, surroundings)
  }

  /// Whether an editor has the terminal.
  var isEditing: Bool { editing != nil }

  func copy(_ text: SafeText) -> Message {
    guard programs.mayCopy else { return notAllowed }
    terminal.copy(text)
    return Message(text: words.copied(text), tone: .good)
  }

  func open(_ link: Hyperlink) -> Message {
    switch programs.open(link) {
    case .opened: return Message(text: words.opened(link), tone: .plain)
    case .shown:
      let key = surroundings.keyMap.name(for: .copyLink) ?? ""
      return Message(text: words.notOpened(link, key: key), tone: .plain)
    case .failed: return Message(text: words.openerFailed, tone: .bad)
    case .forbidden: return notAllowed
    }
  }

  func play(_ film: Hyperlink) -> Message {
    switch programs.play(film) {
    case .opened: Message(text: words.playing(film), tone: .plain)
    case .shown: Message(text: SafeText(sanitizing: film.address), tone: .plain)
    case .failed: Message(text: words.playerFailed, tone: .bad)
    case .forbidden: notAllowed
    }
  }

  /// Lends the terminal to an editor; says why not, where that cannot be.
  func edit(_ text: String) -> Message? {
    guard programs.mayStart else { return notAllowed }
    editing = programs.startEditor(on: text, before: terminal.suspend)
    guard editing == nil else { return nil }
    terminal.resume()
    return editorFailed
  }

  /// Sees which programs have ended. Where the editor has, the terminal is taken again, and the
  /// edited text or what went wrong is handed over.
  func reap(edited: (String) -> Void, failed: (Message) -> Void) {
    var status: CInt = 0
    while case let process = waitpid(-1, &status, WNOHANG), process > 0 {
      guard let session = editing, session.process == process else { continue }
      editing = nil
      terminal.resume()
      if let text = session.finish(succeeded: status == 0) {
        edited(text)
      } else {
        failed(editorFailed)
      }
    }
  }
}

extension Outside {
  private var words: Wording { surroundings.wording }
  private var notAllowed: Message { Message(text: words.notAllowedHere, tone: .bad) }
  private var editorFailed: Message { Message(text: words.editorFailed, tone: .bad) }
}
