import FeedDomain
import Preferences
import Terminal

/// The view model of a post.
struct PostViewModel: Equatable, Sendable {
  /// A part of a post's text with one style and click action.
  struct Run: Equatable, Sendable {
    let span: Span
    /// The click action besides following the link.
    let action: PostClick?
    /// The custom emoji that replaces the text; nil for words.
    var inset: Inset?
  }

  /// An answer of a poll.
  struct Answer: Equatable, Sendable {
    let title: SafeText
    /// The title with custom emoji; empty if it has none.
    var titleRuns: [Run] = []
    /// The share of the votes in thousandths; nil while results are hidden.
    let perMille: Int?
    /// The share as text, such as "62%".
    let share: SafeText
    /// Whether the user chose the answer.
    let isChosen: Bool
    /// Whether the answer alone has the most votes.
    let isLeading: Bool
  }

  struct Poll: Equatable, Sendable {
    let answers: [Answer]
    /// The vote count, the closing time and the key for voting.
    let summary: SafeText
    /// Whether the user can vote.
    let isOpen: Bool
  }

  /// The preview card of a linked page.
  struct CardBox: Equatable, Sendable {
    /// The site's name, or the host.
    let site: SafeText
    let title: SafeText
    /// The summary; empty if unknown.
    let summary: SafeText
    let link: Hyperlink?
    /// The preview picture; nil if missing or covered.
    let picture: Photo?
  }

  /// The translation of a post.
  struct TranslationBox: Equatable, Sendable {
    /// The source language and the translator.
    let heading: SafeText
    /// The translated content warning.
    let warning: SafeText?
    let paragraphs: [[Run]]
  }

  /// A quoted post.
  struct QuoteBox: Equatable, Sendable {
    let id: Post.ID
    let author: SafeText
    let handle: SafeText
    /// The content warning.
    let warning: SafeText?
    /// The hint in place of folded text; nil if unfolded.
    let folded: SafeText?
    let paragraphs: [[Run]]
    /// The number and descriptions of pictures; nil if there are none.
    let pictures: SafeText?
    /// The reason why the quoted post cannot be shown; nil if it can.
    let missing: SafeText?
  }

  /// The person who boosted the post into the stream.
  struct Boost: Equatable, Sendable {
    /// The display name; empty on that person's own profile.
    let name: SafeText
    let person: Person.ID
    /// The boost as a sentence, for the plain mode.
    let words: SafeText
  }

  /// A count of replies, boosts or likes with its sign, such as "♥ 12".
  struct Count: Equatable, Sendable {
    /// The sign; a filled one for the user's own mark.
    let sign: SafeText
    /// The number; empty for 0.
    let number: SafeText
    /// The colour of sign and number.
    let role: Role
    /// Whether the count is 0, and therefore shown for the selected post only.
    var isSelectedOnly = false
    let signAction: PostClick
    let numberAction: PostClick
  }

  /// The heading line of a post: author, time and booster.
  struct Heading: Equatable, Sendable {
    /// The author's display name.
    let author: SafeText
    /// The name with custom emoji; empty if it has none.
    var authorRuns: [Run] = []
    let authorID: Person.ID
    /// Whether the author is named. False on the author's own profile.
    let isNamed: Bool
    let handle: SafeText
    /// The profile picture; nil if there is none.
    let portrait: Photo?
    /// The age or time of the post.
    let time: SafeText
    /// The edit mark; nil if never edited.
    let edited: SafeText?
    /// The visibility, pin and mute marks; nil for an ordinary public post.
    let visibility: SafeText?
    let boost: Boost?
    /// The words for an undelivered change; nil if all is delivered.
    let waiting: SafeText?
    /// The badges of the accounts that received the post, in a merged list.
    var badges: [AccountBadge] = []
  }

  /// The lines between heading and text: reply, mute reason and content warning.
  struct ContextLine: Equatable, Sendable {
    /// The author of the parent post; nil if not a reply, or if the parent is shown above.
    let reply: SafeText?
    /// The reason why the post is muted; nil if it is not.
    let muted: SafeText?
    /// The content warning.
    let warning: SafeText?
    /// The warning with custom emoji; empty if it has none.
    var warningRuns: [Run] = []
    /// The hint in place of folded text; nil if unfolded.
    let folded: SafeText?
  }

