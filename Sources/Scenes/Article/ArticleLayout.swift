import FeedDomain
import PhotoDisplay
import Preferences
import Terminal
import Words

/// A layout of an article for a width of the scene: all lines of text, with the positions of blocks
/// and pictures.
struct ArticleLayout {
  /// The maximum width of an article's text in columns, for readability.
  static let measure = 72

  /// A set of the inputs of an article's layout besides the article itself; if one of them changes,
  /// the article is laid out anew.
  struct ArticleLayoutInputs: Equatable {
    let columns: Int
    let theme: Theme
    let room: PhotoBoxLayout?
  }

  let inputs: ArticleLayoutInputs
  private(set) var lines: [Line] = []
  /// The indices of the lines in an article's layout with which the blocks begin.
  private(set) var starts: [Int] = []
  /// The indices of the lines in an article's layout with which the headings begin.
  private(set) var headings: [Int] = []
  private(set) var pictures: [PlacedPhoto] = []
  private let posts: PostViewModelFactory

  private var theme: Theme { inputs.theme }
  private var isPlain: Bool { posts.options.isPlain }
  /// The width of an article's text in columns.
  private let columns: Int
  /// The number of blank columns left of an article's text.
  let margin: Int

  init(_ viewModel: ArticleViewModel, _ inputs: ArticleLayoutInputs, posts: PostViewModelFactory) {
    (self.inputs, self.posts) = (inputs, posts)
    let air = inputs.columns >= 40 ? 2 : inputs.columns >= 20 ? 1 : 0
    columns = max(1, min(Self.measure, inputs.columns - 2 * air))
    margin = (inputs.columns - columns) / 2
    addHeading(viewModel)
    for block in viewModel.blocks { addBlock(block) }
  }

  /// Returns the position in an article (block, and thousandths of the block) for the index of a
  /// line in the article's layout.
  func articlePosition(at line: Int) -> ArticlePosition {
    guard let block = starts.lastIndex(where: { $0 <= line }) else { return .start }
    let end = block + 1 < starts.count ? starts[block + 1] : lines.count
    let height = max(1, end - starts[block])
    return ArticlePosition(block: block, share: (line - starts[block]) * 1000 / height)
  }

  /// Returns the index of the line in an article's layout at a position in the article; 0 for the
  /// start.
  func lineIndex(of position: ArticlePosition) -> Int {
    guard position != .start, starts.indices.contains(position.block) else { return 0 }
    let start = starts[position.block]
    let end = position.block + 1 < starts.count ? starts[position.block + 1] : lines.count
    // Rounded up, since the share was rounded down.
    return start + ((end - start) * min(position.share, 999) + 999) / 1000
  }

  func articleBlockLines(ofBlock index: Int) -> [Line] {
    let end = index + 1 < starts.count ? starts[index + 1] : lines.count
    return Array(lines[starts[index]..<end])
  }

  // MARK: - Top

  private mutating func addHeading(_ viewModel: ArticleViewModel) {
    if !viewModel.heading.isBlank {
      addWrappedLine(Line(viewModel.heading, theme.style(.strong), link: viewModel.page))
    }
    addFactLines(viewModel.facts)
    if !viewModel.hint.isBlank { addWrappedLine(Line(viewModel.hint, theme.style(.gap))) }
    if !lines.isEmpty { lines.append(Line()) }
  }

  private mutating func addFactLines(_ facts: [SafeText]) {
    let separator = Line(" · ", theme.style(.faint))
    var line = Line()
    for fact in facts {
      let next = Line(fact, theme.style(.faint))
      if line.columns == 0 {
        line = next
      } else if line.columns + separator.columns + next.columns <= columns {
        line.append(separator)
        line.append(next)
      } else {
        addWrappedLine(line)
        line = next
      }
    }
    if line.columns > 0 { addWrappedLine(line) }
  }

  private mutating func addWrappedLine(_ line: Line) {
    lines += TextWrapper.wrappedLines(of: line, columns: columns)
  }

  // MARK: - Blocks

  private var lastBlock: Article.ArticleBlock?

