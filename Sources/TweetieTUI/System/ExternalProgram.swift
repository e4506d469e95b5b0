import CSystem
import Glibc

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
