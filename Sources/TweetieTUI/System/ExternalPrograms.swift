import CSystem
import Glibc
internal import Groundwork
import Scenes
import Terminal

/// The external programs that the full screen starts: browser, player and editor.
struct ExternalPrograms {
  /// The result of opening a link in the browser.
  enum OpeningResult: Equatable {
    case opened
    case shown
    case failed
    case forbidden
  }

  /// The command that opens the browser; empty without one.
  let opener: [String]
  let player: VideoPlayer
  /// The command that opens the editor; empty without one.
  let editor: [String]
  /// The commands that take an article: its text as standard input, or its facts as arguments;
  /// empty without one.
  var pipe: [String] = []
  var bookmark: [String] = []
  /// The folder for articles that are saved in files; nil if unknown.
  var articleFolder: String?
  /// The folder for text files being edited in an external editor.
  let directory: String
  /// True in restricted mode (a shared account): external programs and the clipboard are forbidden.
  let isRestricted: Bool
  /// The search path of external programs; nil for the system's.
  var path: String?

  var mayStart: Bool { !isRestricted }
  var mayCopy: Bool { !isRestricted }
  func openLink(_ link: Hyperlink) -> OpeningResult { startProgram(opener, with: link.address) }
  func playVideo(_ video: VideoAddress) -> OpeningResult {
    startProgram(player.words, with: video.address)
  }

  /// Starts the program that takes an article's text as its standard input.
  func pipe(_ text: String) -> OpeningResult {
    guard mayStart else { return .forbidden }
    guard !pipe.isEmpty else { return .shown }
    guard let file = EditorSession.textFile(in: directory, text) else { return .failed }
    // The program has it open then.
    defer { unlink(file) }
    return ExternalProgram(words: pipe).startProcess(withTerminal: false, input: file) == nil
      ? .failed : .opened
  }

  /// Starts the program that bookmarks an article.
  func bookmark(_ article: ExportedArticle) -> OpeningResult {
    guard mayStart else { return .forbidden }
    guard !bookmark.isEmpty else { return .shown }
    let words = BookmarkWords(bookmark, article).words
    return ExternalProgram(words: words).startProcess(withTerminal: false) == nil
      ? .failed : .opened
  }

  /// Saves an article in a new file; returns its path, or the reason why not.
  func save(_ article: ExportedArticle) -> Result<String, SystemError> {
    guard let articleFolder else {
      return .failure(SystemError(doing: "saving", because: "there is no home folder"))
    }
    let name = ArticleFileName.name(for: article.title.string)
    do throws(SystemError) {
      for number in 1...999 {
        let path = "\(articleFolder)/\(name)\(number == 1 ? "" : "-\(number)").md"
        if access(path, F_OK) == 0 { continue }
        let file = try OpenFile(path, O_WRONLY | O_CREAT | O_EXCL, doing: "creating")
        try file.writeBytes(Array(article.text.utf8))
        return .success(path)
      }
      throw SystemError(
        doing: "saving \(name).md", because: "there are too many files of this name")
    } catch {
      return .failure(error)
    }
  }

  /// Plays a video in the terminal; nil if that fails. `release` restores the terminal first.
  func startPlayer(
    of video: VideoAddress, on ability: PictureAbility, colours: ColourDepth,
    options: [String] = [], before release: () -> Void
  ) -> VideoSession? {
    guard mayStart, player.isInstalled(path: path) else { return nil }
    release()
    // The address is one argument that begins with http or a slash: it cannot be read as a command
    // or option.
    let attempts = player.playerCommands(on: ability, colours: colours).map {
      $0 + options + [video.address]
    }
    return VideoSession.startFirstPlayer(attempts[...])
  }

  /// Plays an episode in a window.
  func playEpisode(_ video: VideoAddress, options: [String]) -> OpeningResult {
    // A sound without a window could not be paused.
    let window = player.isMPV ? ["--force-window=yes"] : []
    return startProgram(player.words + window + options, with: video.address)
  }

