/// An article with the whole text of a web feed's entry in blocks, as the feed carries it or as its
/// web page shows it.
public struct Article: Equatable, Sendable {
  public enum ArticleSource: String, Equatable, Sendable {
    case feed
    /// A source of an article's text: the web page of the entry.
    case page
  }

  public let post: Post.ID
  public var title: String
  /// The names of the article's authors; nil if unknown.
  public var author: String?
  /// The name of the web feed or website of the article.
  public var site: String
  /// The address of the article's web page; nil if the entry has none.
  public var url: String?
  public var createdAt: Timestamp
  /// True if the feed or the page states a date for the article; false if the program chose the
  /// date.
  public var isDated: Bool
  public var blocks: [ArticleBlock]
  public var source: ArticleSource
  /// True if the article is probably only an excerpt, as the feed seems to carry less than the
  /// whole text.
  public var isExcerpt: Bool
  /// True if an article from the entry's web page is stored as well, so that the user can choose
  /// between the feed's text and the page's.
  public var hasPage: Bool
  /// The label before the address of a picture without a description, in the article's plain text.
  public var pictureLabel = AttachmentLabel.picture.rawValue

  package init(
    post: Post.ID, title: String, author: String? = nil, site: String = "", url: String? = nil,
    createdAt: Timestamp, isDated: Bool = true, blocks: [ArticleBlock],
    source: ArticleSource = .feed,
    isExcerpt: Bool = false, hasPage: Bool = false
  ) {
    (self.post, self.title, self.author, self.site) = (post, title, author, site)
    (self.url, self.createdAt, self.isDated) = (url, createdAt, isDated)
    (self.blocks, self.source) = (blocks, source)
    (self.isExcerpt, self.hasPage) = (isExcerpt, hasPage)
  }

  /// A paragraph, heading, picture or other part of an article that begins on a line of its own.
  public struct ArticleBlock: Equatable, Sendable {
    public enum ArticleBlockContent: Equatable, Sendable {
      /// A kind of content of an article's block: a heading; the level is 1 for the largest and at
      /// most 6.
      case heading(RichText, level: Int)
      case paragraph(RichText)
      /// A kind of content of an article's block: preformatted text with its line ends, without
      /// tabs.
      case code(String)
      case table(ArticleTableBlock)
      /// A kind of content of an article's block: a picture with its caption, which may be empty.
      case picture(Photo, caption: RichText)
      /// A kind of content of an article's block: a video, audio or an embedded page, with its kind
      /// as a label, such as "Video", and its address.
      case media(label: String, address: String)
      case rule
    }

    /// A quote or list item that encloses a block of an article; a block lists its enclosing ones
    /// from the outermost inwards.
    public enum ArticleBlockIndent: Equatable, Sendable {
      case quote
      /// A kind of indent of an article's block: a list item with its bullet or number, which is
      /// shown at the first of the item's blocks only.
      case item(String, isFirst: Bool)
    }

    public var content: ArticleBlockContent
    public var indents: [ArticleBlockIndent]

    package init(_ content: ArticleBlockContent, in indents: [ArticleBlockIndent] = []) {
      (self.content, self.indents) = (content, indents)
    }
  }

  public struct ArticleTableBlock: Equatable, Sendable {
    public let rows: [[RichText]]
    /// True if the first row of a table in an article has the headings of the columns.
    public let hasHeading: Bool

    package init(rows: [[RichText]], hasHeading: Bool) {
      (self.rows, self.hasHeading) = (rows, hasHeading)
    }
  }
}

extension Article {
  /// The assumed reading speed: words, and characters of scripts without blanks, a minute.
  private static let pace = (words: 220, ideographs: 500)

  /// The time that reading the article takes, in minutes; at least 1.
  public var minutes: Int {
    var (words, ideographs) = (0, 0)
    for block in blocks {
      var isInWord = false
      for scalar in block.plain.unicodeScalars {
        switch scalar.value {
        case 0x3040...0x30ff, 0x3400...0x9fff, 0xac00...0xd7af:
          ideographs += 1
          isInWord = false
        default:
          // For ASCII characters, looking up the Unicode property is not needed.
          let isBlank =
            scalar.isASCII
            ? scalar == " " || (9...13).contains(scalar.value) : scalar.properties.isWhitespace
          if !isBlank, !isInWord { words += 1 }
          isInWord = !isBlank
        }
      }
    }
    let time = Double(words) / Double(Self.pace.words)
    return max(1, Int((time + Double(ideographs) / Double(Self.pace.ideographs)).rounded()))
  }

  /// The photos of the article in the order of the text.
  public var photos: [Photo] {
    blocks.compactMap { if case .picture(let photo, _) = $0.content { photo } else { nil } }
  }

