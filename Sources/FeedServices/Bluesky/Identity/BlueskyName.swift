/// Who somebody says they are when signing in.
enum BlueskyName: Equatable, Sendable {
  case handle(String)
  case did(String)
  case mail(String)

  /// Nil for what can be none of these.
  init?(_ typed: String) {
    // Copied handles often come with marks that nobody sees.
    let text = String(
      typed.unicodeScalars.filter { $0.value > 0x20 && $0.value < 0x7f }.map(Character.init))
    if text.hasPrefix("did:") {
      guard Self.isDID(text) else { return nil }
      self = .did(text)
      return
    }
    let bare = text.hasPrefix("@") ? String(text.dropFirst()) : text
    if bare.contains("@") {
      self = .mail(bare)
    } else if Self.isHandle(bare) {
      self = .handle(bare.lowercased())
    } else {
      return nil
    }
  }

  /// How it is told to a server.
  var text: String {
    switch self {
    case .handle(let text), .did(let text), .mail(let text): text
    }
  }

  static func isDID(_ text: String) -> Bool {
    let parts = text.split(separator: ":", maxSplits: 2)
    return text.utf8.count <= 2048 && parts.count == 3 && parts[0] == "did"
      && text.utf8.allSatisfy { byte in
        switch byte {
        case 0x30...0x39, 0x41...0x5a, 0x61...0x7a: true
        default: ":._-%".utf8.contains(byte)
        }
      }
  }

  /// Whether it has the form of a handle: a name of the net with at least two parts.
  static func isHandle(_ text: String) -> Bool {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count > 1, text.utf8.count <= 253, let last = parts.last?.utf8.first,
      !(0x30...0x39).contains(last)
    else { return false }
    return parts.allSatisfy { part in
      !part.isEmpty && part.utf8.count <= 63 && !part.hasPrefix("-") && !part.hasSuffix("-")
        && part.utf8.allSatisfy { byte in
          switch byte {
          case 0x30...0x39, 0x41...0x5a, 0x61...0x7a, 0x2d: true
          default: false
          }
        }
    }
  }
}
