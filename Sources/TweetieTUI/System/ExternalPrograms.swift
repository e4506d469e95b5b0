import CSystem
internal import Console
import Glibc
internal import Groundwork
import Preferences
import Scenes
import Terminal
import Threads

/// A set of the user's external programs for the full screen, such as browser, player and editor,
/// with functions that start them.
struct ExternalPrograms {
  enum ProgramStartResult: Equatable {
    case opened
    case shown
    case failed
    case forbidden
  }

  /// The words of the command that opens the browser; empty if there is none.
  let opener: [String]
  let player: VideoPlayer
  /// The words of the command that opens the editor; empty if there is none.
  let editor: [String]
  /// The programs to which a post or article can be piped.
  var sharingPrograms: [SharingProgram] = []
  /// The words of the command that bookmarks a post or article; empty if there is none.
  var bookmark: [String] = []
  /// The path of the folder in which articles are saved as files; nil if unknown.
  var articleFolder: String?
  /// The path of the folder for the text files that the editor edits.
  let directory: String
  /// True in restricted mode (a shared account), which forbids external programs and the clipboard.
  let isRestricted: Bool
  /// The search path for external programs; nil for the system's.
  var path: String?

  var mayStart: Bool { !isRestricted }
  var mayCopy: Bool { !isRestricted }
  func openLink(_ link: SafeWebLink) -> ProgramStartResult {
    startProgram(opener, with: link.address)
  }
  func playVideoInWindow(_ video: MediaPlayerAddress) -> ProgramStartResult {
    startProgram(player.words, with: video.address)
  }

  /// Starts a program of the user with a post or article as its standard input, and returns whether
  /// the program started.
  func pipeArticle(_ article: ExportedArticle, to target: SharingProgram) -> ProgramStartResult {
    guard mayStart else { return .forbidden }
    let text = pipedText(of: article, as: target.form)
    guard let file = EditorSession.writeEditorFile(in: directory, text) else { return .failed }
    // The program has opened the file by then.
    defer { unlink(file) }
    let command = CommandLineWords(target.command).words
    let words = ArticleCommandWords(command, article, needsAddress: false).words
    return ExternalProgram(words: words).startProcess(withTerminal: false, input: file) == nil
      ? .failed : .opened
  }

  private func pipedText(of article: ExportedArticle, as form: PipeFormatChoice) -> String {
    switch form {
    case .text: article.text
    case .link: article.address + "\n"
    case .json: article.post.map { JSONValue.postJSONObject($0).jsonLine() + "\n" } ?? article.text
    }
  }

  func bookmarkArticleWithCommand(_ article: ExportedArticle) -> ProgramStartResult {
    guard mayStart else { return .forbidden }
    guard !bookmark.isEmpty else { return .shown }
    let words = ArticleCommandWords(bookmark, article, needsAddress: true).words
    return ExternalProgram(words: words).startProcess(withTerminal: false) == nil
      ? .failed : .opened
  }

  func saveArticleToFile(_ article: ExportedArticle) -> Result<String, FileOperationError> {
    guard let articleFolder else {
      return .failure(FileOperationError(doing: "saving", because: "there is no home folder"))
    }
    let name = ArticleFileNamer.articleFileName(for: article.title.string)
    do throws(FileOperationError) {
      for number in 1...999 {
        let path = "\(articleFolder)/\(name)\(number == 1 ? "" : "-\(number)").md"
        if access(path, F_OK) == 0 { continue }
        // On a full disk, no part of the article stays under its name.
        let file = try AtomicFile(path: path)
        try file.writeBytes(Array(article.text.utf8))
        try file.moveToFinalPath()
        return .success(path)
      }
      throw FileOperationError(
        doing: "saving \(name).md", because: "there are too many files of this name")
    } catch {
      return .failure(error)
    }
  }

  /// Starts the player for a video in the terminal; nil on failure. `release` is called before, to
  /// restore the terminal.
  func playVideoInTerminal(
    of video: MediaPlayerAddress, on ability: TerminalPictureAbilities, colours: ColourDepth,
    options: [String] = [], before release: () -> Void
  ) -> VideoPlayerSession? {
    guard mayStart, player.isPlayerInstalled(path: path) else { return nil }
    release()
    // The address is one argument that begins with http or a slash: it cannot be read as a command
    // or option.
    let attempts = player.playerCommands(on: ability, colours: colours).map {
      $0 + options + [video.address]
    }
    return VideoPlayerSession.startFirstWorkingPlayerCommand(attempts[...], of: video)
  }

  func playEpisodeInWindow(_ video: MediaPlayerAddress, options: [String]) -> ProgramStartResult {
    // Audio without a window could not be paused.
    let window = player.isMPV ? ["--force-window=yes"] : []
    return startProgram(player.words + window + options, with: video.address)
  }

