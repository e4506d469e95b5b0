import Glibc
import Terminal

/// The player of films and sounds: a program with a window or, without a display, mpv in the
/// terminal.
struct FilmPlayer: Equatable {
  /// The player's place.
  enum Display: Equatable {
    case window
    /// In the terminal, with a multiplexer or without.
    case terminal(isMultiplexed: Bool)
  }

  /// The name and arguments.
  let words: [String]
  let place: Display

  /// The player of the setting, or mpv.
  init(setting words: [String], hasDisplay: Bool, isMultiplexed: Bool) {
    // A podcast goes on where it was left.
    self.words = words.isEmpty ? ["mpv", "--save-position-on-quit"] : words
    place = words.isEmpty && !hasDisplay ? .terminal(isMultiplexed: isMultiplexed) : .window
  }

  /// Commands for the terminal, best picture first: an older mpv lacks some ways and exits at once.
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

  /// Whether the program is in the path.
  func isInstalled(path: String?) -> Bool {
    guard let name = words.first else { return false }
    if name.contains("/") { return access(name, X_OK) == 0 }
    return (path ?? "/usr/local/bin:/usr/bin:/bin").split(separator: ":").contains {
      access("\($0)/\(name)", X_OK) == 0
    }
  }
}

/// A film playing in the terminal.
struct FilmSession {
  /// mpv's exit code for unknown options.
  private static let couldNotBegin: CInt = 1

  let process: pid_t
  /// The commands left to try.
  private let rest: ArraySlice<[String]>

  /// Starts the first possible command; nil if none is.
  static func start(_ attempts: ArraySlice<[String]>) -> FilmSession? {
    for (place, words) in zip(attempts.indices, attempts) {
      if let process = ExternalProgram(words: words).start(withTerminal: true) {
        return FilmSession(process: process, rest: attempts[(place + 1)...])
      }
    }
    return nil
  }

  /// Starts the next command if this one could not begin; nil if it has ended for good.
  func next(after status: CInt) -> FilmSession? {
    // As the C macros WIFEXITED and WEXITSTATUS read it.
    status & 0x7f == 0 && status >> 8 & 0xff == Self.couldNotBegin ? Self.start(rest) : nil
  }
}