  private func startProgram(_ words: [String], with address: String) -> OpeningResult {
    guard mayStart else { return .forbidden }
    guard !words.isEmpty else { return .shown }
    // The address is one argument that begins with http or a slash: it cannot be read as a command
    // or option.
    let program = ExternalProgram(words: words + [address])
    return program.startProcess(withTerminal: false) == nil ? .failed : .opened
  }

  /// Starts the editor for a text; nil if that fails. `release` restores the terminal first.
  func startEditor(on text: String, before release: () -> Void) -> EditorSession? {
    guard mayStart, !editor.isEmpty, let file = EditorSession.textFile(in: directory, text)
    else { return nil }
    release()
    guard let process = ExternalProgram(words: editor + [file]).startProcess(withTerminal: true)
    else {
      unlink(file)
      return nil
    }
    return EditorSession(process: process, file: file)
  }
}

struct ExternalProgram {
  /// The name of an external program, which is looked up in the path, and its arguments.
  let words: [String]

  /// Starts an external program; nil on failure. A program without the terminal gets a session of
  /// its own, so that its output does not disturb the screen.
  /// `input` is the path of a file that is its standard input; nil for an empty one.
  func startProcess(withTerminal: Bool, input: String? = nil) -> pid_t? {
    guard !words.isEmpty else { return nil }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    if !withTerminal {
      for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] {
        let file = descriptor == STDIN_FILENO ? input ?? "/dev/null" : "/dev/null"
        let mode = descriptor == STDIN_FILENO ? O_RDONLY : O_RDWR
        posix_spawn_file_actions_addopen(&actions, descriptor, file, mode, 0)
      }
    }

    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // Our signals are blocked because we read them, and some are ignored; the program's must not
    // be.
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

/// The words of an external program's command, split at blanks outside of quotes.
struct CommandWords: Equatable {
  let words: [String]

  /// Splits a command into words. Quotes, "…" or '…', hold blanks; an open quote ends with the
  /// command. No other character is special.
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

/// The words of a bookmark command with an article's facts in them.
struct BookmarkWords: Equatable {
  private static let longestDescription = 300

  let words: [String]

  /// Replaces "%u" by the address of an article, "%t" by its title, "%d" by the beginning of its
  /// text, and "%%" by "%". Without "%u" the address is the last word. No word begins with "-"
  /// because of an article: the program would read an option.
  init(_ command: [String], _ article: ExportedArticle) {
    let beginning =
      article.text.split(whereSeparator: \.isNewline)
      .first { !$0.hasPrefix("#") && !$0.hasPrefix("http") && $0.count > 40 } ?? ""
    let facts: [Character: String] = [
      "u": article.address, "t": article.title.string,
      "d": String(beginning.prefix(Self.longestDescription)), "%": "%",
    ]
    var hasAddress = false
    var words: [String] = []
    for (place, word) in command.enumerated() {
      var filled = ""
      var rest = word[...]
      while let character = rest.popFirst() {
        guard character == "%", let sign = rest.first, let fact = facts[sign] else {
          filled.append(character)
          continue
        }
        rest.removeFirst()
        hasAddress = hasAddress || sign == "u"
        filled += filled.isEmpty && fact.hasPrefix("-") && place > 0 ? " \(fact)" : fact
      }
      words.append(filled)
    }
    self.words = hasAddress ? words : words + [article.address]
  }
}

/// The name of a file for an article, made of its title.
enum ArticleFileName {
  private static let longest = 80

  static func name(for title: String) -> String {
    var name = ""
    for character in title.lowercased() {
      if character.isLetter || character.isNumber {
        name.append(character)
      } else if !name.isEmpty, name.last != "-" {
        name.append("-")
      }
      if name.utf8.count >= longest { break }
    }
    while name.last == "-" { name.removeLast() }
    return name.isEmpty ? "article" : name
  }
}

/// A text that is open in the person's external editor.
struct EditorSession {
  /// The largest text in bytes that is read back from an external editor.
  private static let limit = 1 << 20

  let process: pid_t
  let file: String

