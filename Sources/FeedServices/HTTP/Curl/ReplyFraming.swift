/// Whether it is beyond doubt where a reply ends.
///
/// Where it can be read in two ways, what comes next on the connection may be the rest of it, or
/// somebody's idea of the next reply: it is not used again.
struct ReplyFraming {
  /// So many announcements may come before a reply.
  private static let mostPreliminary = 8

  /// Whether the connection must not be used again.
  private(set) var isDoubtful = false
  private var preliminary = 0
  private var lengths = 0
  private var encodings = 0
  private var hasBody = false

  /// Takes the first line of a head.
  mutating func begin(status: Int, line: String) {
    (lengths, encodings, hasBody) = (0, 0, false)
    // Later versions count their frames themselves.
    guard line.hasPrefix("HTTP/1.") else { return }
    switch status {
    case 100..<200:
      preliminary += 1
      if preliminary > Self.mostPreliminary || status == 101 { isDoubtful = true }
    // Whether a body was sent that none may have cannot be seen from here.
    case 204, 205, 304: isDoubtful = true
    case 200..<600: hasBody = true
    default: isDoubtful = true
    }
  }

  /// Takes a later line of the head.
  mutating func note(_ line: String) {
    guard !isDoubtful, preliminary > 0 || hasBody else { return }
    // A line that goes on in the next one, or has no name, is read differently by everybody.
    guard let colon = line.firstIndex(of: ":"), line.first != " ", line.first != "\t" else {
      isDoubtful = true
      return
    }
    let name = line[..<colon]
    if name.isEmpty || name.last == " " || name.last == "\t" { isDoubtful = true }
    let value = line[line.index(after: colon)...].trimmingBlanks.lowercased()
    switch name.lowercased() {
    case "content-length":
      lengths += 1
      let isNumber = !value.isEmpty && value.utf8.allSatisfy { (0x30...0x39).contains($0) }
      if !isNumber || value.utf8.count > 18 { isDoubtful = true }
    case "transfer-encoding":
      encodings += 1
      if value != "chunked" { isDoubtful = true }
    default: return
    }
    if lengths + encodings > 1 || !hasBody { isDoubtful = true }
  }
}