  private mutating func addBlock(_ block: Article.ArticleBlock) {
    if let lastBlock, !block.followsWithoutBlankLine(lastBlock) { lines.append(Line()) }
    lastBlock = block
    starts.append(lines.count)
    let (first, rest) = linePrefixes(of: block)
    let width = max(8, columns - rest.columns)
    switch block.content {
    case .heading(let text, let level):
      headings.append(lines.count)
      let mark: SafeText = isPlain ? SafeText(repeating: "#", count: level) + " " : ""
      var line = Line(mark, theme.style(.strong))
      for part in unwrappedTextLines(text) {
        line.append(part.restyled { theme.headingStyle($0, level) })
      }
      addPrefixedLines(TextWrapper.wrappedLines(of: line, columns: width), first, rest)
      if level <= 2, !isPlain {
        let rule = min(width, lines[starts[starts.count - 1]].columns)
        addPrefixedLines([Line(repeating: "─", count: rule, theme.style(.rule))], rest, rest)
      }
    case .paragraph(let text):
      addPrefixedLines(
        unwrappedTextLines(text).flatMap { TextWrapper.wrappedLines(of: $0, columns: width) },
        first,
        rest)
    case .code(let code): addCodeLines(code, width, first, rest)
    case .table(let table):
      addPrefixedLines(
        ArticleTable(table, theme: theme, isPlain: isPlain, unwrappedTextLines).tableLines(
          fitting: width),
        first, rest)
    case .picture(let photo, let caption): addPictureAndCaption(photo, caption, width, first, rest)
    case .media(let label, let address):
      var line = Line(isPlain ? "" : "▶ ", theme.style(.busy))
      line.append(
        SafeText(sanitizing: label) + ": ", theme.style(.faint))
      line.append(
        SafeText(sanitizing: address.withoutScheme), theme.style(.link), link: SafeWebLink(address))
      addPrefixedLines(TextWrapper.wrappedLines(of: line, columns: width), first, rest)
    case .rule:
      addPrefixedLines(
        [Line(repeating: isPlain ? "-" : "─", count: min(width, 24), theme.style(.rule))], first,
        rest)
    }
  }

  /// Adds lines to an article's layout with a prefix in front: `first` for the first line, such as
  /// the bullet of a list item, and `rest` for the others.
  private mutating func addPrefixedLines(_ own: [Line], _ first: Line, _ rest: Line) {
    for (number, line) in own.enumerated() {
      var whole = number == 0 ? first : rest
      whole.append(line)
      lines.append(whole)
    }
  }

  private func linePrefixes(of block: Article.ArticleBlock) -> (first: Line, rest: Line) {
    var (first, rest) = (Line(), Line())
    for indent in block.indents where rest.columns + 10 < columns {
      switch indent {
      case .quote:
        for place in [0, 1] {
          let sign: SafeText = isPlain ? "> " : "│ "
          if place == 0 {
            first.append(sign, theme.style(.rule))
          } else {
            rest.append(sign, theme.style(.rule))
          }
        }
      case .item(let mark, let isFirst):
        let sign = SafeText(sanitizing: isPlain && mark == "•" ? "-" : mark) + " "
        let width = TextWidth.columnCount(of: sign)
        if isFirst { first.append(sign, theme.style(.faint)) } else { first.appendBlanks(width) }
        rest.appendBlanks(width)
      }
    }
    return (first, rest)
  }

  /// Returns the lines of a text in an article, split at line breaks but not yet wrapped.
  private func unwrappedTextLines(_ text: RichText) -> [Line] {
    var lines = [Line()]
    for run in text.runs {
      for (number, piece) in SafeText.sanitizedLines(of: run.text).enumerated() {
        if number > 0 { lines.append(Line()) }
        guard !piece.isEmpty else { continue }
        let span = PostTextParagraphSplitter.styledRun(piece, as: run).span
        lines[lines.count - 1].append(span.text, theme.style(span.role), link: span.link)
      }
    }
    return lines
  }

  private mutating func addCodeLines(_ code: String, _ width: Int, _ first: Line, _ rest: Line) {
    var own: [Line] = []
    for text in code.split(separator: "\n", omittingEmptySubsequences: false) {
      let line = Line(SafeText(sanitizing: String(text)), theme.style(.code))
      let parts = TextWrapper.dividedPreformattedLines(of: line, columns: width - 2, indent: 0)
      for (number, part) in parts.enumerated() {
        var whole = Line(number == 0 ? "  " : isPlain ? "> " : "↪ ", theme.style(.rule))
        whole.append(part)
        own.append(whole)
      }
    }
    addPrefixedLines(own, first, rest)
  }

  private mutating func addPictureAndCaption(
    _ photo: Photo, _ caption: RichText, _ width: Int, _ first: Line, _ rest: Line
  ) {
    let words = posts.photoDescription(of: photo)
    if let room = inputs.room, photo.hasPicture {
      let box = room.photoBoxSize(for: photo.size, columns: width)
      pictures.append(
        PlacedPhoto(
          box: CellRect(
            origin: CellPosition(row: lines.count, column: rest.columns), size: box), photo: photo,
          cropping: .whole, words: words, isCovered: false))
      addPrefixedLines(Array(repeating: Line(), count: box.rows), first, rest)
    } else {
      var line = Line(isPlain ? "" : "▣ ", theme.style(.rule))
      line.append(words, theme.style(.photo), link: photo.address.flatMap { SafeWebLink($0) })
      addPrefixedLines(TextWrapper.wrappedLines(of: line, columns: width), first, rest)
    }
    var below = caption.runs.isEmpty ? [] : unwrappedTextLines(caption)
    if below.isEmpty, inputs.room != nil, photo.hasPicture, !photo.altText.isEmpty {
      // The mark tells the description of the picture from a caption.
      var line = Line(isPlain ? "[" : "▣ ", theme.style(.rule))
      line.append(SafeText(sanitizing: photo.altText), theme.style(.text))
      if isPlain { line.append("]", theme.style(.rule)) }
      below = [line]
    }
    let faint = below.map { line in
      line.restyled { $0 == theme.style(.text) ? theme.style(.faint) : $0 }
    }
    addPrefixedLines(
      faint.flatMap { TextWrapper.wrappedLines(of: $0, columns: width) }, rest, rest)
  }
}

