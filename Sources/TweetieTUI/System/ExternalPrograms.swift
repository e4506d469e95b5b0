import CSystem
import Glibc
internal import Groundwork
import Terminal

/// The browser, player and editor.
struct ExternalPrograms {
  /// The result of opening a link.
  enum Opening: Equatable {
    case opened
    case shown
    case failed
    /// Starting programs is forbidden.
    case forbidden
  }

  /// Empty without a browser.
  let opener: [String]
  /// The player of films.
  let player: FilmPlayer
  /// Empty without an editor.
  let editor: [String]
  /// The folder of a text being edited.
  let directory: String
  /// Whether programs and the clipboard are forbidden (a shared account).
  let isRestricted: Bool
  /// nil for the system's path.
  var path: String?

  var mayStart: Bool { !isRestricted }

  /// Whether the clipboard may be written.
  var mayCopy: Bool { !isRestricted }

  func open(_ link: Hyperlink) -> Opening { start(opener, with: link.address) }

  /// Plays a film in a window.
  func play(_ film: Film) -> Opening { start(player.words, with: film.address) }

  /// Plays a film in the terminal; nil if that fails. `release` gives the terminal back first.
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

  /// Starts the editor; nil if that fails. `release` gives the terminal back first.
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

struct ExternalProgram {
  /// The name, looked for in the path, and the arguments.
  let words: [String]

  /// nil if it cannot be started. Without the terminal the program gets a session of its own, so
  /// that its output does not disturb the screen.
  func start(withTerminal: Bool) -> pid_t? {
    guard !words.isEmpty else { return nil }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    if !withTerminal {
      for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] {
        posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0)
      }
    }

    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // Our signals are blocked because we read them, and some are ignored; the program's must not be.
    var (none, all) = (sigset_t(), sigset_t())
    sigemptyset(&none)
    sigfillset(&all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    let session = withTerminal ? 0 : csystem_spawn_in_own_session()
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF) | session)

    var arguments = words.map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    var process = pid_t()
    let code = posix_spawnp(
      &process, words[0], &actions, &attributes, &arguments, csystem_environment())
    return code == 0 ? process : nil
  }
}

/// The words of a command, split at blanks outside of quotes.
struct CommandWords: Equatable {
  let words: [String]

  /// Quotes, "…" or '…', hold blanks; an open one ends with the command. Nothing else is special.
  init(_ command: String) {
    var words: [String] = []
    var word: String?
    var quote: Character?
    for character in command {
      if character == quote {
        quote = nil
      } else if quote == nil, character == "\"" || character == "'" {
        quote = character
        // Two quotes with nothing between them are a word, too.
        word = word ?? ""
      } else if quote == nil, character.isWhitespace {
        if let word { words.append(word) }
        word = nil
      } else {
        word = (word ?? "") + String(character)
      }
    }
    if let word { words.append(word) }
    self.words = words
  }
}

/// A text in the person's editor.
struct EditorSession {
  /// The largest text.
  private static let limit = 1 << 20

  let process: pid_t
  let file: String

  /// Writes a text to a new private file; nil on failure.
  static func file(in directory: String, _ text: String) -> String? {
    var path = Array("\(directory)/tweetie-XXXXXX.txt".utf8CString)
    let descriptor = mkstemps(&path, 4)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    let name = String(decoding: path.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    guard write(descriptor, text, text.utf8.count) == text.utf8.count else {
      unlink(name)
      return nil
    }
    return name
  }

  /// Reads the text and removes the file; nil if the editor failed or the text is too long.
  func finish(succeeded: Bool) -> String? {
    defer { unlink(file) }
    // What cannot be read was not edited.
    guard succeeded,
      let bytes = try? OpenFile(file, O_RDONLY).bytes(Self.limit + 1), bytes.count <= Self.limit
    else { return nil }
    let text = String(decoding: bytes, as: UTF8.self)
    return text.hasSuffix("\n") ? String(text.dropLast()) : text
  }
}
