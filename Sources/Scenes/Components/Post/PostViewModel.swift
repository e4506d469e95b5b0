import FeedDomain
import Preferences
import Terminal

/// A view model of a post: its texts and pictures on the screen.
struct PostViewModel: Equatable, Sendable {
  /// A run of a post's text with one style and one click action.
  struct TextRun: Equatable, Sendable {
    /// A kind of layout for a run in a post's text: words, a line of code, or the border between
    /// cells of a table.
    enum TextRunLayout: Equatable, Sendable {
      case words, codeBlock, cellSeparator
    }

    let span: StyledSpan
    /// The click action of a run of text, besides following its link; nil for none.
    let action: PostAction?
    /// The custom emoji that replaces a run of text; nil for words.
    var inset: PictureInText?
    var layout = TextRunLayout.words
  }

  struct PollAnswer: Equatable, Sendable {
    let title: SafeText
    /// The title of a poll answer as runs with custom emoji; empty if the title contains no emoji.
    var titleRuns: [TextRun] = []
    /// The share of a poll answer's votes in thousandths; nil while results are hidden.
    let perMille: Int?
    /// The share of a poll answer's votes as text, such as "62%".
    let share: SafeText
    /// True if the user voted for the poll answer.
    let isChosen: Bool
    /// True if the poll answer alone has the most votes.
    let isLeading: Bool
  }

  struct PollBox: Equatable, Sendable {
    let answers: [PollAnswer]
    /// The text below a poll: the vote count, the closing time and the key for voting.
    let summary: SafeText
    /// True if the user can vote in the poll.
    let isOpen: Bool
  }

  struct LinkPreviewBox: Equatable, Sendable {
    /// The name of the website in a link preview, or the page's host.
    let site: SafeText
    let title: SafeText
    let summary: SafeText
    let link: SafeWebLink?
    /// The preview picture of a linked page; nil if missing or covered.
    let picture: Photo?
  }

  struct TranslationBox: Equatable, Sendable {
    /// The heading of a post's translation: source language and translator.
    let heading: SafeText
    let warning: SafeText?
    let paragraphs: [[TextRun]]
  }

  struct QuoteBox: Equatable, Sendable {
    let id: Post.ID
    let author: SafeText
    let handle: SafeText
    let warning: SafeText?
    /// The hint text in place of a quoted post's folded text; nil if the text is not folded.
    let foldHint: SafeText?
    let paragraphs: [[TextRun]]
    /// The text with the number and descriptions of a quoted post's pictures; nil if there are
    /// none.
    let pictures: SafeText?
    /// The text that says why a quoted post cannot be shown; nil if the post can be shown.
    let missing: SafeText?
  }

  /// A view model of the part of a post's heading that names the person whose boost brought the
  /// post into the stream.
  struct BoostHeading: Equatable, Sendable {
    /// The display name of a booster; empty on that person's own profile.
    let name: SafeText
    let person: Person.ID
    /// The boost of a post as a sentence, for screen readers.
    let words: SafeText
  }

  /// A view model of a count below a post, of replies, boosts or likes, with its symbol, such as "♥
  /// 12".
  struct PostCount: Equatable, Sendable {
    /// The symbol before a count below a post, such as "♥", filled for a like of the user. In the
    /// mode for screen readers, a word for the bookmark and empty for other counts.
    let symbol: SafeText
    /// The number of a post's replies, boosts or likes as text; empty for 0.
    let number: SafeText
    let role: TextRole
    /// True if the count is shown for the selected post only, because it is 0 or unknown and the
    /// user has not liked or boosted the post.
    var isSelectedOnly = false
    let signAction: PostAction
    let numberAction: PostAction
  }

  /// A view model of a post's heading line: author, time and booster.
  struct PostHeading: Equatable, Sendable {
    let author: SafeText
    /// The name of a post's author as runs with custom emoji; empty if the name contains no emoji.
    var authorRuns: [TextRun] = []
    let authorID: Person.ID
    /// True if the post's heading names the author. False on the author's own profile.
    let isNamed: Bool
    let handle: SafeText
    let portrait: Photo?
    /// The age or time of a post, as text.
    let time: SafeText
    /// The text or symbol that tells that a post was edited; nil if it never was.
    let edited: SafeText?
    /// The words for a post's visibility, pin, muted conversation and origin server; nil for an
    /// ordinary public post.
    let visibilityAndPin: SafeText?
    let boost: BoostHeading?
    /// The text for the user's undelivered change to a post; nil if all changes are delivered.
    let waiting: SafeText?
    var badges: [AccountBadge] = []
    var isUnread: Bool?
    var unreadWord: SafeText = ""
  }

