import FeedDomain
import PhotoDisplay
import Preferences
import Terminal

/// Lays a post out for a width.
///
/// ```
/// Mei Tanaka  @mei@example.social · 3m               ↻ Ada
/// Text, broken at words.
/// ↩ 3   ↻ 12   ♥ 48   ⚑
/// ```
struct PostLayout {
  /// Lines wider than this are hard to read.
  static let widest = 90

  let theme: Theme
  let options: DisplayOptions
  let columns: Int
  /// How much room photos have; nil where they are told in words.
  var room: PictureRoom?
  /// What is laid out so far.
  var block = Block<PostAction>()

  /// The post in at most so many columns.
  static func block(
    _ post: PostViewModel, columns: Int, theme: Theme, options: DisplayOptions,
    room: PictureRoom? = nil
  ) -> Block<PostAction> {
    var layout = PostLayout(
      theme: theme, options: options, columns: max(1, min(columns, widest)), room: room)
    layout.add(post)
    return layout.block
  }

  private mutating func add(_ post: PostViewModel) {
    addHeading(post)
    if let reply = post.reply {
      add([Span(options.isPlain ? reply : "↩ " + reply, .faint)], clickable: .conversation)
    }
    if let muted = post.muted { wrap([Span(muted, .faint)]) }
    if let warning = post.warning {
      wrap([Span(options.isPlain ? warning : "⚠ " + warning, .warning)])
    }
    if let folded = post.folded { add([Span(folded, .faint)], clickable: .deed(.reveal)) }
    addParagraphs(post.paragraphs, columns: columns)
    if let shortened = post.shortened { wrap([Span(shortened, .faint)]) }
    if let poll = post.poll { addPoll(poll) }
    addPhotos(of: post)
    if let credit = post.credit { add(credit) }
    if let card = post.card { addCard(card) }
    if let quote = post.quote { addQuote(quote) }
    if let place = post.place { add([Span(options.isPlain ? place : "⌂ " + place, .faint)]) }
    addCounts(post)
  }
}

extension PostLayout {
  /// A line of its own, cut where it is too long.
  mutating func add(_ text: StyledText, clickable action: PostAction? = nil) {
    add(theme.line(text).cut(columns: columns), clickable: action)
  }

  /// A line that is ready.
  mutating func add(_ line: Line, clickable action: PostAction? = nil) {
    if let action, line.columns > 0 {
      zone(0..<line.columns, of: block.lines.count, action)
    }
    block.lines.append(line)
  }

  /// As many lines as the text needs.
  mutating func wrap(_ text: StyledText) {
    block.lines += TextWrapping.wrap(theme.line(text), columns: columns)
  }

  /// That a click on those columns of the line does something.
  mutating func zone(_ columns: Range<Int>, of line: Int, _ action: PostAction) {
    block.zones.append(Block.Zone(line: line, columns: columns, action: action))
  }
}
