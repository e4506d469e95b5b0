/// Who may see a post.
public enum Visibility: String, CaseIterable, Hashable, Sendable {
  case everybody
  /// Everybody, but it is not put forward.
  case unlisted
  /// The author's followers.
  case followers
  case mentioned
  /// Nobody but the author.
  case oneself
}

extension Visibility {
  /// Those that nobody needs to be mentioned for.
  public static let forMany: [Visibility] = [.everybody, .unlisted, .followers]
  /// Those that a post for others can have.
  public static let forOthers = forMany + [.mentioned]

  /// Whether everybody may see it, put forward or not.
  var isOpen: Bool { self == .everybody || self == .unlisted }

  /// Whichever of both fewer people see.
  package func narrowed(to other: Visibility) -> Visibility {
    Visibility.allCases.last { $0 == self || $0 == other } ?? self
  }
}

/// The name of a language as services write it: "de", "pt-BR", "zh-Hant".
public enum LanguageTag {
  /// The name as it is written; nil for what can be none.
  public static func written(_ typed: String) -> String? {
    let parts = typed.split(separator: "-", omittingEmptySubsequences: false)
    guard let language = parts.first, (2...3).contains(language.utf8.count), parts.count <= 3,
      parts.allSatisfy({ (2...8).contains($0.utf8.count) && $0.utf8.allSatisfy(isPlain) }),
      !language.contains(where: \.isNumber)
    else { return nil }
    let rest = parts.dropFirst().map { part in
      switch part.utf8.count {
      case 2: part.uppercased()
      case 4: part.prefix(1).uppercased() + part.dropFirst().lowercased()
      default: part.lowercased()
      }
    }
    return ([language.lowercased()] + rest).joined(separator: "-")
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x41...0x5a).contains(byte) || (0x61...0x7a).contains(byte)
  }
}

/// What a post says in another language.
public struct Translation: Hashable, Sendable {
  public let text: RichText
  /// The words before what is folded away; nil where there are none.
  public let warning: String?
  /// The language that it is written in, as "de"; nil where that is not told.
  public let language: String?
  /// Who translated it, as "DeepL.com"; nil where that is not told.
  public let provider: String?
  /// Whether the reader wants to see it.
  public var isShown = true

  package init(
    text: RichText, warning: String? = nil, language: String? = nil, provider: String? = nil,
    isShown: Bool = true
  ) {
    (self.text, self.warning) = (text, warning?.bounded(.summary))
    (self.language, self.provider) = (language, provider?.bounded(.name))
    self.isShown = isShown
  }

  /// The same, shown or put away.
  public func shown(_ isShown: Bool) -> Translation { changed(self) { $0.isShown = isShown } }
}

extension Post {
  /// The same post with a translation.
  public func translated(_ translation: Translation?) -> Post {
    with(content.translated(translation))
  }
}

extension Post.Content {
  /// The same with a translation.
  public func translated(_ translation: Translation?) -> Post.Content {
    changed(self) { $0.translation = translation }
  }

  /// The same with the translation that is held, unless it says something else by now.
  func translated(as held: Post.Content) -> Post.Content {
    guard translation == nil, let translation = held.translation, held.text == text else {
      return self
    }
    return changed(self) { $0.translation = translation }
  }
}
