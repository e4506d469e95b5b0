import Glibc
import Terminal

/// What plays films and sounds: a program with a window of its own or, where there is no display, mpv
/// inside the terminal.
struct FilmPlayer: Equatable {
  /// Where it shows what it plays.
  enum Place: Equatable {
    case window
    /// In the terminal, behind a multiplexer or not.
    case terminal(isMultiplexed: Bool)
  }

  /// Its name and arguments.
  let words: [String]
  let place: Place

  /// The player that the setting names; where it names none, mpv.
  init(setting words: [String], hasDisplay: Bool, isMultiplexed: Bool) {
    // A podcast goes on where it was left.
    self.words = words.isEmpty ? ["mpv", "--save-position-on-quit"] : words
    place = words.isEmpty && !hasDisplay ? .terminal(isMultiplexed: isMultiplexed) : .window
  }

  /// The commands that play inside a terminal, the one with the best picture first: an older mpv does
  /// not know every way, and ends at once.
  func attempts(on ability: PictureAbility, colours: ColourDepth) -> [[String]] {
    guard case .terminal(let isMultiplexed) = place else { return [words] }
    let quiet = words + ["--really-quiet"]
    let characters =
      quiet + ["--vo=tct"] + (colours == .direct ? [] : ["--vo-tct-256=yes"])
    return switch ability.way {
    // mpv places its frames itself, which a multiplexer knows nothing of.
    case .kitty where !isMultiplexed, .kittyPlaceholders where !isMultiplexed:
      [quiet + ["--vo=kitty"], characters]
    case .sixel: [quiet + ["--vo=sixel"], characters]
    case .kitty, .kittyPlaceholders, .iterm, .symbols, .none: [characters]
    }
  }

  /// Whether the program is there, looked for as the system would.
  func isInstalled(path: String?) -> Bool {
    guard let name = words.first else { return false }
    if name.contains("/") { return access(name, X_OK) == 0 }
    return (path ?? "/usr/local/bin:/usr/bin:/bin").split(separator: ":").contains {
      access("\($0)/\(name)", X_OK) == 0
    }
  }
}

/// A film that plays inside the terminal.
struct FilmSession {
  /// mpv's way to say that it could not begin: it does not know what it was asked for.
  private static let couldNotBegin: CInt = 1

  let process: pid_t
  /// What is tried where this one cannot begin.
  private let rest: ArraySlice<[String]>

  /// Starts the first of these commands that can be; nil where none can.
  static func start(_ attempts: ArraySlice<[String]>) -> FilmSession? {
    for (place, words) in zip(attempts.indices, attempts) {
      if let process = ExternalProgram(words: words).start(withTerminal: true) {
        return FilmSession(process: process, rest: attempts[(place + 1)...])
      }
    }
    return nil
  }

  /// Goes on with the next command, where this one ended with that status because it could not begin;
  /// nil where it has ended for good.
  func next(after status: CInt) -> FilmSession? {
    // As the C macros WIFEXITED and WEXITSTATUS read it.
    status & 0x7f == 0 && status >> 8 & 0xff == Self.couldNotBegin ? Self.start(rest) : nil
  }
}