  private func startProgram(_ words: [String], with address: String) -> ProgramStartResult {
    guard mayStart else { return .forbidden }
    guard !words.isEmpty else { return .shown }
    // The address is one argument that begins with http or a slash: it cannot be read as a command
    // or option.
    let program = ExternalProgram(words: words + [address])
    return program.startProcess(withTerminal: false) == nil ? .failed : .opened
  }

  /// Starts the editor for a text; nil on failure. `release` is called before, to restore the
  /// terminal.
  func startEditor(on text: String, before release: () -> Void) -> EditorSession? {
    guard mayStart, !editor.isEmpty, let file = EditorSession.writeEditorFile(in: directory, text)
    else { return nil }
    release()
    guard let process = ExternalProgram(words: editor + [file]).startProcess(withTerminal: true)
    else {
      unlink(file)
      return nil
    }
    return EditorSession(process: process, file: file, text: text)
  }
}

struct ExternalProgram {
  /// The words of an external program's command: its name, which is looked up in the search path,
  /// and its arguments.
  let words: [String]

  /// The processes of the started external programs that were not reaped yet.
  private static let running = LockedValue<Set<pid_t>>([])

  /// Reaps an external program that has ended, and returns its process id and status; nil if none
  /// has. Other children, such as decoders, are waited for where they were started.
  static func reapEndedProcess() -> (process: pid_t, status: CInt)? {
    running.withLock { running in
      for process in running {
        var status: CInt = 0
        let ended = waitpid(process, &status, WNOHANG)
        guard ended != 0 else { continue }
        running.remove(process)
        if ended == process { return (process, status) }
      }
      return nil
    }
  }

  /// Starts an external program and returns its process id; nil on failure. A program without the
  /// terminal gets a session of its own; `input` is the file for its standard input, nil for an
  /// empty one.
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
    // This process blocks the signals that it reads, and ignores some; the program gets the
    // defaults.
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
    guard code == 0 else { return nil }
    Self.running.withLock { _ = $0.insert(process) }
    return process
  }
}

/// A command line of an external program, split into words at blanks outside of quotes.
struct CommandLineWords: Equatable {
  let words: [String]

