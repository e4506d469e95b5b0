import Glibc
import Terminal

/// The programs that a person may have us start: a browser, a player and an editor.
struct ExternalPrograms {
  /// What became of a link.
  enum Opening: Equatable {
    case opened
    /// There is no browser here: the address is for reading, or for the terminal's own click.
    case shown
    case failed
    /// Nothing may be started.
    case forbidden
  }

  /// The words of the browser's command; empty where there is none.
  let opener: [String]
  /// What plays films.
  let player: FilmPlayer
  /// The words of the editor's command.
  let editor: [String]
  /// Where a text that is being edited lies meanwhile.
  let directory: String
  /// Whether nothing may be started and nothing copied (a shared account).
  let isRestricted: Bool
  /// Where programs are looked for; nil for the system's places.
  var path: String?

  var mayStart: Bool { !isRestricted }

  /// Whether the clipboard may be written.
  var mayCopy: Bool { !isRestricted }

  func open(_ link: Hyperlink) -> Opening { start(opener, with: link.address) }

  /// Has a film shown in a window of its own.
  func play(_ film: Film) -> Opening { start(player.words, with: film.address) }

  /// Plays a film inside a terminal that shows pictures so; nil where that cannot be done.
  ///
  /// `release` gives the terminal back, right before the player takes it.
  func startPlayer(
    of film: Film, on ability: PictureAbility, colours: ColourDepth, before release: () -> Void
  ) -> FilmSession? {
    guard mayStart, player.isInstalled(path: path) else { return nil }
    release()
    // One argument that begins with http or at the root: it can be read as no command or option.
    let attempts = player.attempts(on: ability, colours: colours).map { $0 + [film.address] }
    return FilmSession.start(attempts[...])
  }

  private func start(_ words: [String], with address: String) -> Opening {
    guard mayStart else { return .forbidden }
    guard !words.isEmpty else { return .shown }
    // One argument that begins with http or at the root: it can be read as no command or option.
    let program = ExternalProgram(words: words + [address])
    return program.start(withTerminal: false) == nil ? .failed : .opened
  }

  /// Starts the editor on a text; nil where that cannot be done.
  ///
  /// `release` gives the terminal back, right before the editor takes it.
  func startEditor(on text: String, before release: () -> Void) -> EditorSession? {
    guard mayStart, !editor.isEmpty, let file = EditorSession.file(in: directory, text)
    else { return nil }
    release()
    guard let process = ExternalProgram(words: editor + [file]).start(withTerminal: true) else {
      unlink(file)
      return nil
    }
    return EditorSession(process: process, file: file)
  }
}
