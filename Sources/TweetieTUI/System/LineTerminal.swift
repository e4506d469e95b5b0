import Console
import Glibc
import Terminal
import Threads

/// A terminal, file or pipe that the mode for screen readers reads and writes line by line, without
/// escape sequences.
@MainActor
final class LineTerminal {
  /// The size of the invisible screen on which scenes are laid out in the mode for screen readers.
  let size = CellSize(rows: 24, columns: 80)
  /// The closure that a `LineTerminal` calls with each typed line.
  var receive: (String) -> Void = { _ in }
  /// The closure that a `LineTerminal` calls at the end of the typed input, such as Control-D.
  var onInputEnd: () -> Void = {}
  /// The closure that a `LineTerminal` calls when a line cannot be written, as to a closed pipe.
  var onOutputFailure: () -> Void = {}
  /// The closure that a `LineTerminal` calls when it is used again after another program or the
  /// shell.
  var onResume: () -> Void = {}

  /// The maximum number of bytes that are kept of a typed line without an end.
  private static let longestLine = 1 << 20

  private let loop: MainLoop
  private let input: Int32
  private let sink: any ByteSink
  private let isASCII: Bool
  private let echo: TerminalEcho?
  private var watch: Int?
  private var partial: [UInt8] = []
  /// True if typed characters are hidden, unless another program or the shell uses the terminal.
  private var hidesTypedText = false
  /// The printed lines held back until another program no longer uses the terminal; nil while no
  /// other program uses it.
  private var heldLines: [SafeText]?
  private var isGone = false

  init(
    loop: MainLoop, input: Int32, sink: any ByteSink, encoding: TextEncoding
  ) {
    (self.loop, self.input, self.sink) = (loop, input, sink)
    isASCII = encoding == .ascii
    echo = TerminalEcho(descriptor: input)
    watchInput()
  }

  /// True if a `LineTerminal` reads lines typed at a terminal, false if from a file or pipe.
  var isInteractive: Bool { echo != nil }

  /// True while another program, such as an editor, or the shell uses the terminal.
  var isSuspended: Bool { heldLines != nil }

  func printLines(_ lines: [SafeText]) {
    guard !isSuspended else {
      heldLines?.append(contentsOf: lines)
      return
    }
    guard !isGone, !lines.isEmpty else { return }
    let text = lines.map { line in
      let line = line.withoutDrawings
      return (isASCII ? AsciiSubstitute.asciiSubstituteText(for: line) : line.string) + "\n"
    }
    do throws(OutputError) {
      try sink.writeBytes(Array(text.joined().utf8))
    } catch {
      isGone = true
      onOutputFailure()
    }
  }

  /// Shows the characters that the user types from now on, or hides them, as for a password. While
  /// another program uses the terminal, its line mode stays as that program has set it.
  func setTerminalEcho(_ isOn: Bool) {
    hidesTypedText = !isOn
    guard !isSuspended else { return }
    isOn ? echo?.restoreEcho() : echo?.turnEchoOff()
  }

  private func watchInput() {
    guard watch == nil, !isGone else { return }
    watch = loop.watchDescriptor(input, for: .reading) { [weak self] in self?.readInput() }
  }

  private func stopWatchingInput() {
    if let watch { loop.unwatchDescriptor(watch) }
    watch = nil
  }

  private func readInput() {
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    let count = read(input, &bytes, bytes.count)
    guard count > 0 else {
      if count < 0, errno == EINTR || errno == EAGAIN { return }
      stopWatchingInput()
      if !partial.isEmpty { deliverTypedLine() }
      return onInputEnd()
    }
    for byte in bytes[..<count] {
      if byte == UInt8(ascii: "\n") {
        deliverTypedLine()
      } else if partial.count < Self.longestLine {
        partial.append(byte)
      }
    }
  }

  private func deliverTypedLine() {
    if partial.last == UInt8(ascii: "\r") { partial.removeLast() }
    let line = String(decoding: partial, as: UTF8.self)
    partial = []
    receive(line)
  }
}

extension LineTerminal: ProgramTerminal {
  var colours: ColourDepth { .none }
  var pictureAbility: TerminalPictureAbilities {
    TerminalPictureAbilities(method: .none, cell: PixelSize(width: 8, height: 16))
  }
  func adoptWindowSize() {}
  func markScreenForRepaint() {}
  func writePictureBytes() {}
  func copyToClipboard(_ text: SafeText) -> Bool { false }

  func handOverTerminal() {
    stopWatchingInput()
    echo?.restoreEcho()
    heldLines = heldLines ?? []
  }

  func takeBackTerminal() {
    let held = heldLines ?? []
    heldLines = nil
    // A program that was killed may have left the terminal in a line mode of its own.
    setTerminalEcho(!hidesTypedText)
    watchInput()
    printLines(held)
    onResume()
  }

  func reenterTerminalIfExternallyChanged() {
    if hidesTypedText, !isSuspended { echo?.turnEchoOff() }
  }

  func markTerminalGone() {
    isGone = true
    stopWatchingInput()
  }

  func closeTerminal() {
    stopWatchingInput()
    echo?.restoreEcho()
  }
}

extension SafeText {
  /// The safe text without its box-drawing, block and Braille characters, as screen readers get it.
  var withoutDrawings: SafeText {
    let scalars = string.unicodeScalars
    guard scalars.contains(where: \.isDrawing) else { return self }
    var text = String.UnicodeScalarView()
    for scalar in scalars where !scalar.isDrawing { text.append(scalar) }
    return SafeText(sanitizing: String(text))
  }
}

extension Unicode.Scalar {
  fileprivate var isDrawing: Bool {
    (0x2500...0x259F).contains(value) || (0x2800...0x28FF).contains(value)
  }
}
