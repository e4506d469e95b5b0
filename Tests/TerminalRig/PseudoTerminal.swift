internal import CVterm
internal import Glibc

/// A terminal made of software: a program holds one end, we hold the keyboard and the screen.
///
/// Hanging up and letting go of it is closing the terminal's window: the program gets SIGHUP.
public final class PseudoTerminal: Sendable {
  /// A result of reading a program's output from the pseudo-terminal.
  public enum Reading: Equatable, Sendable {
    /// A result of reading: bytes that the program wrote.
    case bytes([UInt8])
    /// A result of reading: nothing arrived within the given time.
    case nothing
    /// A result of reading: no process holds the other end any more, or this end has hung up.
    case ended
  }

  private let descriptor: Int32
  /// A descriptor that is readable after hanging up, so that threads that wait for output wake up.
  private let hangUpSignal: Int32
  /// The path of the terminal's device file, which the program opens.
  public let path: String

  /// Opens a pseudo-terminal with a size.
  public init(size: WindowSize) throws(SystemFailure) {
    descriptor = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK)
    hangUpSignal = eventfd(0, O_CLOEXEC | O_NONBLOCK)
    guard hangUpSignal >= 0, grantpt(descriptor) == 0, unlockpt(descriptor) == 0 else {
      let failure = SystemFailure("open a pseudo-terminal")
      close(descriptor)
      close(hangUpSignal)
      throw failure
    }
    var name = [CChar](repeating: 0, count: 128)
    ptsname_r(descriptor, &name, name.count)
    path = String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    resize(to: size)
  }

  deinit {
    close(descriptor)
    close(hangUpSignal)
  }

  /// Ends all reading of the terminal, now and later; can be called from any thread.
  public func hangUp() {
    var one: UInt64 = 1
    _ = Glibc.write(hangUpSignal, &one, 8)
  }

  /// Changes the size of the terminal; the program gets SIGWINCH.
  public func resize(to size: WindowSize) {
    var window = winsize(
      ws_row: UInt16(size.rows), ws_col: UInt16(size.columns), ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(descriptor, UInt(TIOCSWINSZ), &window)
  }

  /// The present settings of the line discipline, also after the program's end.
  public var modes: TerminalModes {
    var settings = termios()
    tcgetattr(descriptor, &settings)
    return TerminalModes(settings)
  }

  /// Waits for output, at most for a number of milliseconds, and returns all of it; nil waits
  /// without a limit.
  public func read(within milliseconds: Int32?) -> Reading {
    var requests = [
      pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
      pollfd(fd: hangUpSignal, events: Int16(POLLIN), revents: 0),
    ]
    _ = poll(&requests, 2, milliseconds ?? -1)
    if requests[1].revents != 0 { return .ended }
    return requests[0].revents == 0 ? .nothing : readAvailable()
  }

  /// Returns available output without waiting, at most a number of bytes, as from a slow line.
  public func readAvailable(atMost limit: Int = .max) -> Reading {
    var bytes: [UInt8] = []
    var hasEnded = false
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 65_536) { buffer in
      while bytes.count < limit {
        let room = min(buffer.count, limit - bytes.count)
        let count = Glibc.read(descriptor, buffer.baseAddress, room)
        if count > 0 {
          bytes.append(contentsOf: buffer[..<count])
        } else if count < 0, errno == EINTR {
          continue
        } else {
          // EIO says that the last holder of the other end has closed it.
          hasEnded = count == 0 || errno != EAGAIN
          return
        }
      }
    }
    if !bytes.isEmpty { return .bytes(bytes) }
    return hasEnded ? .ended : .nothing
  }

  /// Types as many of the bytes as the program has room for; returns their number.
  public func write(_ bytes: some Collection<UInt8>) -> Int {
    let count = Array(bytes).withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
    return max(0, count)
  }

  /// The number of typed bytes that the program has not read; nil if unknown.
  public var unread: Int? {
    let end = open(path, O_RDONLY | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
    guard end >= 0 else { return nil }
    defer { close(end) }
    var count: Int32 = 0
    return ioctl(end, UInt(FIONREAD), &count) == 0 ? Int(count) : nil
  }
}