  /// The photos of a post.
  struct Gallery: Equatable, Sendable {
    let photos: [PhotoBox]
    /// The index of the shown photo, if one is shown at a time.
    let shown: Int
    /// Photographer, giver and licence, if the service requires attribution.
    let credit: StyledText?
  }

  let heading: Heading
  let context: ContextLine
  let paragraphs: [[Run]]
  /// The translation; nil if not requested.
  let translation: TranslationBox?
  /// The note that the text was cut; nil if complete.
  let shortened: SafeText?
  /// The emoji reactions with their numbers.
  var reactions: StyledText = []
  let poll: Poll?
  let gallery: Gallery
  let card: CardBox?
  let quote: QuoteBox?
  /// The name of the post's place.
  let place: SafeText?
  /// The counts of replies, boosts and likes, and the bookmark.
  let counts: [Count]
  /// Whether a thumbs-up is shown because the user has just liked the post.
  let isFlashing: Bool

  /// The author name's colour.
  func nameStyle(_ theme: Theme, _ options: DisplayOptions) -> Style {
    theme.nameStyle(of: heading.handle, options)
  }
}

/// A photo of a post with its words.
struct PhotoBox: Equatable, Sendable {
  let photo: Photo
  /// The kind and shape, such as "photo 3:2".
  let title: SafeText
  /// The alt text, or the hint of a covered photo.
  let description: SafeText
  /// Whether the photo is covered by a content warning, so that a click uncovers it.
  let isCovered: Bool
}

/// Divides a post's text into sanitized paragraphs.
enum PostText {
  /// The maximum length in bytes. A longer text would stall the screen.
  private static let limit = 20_000

  /// Returns the paragraphs, and whether the text was cut.
  ///
  /// Consecutive blank lines are reduced to one, and removed at both ends.
  static func paragraphs(_ text: RichText) -> (paragraphs: [[PostViewModel.Run]], isShortened: Bool)
  {
    var paragraphs: [[PostViewModel.Run]] = []
    var paragraph: [PostViewModel.Run] = []
    var room = limit
    for run in text.runs where room > 0 {
      let part = head(of: run.text, bytes: room)
      room -= max(1, run.text.utf8.count)
      for (index, piece) in SafeText.lines(sanitizing: part).enumerated() {
        if index > 0 { end(&paragraph, in: &paragraphs) }
        if !piece.isEmpty { paragraph.append(styled(piece, as: run)) }
      }
    }
    end(&paragraph, in: &paragraphs)
    while paragraphs.last?.isEmpty == true { paragraphs.removeLast() }
    return (paragraphs, room < 0)
  }

  private static func end(
    _ paragraph: inout [PostViewModel.Run], in paragraphs: inout [[PostViewModel.Run]]
  ) {
    defer { paragraph = [] }
    let isBlank = paragraph.allSatisfy { $0.span.text.isBlank }
    guard isBlank else { return paragraphs.append(paragraph) }
    if paragraphs.last?.isEmpty == false { paragraphs.append([]) }
  }

  private static func head(of text: String, bytes: Int) -> String {
    guard text.utf8.count > bytes else { return text }
    let head = String(decoding: text.utf8.prefix(bytes), as: UTF8.self)
    // A character that was cut in half is left out.
    return head.hasSuffix("\u{fffd}") ? String(head.dropLast()) : head
  }

  /// Returns a link's text, followed by its real host if the text suggests another.
  private static func link(_ text: SafeText, to address: String) -> Span {
    let link = Hyperlink(address)
    let host: SafeText = link?.misleadingHost(in: text.string).map { " (\($0))" } ?? ""
    return Span(text + host, .link, link: link)
  }

  private static func styled(_ text: SafeText, as run: RichText.Run) -> PostViewModel.Run {
    switch run.kind {
    case .plain: PostViewModel.Run(span: Span(text), action: nil)
    case .link(let address):
      PostViewModel.Run(span: link(text, to: address), action: nil)
    case .mention(let person):
      PostViewModel.Run(span: Span(text, .mention), action: .deed(.meet(person)))
    case .tag(let tag): PostViewModel.Run(span: Span(text, .tag), action: .tag(tag))
    case .emphasis: PostViewModel.Run(span: Span(text, .emphasis), action: nil)
    case .code: PostViewModel.Run(span: Span(text, .code), action: nil)
    case .emoji(let address):
      PostViewModel.Run(span: Span(text, .faint), action: nil, inset: Inset(address))
    }
  }
}
