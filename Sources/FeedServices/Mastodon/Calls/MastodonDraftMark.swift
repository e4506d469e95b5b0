internal import FeedDomain

/// By what a draft is known again among posts, although a server makes HTML of its words.
struct MastodonDraftMark: Equatable, Sendable {
  private let words: [String]
  private let reply: Post.ID?
  private let pictures: [String]
  private let warning: String

  init(_ draft: Draft) {
    words = Self.words(draft.text)
    reply = draft.replyTo
    pictures = draft.attachments.compactMap(\.uploaded)
    warning = draft.warning ?? ""
  }

  /// Whether the post can only be what became of the draft.
  func fits(_ post: Post) -> Bool {
    guard post.reply?.post == reply, (post.content.warning ?? "") == warning,
      post.content.photos.count == pictures.count
    else { return false }
    if !pictures.isEmpty { return post.content.photos.map(\.id.rawValue) == pictures }
    let text = post.content.text.runs.reduce(into: "") { text, run in
      // A link is shown short; what was written is where it leads.
      if case .link(let address) = run.kind, !run.text.hasPrefix("@") {
        text += address
      } else {
        text += run.text
      }
    }
    let posted = Self.words(text)
    // A quoted post's address comes after the words.
    return posted == words || (!words.isEmpty && Array(posted.dropLast()) == words)
  }

  /// The words without what a server changes: blanks, and what follows the name in a handle.
  private static func words(_ text: String) -> [String] {
    text.split(whereSeparator: \.isWhitespace).map { word in
      guard word.hasPrefix("@") else { return String(word) }
      return "@" + word.dropFirst().prefix { $0.isLetter || $0.isNumber || $0 == "_" }
    }
  }
}
