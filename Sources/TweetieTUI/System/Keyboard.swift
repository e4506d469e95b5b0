import Glibc
import Terminal
import Threads

/// The terminal's other end: what is typed and pointed at there, and what the terminal answers.
@MainActor final class Keyboard {
  /// How long after an Escape the rest of a key's sequence may arrive.
  private static let escapePatience = Duration.milliseconds(40)
  /// After so many bytes at once nobody types: more is on its way, as fast as it is taken.
  private static let flood = 1024
  /// So many bytes are taken at once, so that even of a flood something is seen now and then.
  private static let mostAtOnce = 1 << 18

  /// Is given what comes.
  var typed: ([TerminalInput]) -> Void = { _ in }
  /// Is told that nobody is there any more.
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

  /// Takes what comes from here on.
  func watch() {
    guard number == nil else { return }
    number = loop.watch(descriptor, for: .reading) { [weak self] in self?.read() }
  }

  func stopWatching() {
    if let number { loop.unwatch(number) }
    number = nil
  }

  /// Whether something has been typed meanwhile, or is within so many milliseconds.
  func hasInput(within milliseconds: CInt) -> Bool {
    var input = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&input, 1, milliseconds) > 0
  }
}

extension Keyboard {
  /// Takes all that is there, so that what came faster than it is drawn is drawn once.
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

  /// A lone Escape is a key once nothing follows it.
  private func awaitRest() {
    escape.cancel()
    guard decoder.pendingEscape else { return }
    escape.set(after: Self.escapePatience) { [weak self] in
      guard let self else { return }
      typed(decoder.flush())
    }
  }
}
