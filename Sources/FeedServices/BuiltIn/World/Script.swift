/// What people say, as it is written down in the files of texts.
///
/// A line `handle: words` is a post; `> handle: words` answers the last post above it that stands
/// one level higher, with one more `>` a level. A line `~ note: value` says more about the post
/// above it. In the words, `\n` breaks the line.
struct Script {
  /// A post as it is written down.
  struct Line {
    let handle: String
    let text: String
    let depth: Int
    var notes: [String: String] = [:]
  }

  /// A post with everything that answers it.
  typealias Thread = [Line]

  let threads: [Thread]

  init(_ source: StaticString) {
    var threads: [Thread] = []
    source.withUTF8Buffer { bytes in
      for bytes in bytes.split(separator: UInt8(ascii: "\n")) {
        let line = Substring(decoding: bytes, as: UTF8.self)
        if line.hasPrefix("~") {
          let (note, value) = Self.halves(of: line.dropFirst(2))
          threads[threads.count - 1][threads[threads.count - 1].count - 1].notes[note] = value
        } else {
          let depth = line.prefix { $0 == ">" }.utf8.count
          let (handle, text) = Self.halves(of: line.dropFirst(depth == 0 ? 0 : depth + 1))
          let post = Line(handle: handle, text: Self.unescaped(text), depth: depth)
          if depth == 0 { threads.append([post]) } else { threads[threads.count - 1].append(post) }
        }
      }
    }
    self.threads = threads
  }

  private static func halves(of line: Substring) -> (String, String) {
    guard let colon = line.utf8.firstIndex(of: UInt8(ascii: ":")) else { return (String(line), "") }
    let rest = line[line.index(after: colon)...].drop { $0 == " " }
    return (String(line[..<colon]), String(rest))
  }

  private static func unescaped(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "\\")) else { return text }
    return text.split(separator: #"\n"#, omittingEmptySubsequences: false).joined(separator: "\n")
  }
}