  /// A view model of the lines between a post's heading and its text: the author replied to, the
  /// reason for a mute, the content warning and the hint for folded text.
  struct PostContextLines: Equatable, Sendable {
    /// The line that names the author of a post's parent; nil if the post is no reply, or if the
    /// parent is shown above.
    let reply: SafeText?
    /// The line above a post's text that says why the post is muted; nil if it is not muted.
    let muteLine: SafeText?
    let warning: SafeText?
    /// The content warning of a post as runs with custom emoji; empty if the warning contains no
    /// emoji.
    var warningRuns: [TextRun] = []
    /// The hint text in place of a post's folded text; nil if the text is not folded.
    let foldHint: SafeText?
  }

  /// A view model of a post's photos, with the one that is shown and their credit.
  struct PostPhotos: Equatable, Sendable {
    let photos: [PostPhotoViewModel]
    /// The index of a post's shown photo, for posts that show one photo at a time.
    let shownIndex: Int
    /// The text with the photographer, the service and the licence of a post's photo, if the
    /// service requires attribution; nil otherwise.
    let credit: StyledText?
  }

  let heading: PostHeading
  let context: PostContextLines
  let paragraphs: [[TextRun]]
  /// The hint text below the beginning of a long post; nil if the text is shown whole.
  var continuation: SafeText?
  let translation: TranslationBox?
  /// The note that a post's text was cut because it is too long; nil if the text is complete.
  let shortenedNote: SafeText?
  /// The text with the emoji reactions to a post and their numbers; empty if there are none.
  var reactions: StyledText = []
  let poll: PollBox?
  let gallery: PostPhotos
  let card: LinkPreviewBox?
  let quote: QuoteBox?
  let place: SafeText?
  let counts: [PostCount]
  let isFlashing: Bool

  func nameStyle(_ theme: Theme, _ options: DisplayOptions) -> Style {
    theme.personNameStyle(of: heading.handle, options).readStateStyle(
      isUnread: heading.isUnread, theme)
  }
}

extension Style {
  /// Returns the style of the name or title of a web feed's entry by its read state: bold if
  /// unread, faint if read, unchanged for nil.
  func readStateStyle(isUnread: Bool?, _ theme: Theme) -> Style {
    switch isUnread {
    case true?:
      var style = self
      style.attributes.insert(.bold)
      return style
    case false?: return theme.style(.faint)
    case nil: return self
    }
  }
}

/// A view model of a post's photo with its title and description, as text beside or in place of the
/// picture.
struct PostPhotoViewModel: Equatable, Sendable {
  let photo: Photo
  /// The kind and shape of a post's photo as text, such as "photo 3:2".
  let title: SafeText
  /// The alt text of a post's photo, or the hint text of a covered photo.
  let description: SafeText
  /// True if the photo is covered, because of a content warning or as sensitive; a click uncovers
  /// the photo.
  let isCovered: Bool
}

/// A namespace for dividing a post's text into sanitized paragraphs.
enum PostTextParagraphSplitter {
  /// The maximum length of a displayed post's text in bytes; a longer text is cut, because it would
  /// stall the screen.
  private static let limit = 20_000

  /// Returns the paragraphs of a post's text; `isShortened` is true if the text was too long.
  /// Consecutive blank lines are reduced to one, and removed at both ends.
  static func textParagraphs(_ text: RichText) -> (
    paragraphs: [[PostViewModel.TextRun]], isShortened: Bool
  ) {
    var paragraphs: [[PostViewModel.TextRun]] = []
    var paragraph: [PostViewModel.TextRun] = []
    var room = limit
    for run in text.runs where room > 0 {
      let part = textBeginning(of: run.text, bytes: room)
      room -= max(1, run.text.utf8.count)
      for (index, piece) in SafeText.sanitizedLines(of: part).enumerated() {
        if index > 0 { appendFinishedParagraph(&paragraph, in: &paragraphs) }
        if !piece.isEmpty { paragraph.append(styledRun(piece, as: run)) }
      }
    }
    appendFinishedParagraph(&paragraph, in: &paragraphs)
    while paragraphs.last?.isEmpty == true { paragraphs.removeLast() }
    return (paragraphs, room < 0)
  }

  /// The limits for folding a post's text: the size in columns and rows of the screen that a text
  /// must exceed to be folded, and the number of rows shown of a folded text.
  private static let fold = (columns: 75, rows: 24, shown: 16)

