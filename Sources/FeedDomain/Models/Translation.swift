/// What a post says in another language.
public struct Translation: Hashable, Sendable {
  /// Its text.
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