  /// Splits a command line into words at blanks. Quotes, "…" or '…', enclose blanks, an open quote
  /// ends with the command, and no other character is special.
  init(_ command: String) {
    var words: [String] = []
    var word: String?
    var quote: Character?
    for character in command {
      if character == quote {
        quote = nil
      } else if quote == nil, character == "\"" || character == "'" {
        quote = character
        // Two quotes with nothing between them are an empty word.
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

/// A command of the user for posts and articles, split into words, with an article's address, title
/// and text filled in.
struct ArticleCommandWords: Equatable {
  private static let longestDescription = 300

  let words: [String]

  /// Creates the words of the command for an article: replaces "%u" by the address, "%t" by the
  /// title, "%d" by the beginning of the text, and "%%" by "%". With `needsAddress`, the address is
  /// the last word of a command without "%u". No word begins with "-" because of an article, since
  /// the program would read an option.
  init(_ command: [String], _ article: ExportedArticle, needsAddress: Bool) {
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
    self.words = hasAddress || !needsAddress ? words : words + [article.address]
  }
}

/// A namespace for making the name of an article's file from the title.
enum ArticleFileNamer {
  private static let longest = 80

  static func articleFileName(for title: String) -> String {
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

/// A running editor of the user in the terminal, with the file of the edited text.
struct EditorSession {
  /// The maximum size in bytes of a text that is read back from the editor.
  private static let limit = 1 << 20

  let process: pid_t
  let file: String
  /// The text as it was when the user's editor started.
  let text: String

  /// The path of the file with the text that the user edited in the external editor; nil if the
  /// file was deleted.
  var keptFile: String? { access(file, F_OK) == 0 ? file : nil }

  /// Writes the text for the editor to a new private file, and returns its path; nil on failure.
  static func writeEditorFile(in directory: String, _ text: String) -> String? {
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

  /// Reads the file with the edited text, passes the text to a closure, and deletes the file;
  /// returns true if the closure took the text. If it did not, or the editor failed, or the text is
  /// too long or not in UTF-8, the file stays unless it holds the text as it was before.
  func deliverEditedText(succeeded: Bool, to take: (String) -> Bool) -> Bool {
    guard let bytes = try? OpenFile(file, O_RDONLY).readBytes(Self.limit + 1) else { return false }
    // Letters in another encoding than UTF-8 would be lost.
    guard bytes.count <= Self.limit, let edited = String(validating: bytes, as: UTF8.self) else {
      return false
    }
    let isTaken =
      succeeded && take(edited.hasSuffix("\n") ? String(edited.dropLast()) : edited)
    if isTaken || bytes == Array(text.utf8) { unlink(file) }
    return isTaken
  }
}

/// An external player of videos and audio: a program with a window or, without a display, mpv in
/// the terminal.
struct VideoPlayer: Equatable {
  enum VideoOutput: Equatable {
    case window
    /// An output for a video's picture: the terminal, with a multiplexer or without.
    case terminal(isMultiplexed: Bool)
  }

  /// The external video player's name and arguments.
  let words: [String]
  let output: VideoOutput

  /// Creates the player that the setting names; mpv if the setting is empty.
  init(setting words: [String], hasDisplay: Bool, isMultiplexed: Bool) {
    // A podcast continues at its last position.
    self.words = words.isEmpty ? ["mpv", "--save-position-on-quit"] : words
    output = words.isEmpty && !hasDisplay ? .terminal(isMultiplexed: isMultiplexed) : .window
  }

  /// Returns the commands to try in turn for playing a video; in the terminal, the one with the
  /// best picture first, since an older mpv exits at once if it lacks an output.
  func playerCommands(on ability: TerminalPictureAbilities, colours: ColourDepth) -> [[String]] {
    guard case .terminal(let isMultiplexed) = output else { return [words] }
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

  /// True if the player is mpv, which can begin at a position and reports its position.
  var isMPV: Bool { words.first?.split(separator: "/").last == "mpv" }

  /// Returns mpv's options for an episode: the position to begin at, in seconds, and the path of
  /// the socket for questions about its position. Empty for another player.
  func episodePlayerOptions(from start: Int, socket: String?) -> [String] {
    guard isMPV else { return [] }
    // A position that mpv itself remembers would take precedence.
    return ["--no-resume-playback", "--start=\(max(0, start))"]
      + (socket.map { ["--input-ipc-server=\($0)"] } ?? [])
  }

  func isPlayerInstalled(path: String?) -> Bool {
    guard let name = words.first else { return false }
    if name.contains("/") { return access(name, X_OK) == 0 }
    return (path ?? "/usr/local/bin:/usr/bin:/bin").split(separator: ":").contains {
      access("\($0)/\(name)", X_OK) == 0
    }
  }
}

/// An error of the external player mpv in the terminal, as its exit code tells.
enum VideoPlayerError: Equatable {
  case notStarted
  /// An error of the player: the video or episode could not be played.
  case notPlayable
  /// An error of the player: some of the files behind the address could not be played.
  case partlyPlayed
  case crashed

  /// Creates the error from the status with which the player ended; nil if the player played to the
  /// end, or the user ended it.
  init?(status: CInt) {
    // As the C macros WIFSIGNALED, WTERMSIG and WEXITSTATUS read it.
    switch (status & 0x7f, status >> 8 & 0xff) {
    case (0, Self.couldNotBeginCode): self = .notStarted
    case (0, 2): self = .notPlayable
    case (0, 3): self = .partlyPlayed
    // Code 4 is the end by a signal that mpv handles; other codes are those of the user's own keys.
    case (0, _): return nil
    case (SIGINT, _), (SIGTERM, _), (SIGHUP, _), (SIGQUIT, _), (SIGKILL, _), (SIGPIPE, _):
      return nil
    default: self = .crashed
    }
  }

  /// The exit code of the player mpv for unknown options.
  fileprivate static let couldNotBeginCode: CInt = 1
}

/// A running external player that shows a video in the terminal.
struct VideoPlayerSession {
  let process: pid_t
  let video: MediaPlayerAddress
  /// The commands of the video player that were not tried yet.
  private let untriedCommands: ArraySlice<[String]>

  static func startFirstWorkingPlayerCommand(
    _ attempts: ArraySlice<[String]>, of video: MediaPlayerAddress
  ) -> VideoPlayerSession? {
    for (place, words) in zip(attempts.indices, attempts) {
      if let process = ExternalProgram(words: words).startProcess(withTerminal: true) {
        return VideoPlayerSession(
          process: process, video: video, untriedCommands: attempts[(place + 1)...])
      }
    }
    return nil
  }

  /// Starts the player with the next of its commands, such as one for another output, if this
  /// command could not be started, and returns the session of the started player; nil if this one
  /// played the video, or no command is left.
  func startNextCommandIfFailed(after status: CInt) -> VideoPlayerSession? {
    VideoPlayerError(status: status) == .notStarted
      ? Self.startFirstWorkingPlayerCommand(untriedCommands, of: video) : nil
  }
}
