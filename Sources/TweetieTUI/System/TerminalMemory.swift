import Groundwork
import Terminal

/// Remembers of each terminal how it draws emoji sequences, so that its next first frame is right,
/// and what was said about it once.
///
/// It is no more than a guess: over ssh, terminals that are not alike may have one name. So the
/// terminal is asked again each time.
struct TerminalMemory {
  /// So many terminals are remembered, the one seen last first.
  private static let capacity = 16

  private let file: PrivateFile
  private let name: String

  /// The memory of the terminal in that environment, kept in that file.
  init(path: String, environment: [String: String]) {
    file = PrivateFile(path: path, maximumSize: 1 << 14)
    let names = ["TERM", "TERM_PROGRAM", "TERM_PROGRAM_VERSION", "XTERM_VERSION", "VTE_VERSION"]
    let known = names.map { environment[$0] ?? "" }.joined(separator: "/")
    // One line of the file, whatever somebody put into the environment.
    name = String(
      known.unicodeScalars.map { (0x21..<0x7f).contains($0.value) ? Character($0) : "_" })
  }

  /// Whether it draws them in two columns; nil where that is not known.
  var drawsSequences: Bool? {
    lines.first { $0.hasPrefix(name + " ") }.map { $0.hasSuffix(" whole") }
  }

  /// Remembers that it does, or does not.
  func keep(drawsSequences isWhole: Bool) {
    guard isWhole != drawsSequences else { return }
    keep(isWhole ? "whole" : "parts", of: name)
  }

  /// Whether it was said once that plain signs are used there.
  var hasToldOfPlainSigns: Bool { lines.contains { $0.hasPrefix(plainName + " ") } }

  /// Remembers that it was said.
  func keepToldOfPlainSigns() { keep("told", of: plainName) }

  private var plainName: String { name + "/plain" }

  private func keep(_ value: String, of name: String) {
    let others = lines.filter { !$0.hasPrefix(name + " ") }
    let kept = ["\(name) \(value)"] + others.prefix(Self.capacity - 1)
    // Without it, the next first frame has less of a family for a moment, and a line is said again.
    try? file.replaceLightly(with: Array(kept.map { $0 + "\n" }.joined().utf8))
  }

  private var lines: [Substring] {
    guard let bytes = try? file.read() else { return [] }  // What is not ours tells nothing.
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n")
  }
}
