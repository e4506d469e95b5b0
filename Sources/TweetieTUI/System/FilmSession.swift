import Glibc

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