extension Article.ArticleBlock {
  /// Returns true if an article's block follows the block `other` without a blank line between
  /// them, as paragraphs of list items do.
  fileprivate func followsWithoutBlankLine(_ other: Article.ArticleBlock) -> Bool {
    guard case .paragraph = content, case .paragraph = other.content else { return false }
    return isInItem && other.isInItem
      && indents.first?.isSameIndentKind(as: other.indents.first) == true
  }

  private var isInItem: Bool {
    indents.contains { if case .item = $0 { true } else { false } }
  }
}

extension Article.ArticleBlock.ArticleBlockIndent {
  fileprivate func isSameIndentKind(as other: Article.ArticleBlock.ArticleBlockIndent?) -> Bool {
    switch (self, other) {
    case (.quote, .quote), (.item, .item): true
    default: false
    }
  }
}

extension Theme {
  fileprivate func headingStyle(_ own: Style, _ level: Int) -> Style {
    own == style(.link) ? own : level <= 3 ? style(.strong) : style(.emphasis)
  }
}

extension String {
  fileprivate var withoutScheme: String {
    for start in ["https://www.", "https://", "http://www.", "http://"] where hasPrefix(start) {
      return String(dropFirst(start.count))
    }
    return self
  }
}

/// A layout of a table in an article: in aligned columns if they fit, in narrower columns with
/// wrapped cells if not, and with each table row as one wrapped line on a narrow screen.
struct ArticleTable {
  private static let narrowest = 6

  private let rows: [[[Line]]]
  private let hasHeading: Bool
  private let theme: Theme
  private let isPlain: Bool

  init(
    _ table: Article.ArticleTableBlock, theme: Theme, isPlain: Bool,
    _ textLines: (RichText) -> [Line]
  ) {
    (hasHeading, self.theme, self.isPlain) = (table.hasHeading, theme, isPlain)
    let count = table.rows.map(\.count).max() ?? 0
    rows = table.rows.enumerated().map { number, row in
      (0..<count).map { place in
        let cell = place < row.count ? textLines(row[place]) : [Line()]
        guard table.hasHeading, number == 0 else { return cell }
        return cell.map { line in
          line.restyled { $0 == theme.style(.text) ? theme.style(.strong) : $0 }
        }
      }
    }
  }

  private var separator: Line { Line(isPlain ? " | " : " │ ", theme.style(.rule)) }

  func tableLines(fitting columns: Int) -> [Line] {
    guard let count = rows.first?.count, count > 0 else { return [] }
    let gaps = (count - 1) * 3
    guard columns - gaps >= count * Self.narrowest else { return tableRowsAsWrappedLines(columns) }
    let widths = tableColumnWidths(count, columns - gaps)
    var lines: [Line] = []
    for (number, row) in rows.enumerated() {
      let cells = zip(row, widths).map { cell, width in
        cell.flatMap { TextWrapper.wrappedLines(of: $0, columns: width) }
      }
      for offset in 0..<(cells.map(\.count).max() ?? 1) {
        var line = Line()
        var edge = 0
        for (place, cell) in cells.enumerated() {
          if place > 0 {
            line.appendBlanks(edge - line.columns)
            line.append(separator)
            edge += 3
          }
          if offset < cell.count { line.append(cell[offset]) }
          edge += widths[place]
        }
        lines.append(line)
      }
      if number == 0, hasHeading {
        let width = widths.reduce(gaps, +)
        lines.append(Line(repeating: isPlain ? "-" : "─", count: width, theme.style(.rule)))
      }
    }
    return lines
  }

  /// Returns the widths of the columns of an article's table: those that the cells need, with the
  /// widest reduced until all columns fit into `room`.
  private func tableColumnWidths(_ count: Int, _ room: Int) -> [Int] {
    var widths = (0..<count).map { place in
      max(1, rows.map { $0[place].map(\.columns).max() ?? 0 }.max() ?? 0)
    }
    var rest = widths.reduce(0, +) - room
    while rest > 0, let widest = widths.max(), widest > Self.narrowest {
      let wide = widths.indices.filter { widths[$0] == widest }
      let next = widths.filter { $0 < widest }.max() ?? Self.narrowest
      let step = max(1, min(widest - max(next, Self.narrowest), rest / wide.count))
      for place in wide where rest > 0 {
        widths[place] -= min(step, rest)
        rest -= min(step, rest)
      }
    }
    return widths
  }

  /// Returns the rows of a table that is too wide for the article as wrapped lines, with separators
  /// between the cells.
  private func tableRowsAsWrappedLines(_ columns: Int) -> [Line] {
    rows.flatMap { row in
      var line = Line()
      for (place, cell) in row.enumerated() {
        if place > 0 { line.append(separator) }
        for (number, part) in cell.enumerated() {
          if number > 0 { line.append(" ", theme.style(.text)) }
          line.append(part)
        }
      }
      return TextWrapper.wrappedLines(of: line, columns: columns)
    }
  }
}
