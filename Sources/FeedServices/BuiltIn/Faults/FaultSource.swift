internal import FeedDomain
internal import Glibc

/// Tells what goes wrong with the next call, and counts.
struct FaultSource {
  private let path: String?
  private var faults: Faults
  private var text: String?
  private var used: [Int: Int] = [:]

  /// Takes the faults from a file, read again at each call, where a path is given.
  init(_ faults: Faults, file path: String?) {
    self.faults = path == nil ? faults : Faults()
    self.path = path
  }

  /// What goes wrong with a call that is made now; nil for nothing.
  mutating func next(for call: Faults.Call) throws(FeedError) -> Faults.Kind? {
    // Going on without a word would let a test pass that tests nothing.
    try readFile()
    for (index, fault) in faults.faults.enumerated() where fault.call == nil || fault.call == call {
      guard fault.count.map({ used[index, default: 0] < $0 }) ?? true else { continue }
      used[index, default: 0] += 1
      return fault.kind
    }
    return nil
  }

  private mutating func readFile() throws(FeedError) {
    guard let path else { return }
    let text = Self.contents(of: path)
    guard text != self.text else { return }
    var read: [Faults.Fault] = []
    let lines = (text ?? "").split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    for (place, line) in lines.enumerated() {
      do throws(FaultMistake) {
        read += try Faults(parsing: String(line)).faults
      } catch {
        throw .misconfigured(
          "The faults file has a mistake in line \(place + 1): " + error.sentence)
      }
    }
    (faults, self.text, used) = (Faults(read), text, [:])
  }

  /// The file's first 64 kB; nil where it cannot be read.
  private static func contents(of path: String) -> String? {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    let bytes = [UInt8](unsafeUninitializedCapacity: 65536) { buffer, count in
      count = max(0, read(file, buffer.baseAddress, buffer.count))
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
