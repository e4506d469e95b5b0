public enum Visibility: String, CaseIterable, Hashable, Sendable {
  case everybody
  /// A kind of visibility: a post that is public, but kept out of public timelines and trends.
  case unlisted
  case followers, mentioned
  /// A kind of visibility: a post that nobody but the author can see.
  case oneself
}

extension Visibility {
  /// The visibilities with which a post reaches more people than those it mentions.
  public static let widerThanMentioned: [Visibility] = [.everybody, .unlisted, .followers]
  /// The visibilities with which a post reaches other people than its author.
  public static let visibleToOthers = widerThanMentioned + [.mentioned]

  /// True if a post with this visibility is public, listed or not.
  package var isOpen: Bool { self == .everybody || self == .unlisted }

  package func moreRestrictiveVisibility(with other: Visibility) -> Visibility {
    Visibility.allCases.last { $0 == self || $0 == other } ?? self
  }
}

public enum LanguageTagNormalizer {
  /// Returns a typed language tag in its normal form, such as "pt-BR"; nil if the text cannot be a
  /// tag.
  public static func normalizedLanguageTag(_ typed: String) -> String? {
    let parts = typed.split(separator: "-", omittingEmptySubsequences: false)
    guard let language = parts.first, (2...3).contains(language.utf8.count), parts.count <= 3,
      parts.allSatisfy({ (2...8).contains($0.utf8.count) && $0.utf8.allSatisfy(isLanguageTagByte) }
      ),
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

  private static func isLanguageTagByte(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x41...0x5a).contains(byte) || (0x61...0x7a).contains(byte)
  }
}

public struct Translation: Hashable, Sendable {
  public let text: RichText
  public let warning: String?
  /// The source language of a translation, such as "de"; nil if unknown.
  public let language: String?
  /// The name of the translation service, such as "DeepL.com"; nil if unknown.
  public let provider: String?
  /// True if the screen shows the translation in place of the post's own text.
  public var isShown = true

  package init(
    text: RichText, warning: String? = nil, language: String? = nil, provider: String? = nil,
    isShown: Bool = true
  ) {
    (self.text, self.warning) = (text, warning?.shortened(to: .summary))
    (self.language, self.provider) = (language, provider?.shortened(to: .name))
    self.isShown = isShown
  }
}

extension Post.PostContent {
  /// Returns a post's content with the stored translation, if the text has not changed.
  func keepingTranslation(of stored: Post.PostContent) -> Post.PostContent {
    guard translation == nil, let translation = stored.translation, stored.text == text else {
      return self
    }
    return changedCopy(self) { $0.translation = translation }
  }
}