  /// Writes the text for an external editor to a new private file; nil on failure.
  static func textFile(in directory: String, _ text: String) -> String? {
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

  /// Reads the text back from the editor and removes its file; nil if the editor failed or the text
  /// is too long.
  func editedText(succeeded: Bool) -> String? {
    defer { unlink(file) }
    // A file that cannot be read was not edited.
    guard succeeded,
      let bytes = try? OpenFile(file, O_RDONLY).readBytes(Self.limit + 1), bytes.count <= Self.limit
    else { return nil }
    let text = String(decoding: bytes, as: UTF8.self)
    return text.hasSuffix("\n") ? String(text.dropLast()) : text
  }
}

/// The player of videos and sounds: a program with a window or, without a display, mpv in the
/// terminal.
struct VideoPlayer: Equatable {
  /// The output of a video player: a window, or the terminal.
  enum VideoDisplay: Equatable {
    case window
    /// The output of a video player: the terminal, with a multiplexer or without.
    case terminal(isMultiplexed: Bool)
  }

  /// The name and arguments of the video player.
  let words: [String]
  let place: VideoDisplay

  /// Makes the video player from the setting, or mpv without a setting.
  init(setting words: [String], hasDisplay: Bool, isMultiplexed: Bool) {
    // A podcast continues at its last position.
    self.words = words.isEmpty ? ["mpv", "--save-position-on-quit"] : words
    place = words.isEmpty && !hasDisplay ? .terminal(isMultiplexed: isMultiplexed) : .window
  }

  /// Returns the commands for playing a video in the terminal, best picture first: an older mpv
  /// lacks some ways and exits at once.
  func playerCommands(on ability: PictureAbility, colours: ColourDepth) -> [[String]] {
    guard case .terminal(let isMultiplexed) = place else { return [words] }
    let quiet = words + ["--really-quiet"]
    let characters = quiet + ["--vo=tct"] + (colours == .direct ? [] : ["--vo-tct-256=yes"])
    return switch ability.method {
    // mpv positions its frames itself, which a multiplexer does not know.
    case .kitty where !isMultiplexed, .kittyPlaceholders where !isMultiplexed:
      [quiet + ["--vo=kitty"], characters]
    case .sixel: [quiet + ["--vo=sixel"], characters]
    case .kitty, .kittyPlaceholders, .iterm, .symbols, .none: [characters]
    }
  }

  /// True if the player is mpv, which begins at a place and tells the place it is at.
  var isMPV: Bool { words.first?.split(separator: "/").last == "mpv" }

  /// Returns mpv's options for an episode: the place to begin at in seconds, and the socket at which
  /// mpv is asked for its place. Empty for another player.
  func episodeOptions(from start: Int, socket: String?) -> [String] {
    guard isMPV else { return [] }
    // A place that mpv itself remembers would come before ours.
    return ["--no-resume-playback", "--start=\(max(0, start))"]
      + (socket.map { ["--input-ipc-server=\($0)"] } ?? [])
  }

  func isInstalled(path: String?) -> Bool {
    guard let name = words.first else { return false }
    if name.contains("/") { return access(name, X_OK) == 0 }
    return (path ?? "/usr/local/bin:/usr/bin:/bin").split(separator: ":").contains {
      access("\($0)/\(name)", X_OK) == 0
    }
  }
}

/// A video that an external player shows in the terminal.
struct VideoSession {
  /// The exit code of the player mpv for unknown options.
  private static let couldNotBeginCode: CInt = 1

  let process: pid_t
  /// The commands of video players left to try.
  private let rest: ArraySlice<[String]>

  /// Starts the first video player's command that works; nil if none does.
  static func startFirstPlayer(_ attempts: ArraySlice<[String]>) -> VideoSession? {
    for (place, words) in zip(attempts.indices, attempts) {
      if let process = ExternalProgram(words: words).startProcess(withTerminal: true) {
        return VideoSession(process: process, rest: attempts[(place + 1)...])
      }
    }
    return nil
  }

  /// Starts the next video player's command if this one could not begin; nil if playing has ended
  /// for good.
  func startNext(after status: CInt) -> VideoSession? {
    // As the C macros WIFEXITED and WEXITSTATUS read it.
    status & 0x7f == 0 && status >> 8 & 0xff == Self.couldNotBeginCode
      ? Self.startFirstPlayer(rest) : nil
  }
}
