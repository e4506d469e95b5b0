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
    } else if HostName.isWhole(bare) {
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
}
