internal import FeedDomain

/// By what a draft is known again among posts, although a server makes HTML of its words.
struct MastodonDraftMark: Equatable, Sendable {
  private let words: [String]
  private let reply: Post.ID?
  private let pictures: [String]
  private let warning: String
  private let quotes: Bool
  private let choices: [[String]]
  private let namesPictures: Bool

  init(_ draft: Draft, at software: MastodonSoftware) {
    words = Self.words(draft.text)
    reply = draft.replyTo
    pictures = draft.attachments.compactMap(\.uploaded)
    warning = (draft.warning ?? "").trimmingBlanks
    quotes = draft.quoting != nil
    choices = (draft.poll?.choices ?? []).map(Self.words)
    namesPictures = software.keepsPictureIDs
  }

  /// How well a post fits the draft; with the words as they were written, where those are told.
  func fit(of post: Post, writtenAs source: MastodonSource? = nil) -> ArrivalSearch.Fit {
    // Words may be changed by a server; what they answer, show and ask is not.
    let options = post.content.poll?.options ?? []
    guard post.reply?.post == reply, post.content.photos.count == pictures.count,
      options.count == choices.count
    else { return .different }
    if !pictures.isEmpty, namesPictures {
      return post.content.photos.map(\.id.rawValue) == pictures ? .exact : .different
    }
    let isAsked = options.map { Self.words($0.title) } == choices
    if let source, isAsked, saysSame(source.text),
      source.warning.trimmingBlanks == warning
    {
      return .exact
    }
    guard isAsked, (post.content.warning ?? "").trimmingBlanks == warning else { return .possible }
    let text = post.content.text.runs.reduce(into: "") { text, run in
      // A link is shown short; what was written is where it leads.
      if case .link(let address) = run.kind, !run.text.hasPrefix("@") {
        text += address
      } else {
        text += run.text
      }
    }
    return saysSame(text) ? .exact : .possible
  }

  private func saysSame(_ text: String) -> Bool {
    let posted = Self.words(text)
    if posted == words { return true }
    // A quoted post's address comes after the words.
    return quotes && !words.isEmpty && Array(posted.dropLast()) == words
  }

  /// The words without what a server changes: blanks, and the server in a handle.
  private static func words(_ text: String) -> [String] {
    text.split(whereSeparator: \.isWhitespace).map(shortened)
  }

  /// The word with every handle in it as a server shows it: "(@ada@x.example)" as "(@ada)".
  private static func shortened(_ word: Substring) -> String {
    var short = ""
    var rest = word
    while let sign = rest.firstIndex(of: "@") {
      short += rest[...sign]
      rest = rest[rest.index(after: sign)...]
      // In an address of the web, or of mail, nothing is changed.
      let isHandle = short.dropLast().last.map { !$0.isOfName && $0 != "/" && $0 != "=" } ?? true
      guard isHandle else { continue }
      let name = rest.beginningOfName
      short += name
      rest = rest[name.endIndex...]
      guard !name.isEmpty, rest.first == "@" else { continue }
      let host = rest.dropFirst().beginningOfName
      if !host.isEmpty { rest = rest[host.endIndex...] }
    }
    return short + rest
  }
}

extension Character {
  fileprivate var isOfName: Bool { isLetter || isNumber || self == "_" }
}

extension Substring {
  /// What of it can be somebody's name, or a server's: a full stop at the end is no part of it.
  fileprivate var beginningOfName: Substring {
    var name = prefix { $0.isOfName || $0 == "." || $0 == "-" }
    while let last = name.last, !last.isOfName { name.removeLast() }
    return name
  }
}
