/// What may lead to a post or to somebody, as its shape tells: whether anything is there is for a
/// service to say.
public enum ResolvableLink: Hashable, Sendable {
  /// An address of the web, or one of the service's own kind.
  case address(String)
  /// Somebody's handle, without "@".
  case handle(String)

  /// As it is typed.
  public var text: String {
    switch self {
    case .address(let address): address
    case .handle(let handle): "@\(handle)"
    }
  }

  /// Whether it means one post or person and no other: a bare name may also be looked for.
  public var isWhole: Bool {
    switch self {
    case .address: true
    case .handle(let handle): handle.contains("@")
    }
  }
}

extension ResolvableLink {
  /// A handle as it is typed, with "@" before it and nothing else around it; nil for anything else.
  public init?(handle typed: String) {
    let text = typed.drop(while: \.isWhitespace)
    guard text.first == "@" else { return nil }
    let end = text.lastIndex { !$0.isWhitespace } ?? text.startIndex
    let handle = text[...end].dropFirst()
    let parts = handle.split(separator: "@", omittingEmptySubsequences: false)
    let isPlain = handle.unicodeScalars.allSatisfy {
      $0.properties.isAlphabetic || ("0"..."9").contains($0) || "@._-:".unicodeScalars.contains($0)
    }
    guard isPlain, handle.utf8.count <= 320, (1...2).contains(parts.count),
      parts.allSatisfy({ !$0.isEmpty }), parts.count == 1 || parts[1].contains(where: \.isLetter)
    else { return nil }
    self = .handle(String(handle))
  }
}

/// What a lead led to.
public enum ResolvedLink: Equatable, Sendable {
  case post(Post)
  /// Somebody.
  case person(Person)

  /// Which of the two.
  public enum Kind: Hashable, Sendable {
    case post, person
  }
}