  /// The article as plain text for files, printing and other programs, in the way of Markdown:
  /// headings begin with "#", quotes with ">", and links have their address in angle brackets.
  public var text: String {
    var lines: [String] = []
    if !title.isEmpty { lines += ["# \(title)", ""] }
    let facts = [author ?? "", site].filter { !$0.isEmpty }
    if !facts.isEmpty { lines.append(facts.joined(separator: " · ")) }
    if let url { lines.append(url) }
    if !facts.isEmpty || url != nil { lines.append("") }
    var isCompact = false
    for block in blocks {
      let first = block.indents.map(\.start).joined()
      let rest = block.indents.map(\.rest).joined()
      // Items of a list follow each other without blank lines.
      let isItem = block.indents.contains { if case .item = $0 { true } else { false } }
      if isItem && isCompact, lines.last == "" { lines.removeLast() }
      isCompact = isItem
      for (number, line) in block.blockTextLines(pictureLabel: pictureLabel).enumerated() {
        let line = (number == 0 ? first : rest) + line
        lines.append(line.allSatisfy(\.isWhitespace) ? "" : line)
      }
      lines.append("")
    }
    while lines.last == "" { lines.removeLast() }
    return lines.joined(separator: "\n") + "\n"
  }
}

extension Article.ArticleBlock {
  /// The rich texts of an article's block: its one text, or those of all cells of a table; empty
  /// for code, media and rules.
  public var texts: [RichText] {
    switch content {
    case .heading(let text, _), .paragraph(let text), .picture(_, let text): [text]
    case .table(let table): table.rows.flatMap { $0 }
    case .code, .media, .rule: []
    }
  }

  /// The words of an article's block without link addresses and marks; the label of a video, audio
  /// or an embedded page.
  public var plain: String {
    switch content {
    case .code(let code): code
    case .media(let label, _): label
    default: texts.map(\.plain).joined(separator: "\n")
    }
  }

  /// Returns the lines of an article's block in the article's plain text, with marks in the way of
  /// Markdown; a picture without a description has a label instead.
  fileprivate func blockTextLines(pictureLabel: String) -> [String] {
    switch content {
    case .heading(let text, let level):
      [String(repeating: "#", count: level) + " " + text.withAddresses]
    case .paragraph(let text):
      text.withAddresses.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        .map(String.init)
    case .code(let code):
      ["```"]
        + code.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) + ["```"]
    case .table(let table): table.textLines
    case .picture(let photo, let caption):
      [
        photo.altText.isEmpty
          ? "\(pictureLabel): \(photo.id.rawValue)"
          : "[\(pictureLabel): \(photo.altText)] <\(photo.id.rawValue)>"
      ]
        + caption.withAddresses.split(whereSeparator: \.isNewline).map(String.init)
    case .media(let label, let address): ["\(label): \(address)"]
    case .rule: ["---"]
    }
  }
}

extension Article.ArticleTableBlock {
  /// Maximum width in columns of an article's table whose cells are aligned in plain text.
  private static let widest = 72

  /// The lines of an article's table in plain text: with aligned cells if they fit, and with a line
  /// below the headings.
  fileprivate var textLines: [String] {
    let cells = rows.map { row in
      row.map { $0.withAddresses.split(whereSeparator: \.isNewline).joined(separator: " ") }
    }
    let widths = (0..<(cells.map(\.count).max() ?? 0)).map { place in
      cells.map { place < $0.count ? $0[place].columnCount : 0 }.max() ?? 0
    }
    guard widths.reduce(0, +) + 3 * max(0, widths.count - 1) <= Self.widest else {
      return cells.map { $0.joined(separator: " | ") }
    }
    var lines = cells.map { row in
      let line = zip(row, widths).map { cell, width in
        cell + String(repeating: " ", count: width - cell.columnCount)
      }.joined(separator: " | ")
      return String(line.reversed().drop { $0 == " " }.reversed())
    }
    if hasHeading, !lines.isEmpty {
      let rule = widths.map { String(repeating: "-", count: max(1, $0)) }
      lines.insert(rule.joined(separator: " | "), at: 1)
    }
    return lines
  }
}

extension String {
  /// The width of a text in columns of a terminal, as roughly counted: two for a character of East
  /// Asia or an emoji, one for others.
  fileprivate var columnCount: Int {
    reduce(0) { count, character in
      switch character.unicodeScalars.first?.value ?? 0 {
      case 0x1100...0x115f, 0x2e80...0xa4cf, 0xac00...0xd7a3, 0xf900...0xfaff, 0xfe30...0xfe6f,
        0xff00...0xff60, 0xffe0...0xffe6, 0x1f300...0x1faff, 0x20000...0x3fffd:
        count + 2
      default: count + 1
      }
    }
  }
}

extension Article.ArticleBlock.ArticleBlockIndent {
  fileprivate var start: String {
    switch self {
    case .quote: "> "
    case .item(let mark, let isFirst):
      isFirst ? mark + " " : String(repeating: " ", count: mark.count + 1)
    }
  }

  fileprivate var rest: String {
    switch self {
    case .quote: "> "
    case .item(let mark, _): String(repeating: " ", count: mark.count + 1)
    }
  }
}

/// A reading position in an article, which does not depend on the width of the window.
public struct ArticlePosition: Equatable, Sendable {
  /// The index of the article's block that is at the top of the screen.
  public let block: Int
  /// The part of the article's topmost visible block that is above the top of the screen, in
  /// thousandths of the block.
  public let share: Int

  public static let start = ArticlePosition(block: 0, share: 0)

  public init(block: Int, share: Int) {
    (self.block, self.share) = (block, share)
  }
}
