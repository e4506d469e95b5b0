/// A link to resolve, typed as an address or handle, which may lead to a post or a person; the
/// service is asked which.
public enum ResolvableLink: Equatable, Sendable {
  /// A link to resolve: a URL, of the web or in the service's own scheme.
  case address(String)
  /// A link to resolve: a person's handle, without "@".
  case handle(String)

  public var text: String {
    switch self {
    case .address(let address): address
    case .handle(let handle): "@\(handle)"
    }
  }

  /// True if the typed address or handle can only mean a post or a person; false for a handle
  /// without a server, which may also be a search word.
  public var isWhole: Bool {
    switch self {
    case .address: true
    case .handle(let handle): handle.contains("@")
    }
  }
}

extension ResolvableLink {
  /// Creates a link to resolve from a typed handle such as "@ada@example.org"; nil for other text.
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

/// A post or person that the service found for a typed address or handle.
public enum ResolvedLink: Equatable, Sendable {
  case post(Post)
  case person(Person)

  public enum ResolvedLinkKind: Sendable {
    case post, person
  }
}
