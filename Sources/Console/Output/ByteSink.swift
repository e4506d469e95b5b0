import Glibc

/// Somewhere bytes go: standard output, standard error, or a test's memory.
package protocol ByteSink: AnyObject {
  func write(_ bytes: [UInt8]) throws(OutputError)
}

package struct OutputError: Error, Equatable {
  package let reason: String
  /// Whether the reader has gone, as `head` does once it has seen enough.
  let isReaderGone: Bool

  init(errno code: Int32) {
    reason = String(cString: strerror(code))
    isReaderGone = code == EPIPE
  }
}

/// A file descriptor that is written to without a buffer.
package final class DescriptorSink: ByteSink {
  private let descriptor: Int32

  package init(_ descriptor: Int32) { self.descriptor = descriptor }

  package func write(_ bytes: [UInt8]) throws(OutputError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if errno == EAGAIN {
        waitForRoom()
      } else if errno != EINTR {
        throw OutputError(errno: errno)
      }
    }
  }
}

extension DescriptorSink {
  /// Somebody made the descriptor non-blocking, as terminals shared with other programs often are.
  private func waitForRoom() {
    var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    _ = poll(&request, 1, -1)
  }
}

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
