internal import Glibc

/// A buffer of output bytes for a terminal, which is written without blocking.
final class TerminalOutput {
  let descriptor: Int32
  private(set) var written = 0
  private(set) var isDisconnected = false
  private var pending: [UInt8] = []
  private var sent = 0

  /// Creates an output by reopening the terminal in non-blocking mode; throws if that fails. The
  /// given descriptor stays unchanged, since the shell shares its mode.
  init(reopening terminal: Int32) throws(TerminalError) {
    descriptor = open("/proc/self/fd/\(terminal)", O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .refused(step: "open", code: errno) }
  }

  deinit { Glibc.close(descriptor) }

  var hasPending: Bool { sent < pending.count }

  func appendBytes(_ bytes: some Sequence<UInt8>) {
    guard !isDisconnected else { return }
    pending.append(contentsOf: bytes)
  }

  func writePendingBytes() {
    while hasPending {
      let count = pending.withUnsafeBytes {
        Glibc.write(descriptor, $0.baseAddress?.advanced(by: sent), $0.count - sent)
      }
      if count > 0 {
        sent += count
        written += count
      } else if errno == EAGAIN {
        return
      } else if errno != EINTR {
        isDisconnected = true
        break
      }
    }
    pending.removeAll(keepingCapacity: true)
    sent = 0
  }

  /// Writes the last output bytes, waiting up to half a second at a time for the terminal. Drops
  /// earlier bytes that wait if they are more than 64 KiB.
  func writeLastBytes(_ bytes: some Sequence<UInt8>) {
    // Output that is no longer needed must not delay restoring the terminal.
    pending.removeSubrange(..<sent)
    sent = 0
    if pending.count > 1 << 16 { pending.removeAll() }
    appendBytes(bytes)
    writePendingBytes()
    while hasPending {
      var poll = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
      guard Glibc.poll(&poll, 1, 500) > 0 else { break }
      writePendingBytes()
    }
  }
}