  /// Returns the beginning of a post's text that is shown while the text is folded, up to the end
  /// of a word; nil for a text that fits on about a screen.
  static func foldedTextBeginning(of text: RichText) -> RichText? {
    let size = text.runs.reduce(into: (bytes: 0, lines: 0)) { size, run in
      size.bytes += run.text.utf8.count
      size.lines += run.text.utf8.count { $0 == UInt8(ascii: "\n") }
    }
    guard size.bytes > fold.columns * (fold.rows - size.lines) else { return nil }
    var (row, column) = (0, 0)
    var end: (run: Int, index: String.Index, row: Int)?
    for (number, run) in text.runs.enumerated() {
      for index in run.text.indices {
        let character = run.text[index]
        if character.isWhitespace, row < fold.shown { end = (number, index, row) }
        if character.isNewline {
          (row, column) = (row + 1, 0)
        } else {
          let width = TextWidth.columnCount(of: character)
          column += width
          if column > fold.columns { (row, column) = (row + 1, width) }
        }
        // A word that is longer than several rows is cut.
        if row == fold.shown, (end?.row ?? 0) < fold.shown - 2 { end = (number, index, row) }
      }
    }
    guard row >= fold.rows, let end else { return nil }
    let last = text.runs[end.run]
    return RichText(
      runs: text.runs[..<end.run] + [
        RichText.RichTextRun(String(last.text[..<end.index]), last.kind)
      ])
  }

  private static func appendFinishedParagraph(
    _ paragraph: inout [PostViewModel.TextRun], in paragraphs: inout [[PostViewModel.TextRun]]
  ) {
    defer { paragraph = [] }
    let isBlank = paragraph.allSatisfy { $0.span.text.isBlank }
    guard isBlank else { return paragraphs.append(paragraph) }
    if paragraphs.last?.isEmpty == false { paragraphs.append([]) }
  }

  private static func textBeginning(of text: String, bytes: Int) -> String {
    guard text.utf8.count > bytes else { return text }
    let head = String(decoding: text.utf8.prefix(bytes), as: UTF8.self)
    // A character that was cut in half is left out.
    return head.hasSuffix("\u{fffd}") ? String(head.dropLast()) : head
  }

  /// Returns the text of a link, followed by the real host of its address if the text suggests
  /// another.
  private static func linkSpanRevealingRealHost(_ text: SafeText, to address: String) -> StyledSpan
  {
    let link = SafeWebLink(address)
    let host: SafeText = link?.misleadingHost(in: text.string).map { " (\($0))" } ?? ""
    return StyledSpan(text + host, .link, link: link)
  }

  /// Returns the paragraphs of an entry of a web feed with its title as strong as a heading, and
  /// without the descriptions of the photos that are shown below. The title is a first paragraph of
  /// emphasised text.
  static func paragraphsStyledAsWebFeedEntry(
    _ paragraphs: [[PostViewModel.TextRun]], photos: [Photo]
  ) -> [[PostViewModel.TextRun]] {
    let descriptions = Set(
      photos.filter { !$0.altText.isEmpty }.map { "[\($0.altText)]" })
    var shown: [[PostViewModel.TextRun]] = []
    for paragraph in paragraphs {
      let text = paragraph.map(\.span.text.string).joined()
      let isAfterBlank = shown.last?.isEmpty ?? true
      if descriptions.contains(text) || paragraph.isEmpty && isAfterBlank { continue }
      shown.append(paragraph)
    }
    while shown.last?.isEmpty == true { shown.removeLast() }
    return paragraphsWithStrongTitle(shown)
  }

  private static func paragraphsWithStrongTitle(
    _ paragraphs: [[PostViewModel.TextRun]]
  ) -> [[PostViewModel.TextRun]] {
    guard let first = paragraphs.first, first.count == 1, let title = first.first,
      title.span.role == .emphasis
    else { return paragraphs }
    return [[PostViewModel.TextRun(span: StyledSpan(title.span.text, .strong), action: nil)]]
      + paragraphs.dropFirst()
  }

  static func styledRun(_ text: SafeText, as run: RichText.RichTextRun) -> PostViewModel.TextRun {
    switch run.kind {
    case .plain, .label: PostViewModel.TextRun(span: StyledSpan(text), action: nil)
    case .link(let address):
      PostViewModel.TextRun(span: linkSpanRevealingRealHost(text, to: address), action: nil)
    case .mention(let person):
      PostViewModel.TextRun(span: StyledSpan(text, .mention), action: .openProfile(person))
    case .tag(let tag): PostViewModel.TextRun(span: StyledSpan(text, .tag), action: .viewTag(tag))
    case .emphasis: PostViewModel.TextRun(span: StyledSpan(text, .emphasis), action: nil)
    case .code: PostViewModel.TextRun(span: StyledSpan(text, .code), action: nil)
    case .heading: PostViewModel.TextRun(span: StyledSpan(text, .strong), action: nil)
    case .codeBlock:
      PostViewModel.TextRun(span: StyledSpan(text, .code), action: nil, layout: .codeBlock)
    case .cellSeparator:
      PostViewModel.TextRun(span: StyledSpan(text, .rule), action: nil, layout: .cellSeparator)
    case .emoji(let address):
      PostViewModel.TextRun(
        span: StyledSpan(text, .faint), action: nil, inset: PictureInText(address))
    }
  }
}
