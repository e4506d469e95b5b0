import FeedDomain
import Preferences
import Terminal

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
    let host: SafeText = link?.hostUnlikely(in: text.string).map { " (\($0))" } ?? ""
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
