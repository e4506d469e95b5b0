internal import Glibc

/// Makes sure that descriptors 0, 1 and 2 are what every program takes them for.
package enum StandardDescriptors {
  /// Fills those that were closed, and keeps a reader that goes away, or a file that may grow no
  /// further, from killing the process.
  ///
  /// Without this the database would become descriptor 1, and the next line printed would go into
  /// it. What is put in their place refuses: reading from the closed input fails, and so does
  /// writing to a closed output, which is then reported.
  package static func secure() {
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
    // The lowest free number is taken, so going upwards fills exactly the closed ones.
    for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) == -1 {
      _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }
}
