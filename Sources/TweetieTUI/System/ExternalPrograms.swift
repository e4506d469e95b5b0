import CSystem
import Glibc
internal import Groundwork
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

/// A program that is started without a shell: what it is given cannot be read as a command.
struct ExternalProgram {
  /// Its name, looked for in the path, and its arguments.
  let words: [String]

  /// Starts it; nil where it cannot be started.
  ///
  /// With the terminal it gets ours; without, it gets none and a session of its own, so that
  /// neither its words nor its end disturb the screen.
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

/// The words of a command, as they are told apart without a shell: at blanks, but not between quotes.
struct CommandWords: Equatable {
  let words: [String]

  /// Tells the words of a command apart. Quotes, "…" or '…', hold blanks and each other together; one
  /// that is not closed goes on to the end. Nothing else has a meaning of its own.
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

/// A text that is open in the person's editor.
struct EditorSession {
  /// Longer than anybody writes, short enough to read at once.
  private static let limit = 1 << 20

  let process: pid_t
  let file: String

  /// Writes a text to a new file that only its owner can read; nil where that cannot be done.
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

  /// Takes the text back and removes the file; nil where the editor failed or the text is too long.
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
