import Glibc
import Terminal
import Threads

/// Input from the terminal.
@MainActor final class Keyboard {
  /// The wait for the rest of a sequence after Escape.
  private static let escapePatience = Duration.milliseconds(40)
  /// More bytes at once are a flood, whose rest is taken first.
  private static let flood = 1024
  /// The most bytes taken at once, so that the screen is drawn during a flood.
  private static let mostAtOnce = 1 << 18

  /// Called with input.
  var typed: ([TerminalInput]) -> Void = { _ in }
  /// Called when the terminal is gone.
  var gone: () -> Void = {}

  private let descriptor: Int32
  private let loop: MainLoop
  private let escape: Alarm
  private var decoder = KeyDecoder()
  private var number: Int?

  init(_ descriptor: Int32, _ loop: MainLoop) {
    (self.descriptor, self.loop) = (descriptor, loop)
    escape = Alarm(loop)
  }

  func watch() {
    guard number == nil else { return }
    number = loop.watch(descriptor, for: .reading) { [weak self] in self?.read() }
  }

  func stopWatching() {
    if let number { loop.unwatch(number) }
    number = nil
  }

  /// Whether input is there, or comes in time.
  func hasInput(within milliseconds: CInt) -> Bool {
    var input = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&input, 1, milliseconds) > 0
  }

  /// Reads all input, so that it is drawn once.
  private func read() {
    var bytes = [UInt8](repeating: 0, count: 4096)
    var input: [TerminalInput] = []
    var total = 0
    repeat {
      let count = Glibc.read(descriptor, &bytes, bytes.count)
      guard count > 0 else {
        // An end, or an error other than a signal's: nobody is there any more. What came before it
        // is taken first; the end is still there afterwards.
        if total == 0, count == 0 || (errno != EINTR && errno != EAGAIN) { gone() }
        break
      }
      input += decoder.decode(bytes[..<count])
      total += count
    } while total < Self.mostAtOnce && hasInput(within: total < Self.flood ? 0 : 2)
    typed(input)
    awaitRest()
  }

  /// Waits after a lone Escape.
  private func awaitRest() {
    escape.cancel()
    guard decoder.pendingEscape else { return }
    escape.set(after: Self.escapePatience) { [weak self] in
      guard let self else { return }
      typed(decoder.flush())
    }
  }
}
