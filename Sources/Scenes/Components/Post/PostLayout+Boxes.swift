import FeedDomain
import PhotoDisplay
import Preferences
import Terminal

extension PostLayout {
  /// A poll: for each answer a bar, its share, and what it says.
  mutating func addPoll(_ poll: PostViewModel.Poll) {
    let barColumns = options.isPlain || columns < 30 ? 0 : min(16, columns / 4)
    for answer in poll.answers {
      var line = Line()
      let style = theme.style(answer.isLeading ? .strong : .text)
      if let perMille = answer.perMille {
        if barColumns > 0 {
          addBar(perMille, columns: barColumns, isLeading: answer.isLeading, to: &line)
        }
        line.pad(4 - TextWidth.columns(of: answer.share))
        line.append(answer.share, style)
        line.pad(2)
      } else {
        line.append(options.isPlain ? "- " : "○ ", theme.style(.faint))
      }
      line.append(self.line(answer.title, answer.titleRuns, style))
      if answer.isChosen { line.append(" ✓", theme.style(.good)) }
      add(line.cut(columns: columns), clickable: poll.isOpen ? .deed(.viewPoll) : nil)
    }
    if !poll.summary.isEmpty {
      add([Span(poll.summary, .faint)], clickable: poll.isOpen ? .deed(.viewPoll) : nil)
    }
  }

  /// What it says in another language, behind a guide.
  mutating func addTranslation(_ translation: PostViewModel.TranslationBox) {
    var guide = Line()
    if !options.isPlain, columns > 20 { guide.append("│ ", theme.style(.rule)) }
    add([Span(translation.heading, .faint)], clickable: .deed(.translate))
    if let warning = translation.warning { wrap([Span(warning, .warning)]) }
    addParagraphs(translation.paragraphs, columns: columns, guide: guide)
  }

  /// A thin bar: what there is of it, and dots for the rest.
  private func addBar(_ perMille: Int, columns: Int, isLeading: Bool, to line: inout Line) {
    let full = (max(0, min(1000, perMille)) * columns + 500) / 1000
    line.append(
      Line(repeating: "━", count: full, theme.style(isLeading ? .poll : .count)))
    line.append(Line(repeating: "╌", count: columns - full, theme.style(.rule)))
    line.pad(1)
  }

  /// What a linked page says about itself, in a box with its picture.
  mutating func addCard(_ card: PostViewModel.CardBox) {
    let frame = options.isPlain || columns < 12 ? 0 : 2
    let columns = min(columns, Self.widestCard)
    var picture: CellSize?
    if frame > 0, columns >= Self.narrowestPicturedCard, room != nil, card.picture != nil {
      picture = CellSize(rows: 4, columns: columns / 5)
    }
    let indent = picture.map { $0.columns + 1 } ?? 0
    var lines = words(of: card, columns: columns - 2 * frame - indent)
    guard frame > 0 else {
      for line in lines { add(line) }
      return
    }
    lines += Array(repeating: Line(), count: max(0, (picture?.rows ?? 0) - lines.count))
    let style = theme.style(.rule)
    let top = block.lines.count
    add(Line("╭" + SafeText(repeating: "─", count: columns - 2) + "╮", style))
    for line in lines {
      var framed = Line("│ ", style)
      framed.pad(indent)
      framed.append(line)
      framed.pad(columns - 1 - framed.columns)
      framed.append("│", style)
      add(framed)
    }
    add(Line("╰" + SafeText(repeating: "─", count: columns - 2) + "╯", style))
    guard let picture, let photo = card.picture else { return }
    block.pictures.append(
      PictureArea(
        box: CellRect(origin: CellPosition(row: top + 1, column: frame), size: picture),
        photo: photo, cut: .filling, words: "", isCovered: false))
  }

  private static let widestCard = 72
  private static let narrowestPicturedCard = 40

  /// Whose page it is, its title, and two lines of what it is about.
  private func words(of card: PostViewModel.CardBox, columns: Int) -> [Line] {
    [
      Line(card.site, theme.style(.faint), link: card.link).cut(columns: columns),
      Line(card.title, theme.style(.strong), link: card.link).cut(columns: columns),
    ]
      + (card.summary.isEmpty
        ? []
        : Line(card.summary, theme.style(.quote), link: card.link)
          .wrapped(columns: columns, rows: 2))
  }

  /// A post inside the post.
  mutating func addQuote(_ quote: PostViewModel.QuoteBox) {
    let guide = options.isPlain ? Line("  ") : Line("│ ", theme.style(.rule))
    if let missing = quote.missing { return addBehind(guide, [Span(missing, .faint)]) }
    let start = block.lines.count
    var heading = guide
    heading.append(quote.author, theme.nameStyle(of: quote.handle, options))
    heading.append("  " + quote.handle, theme.style(.handle))
    add(heading.cut(columns: columns))
    if let warning = quote.warning {
      addBehind(guide, [Span(options.isPlain ? warning : "⚠ " + warning, .warning)])
    }
    let hint = block.lines.count
    if let folded = quote.folded { addBehind(guide, [Span(folded, .faint)]) }
    addParagraphs(quote.paragraphs, columns: columns, guide: guide)
    if let pictures = quote.pictures {
      addBehind(guide, [Span(options.saysInWords ? pictures : "▣ " + pictures, .photo)])
    }
    if quote.folded != nil { zone(0..<columns, of: hint, .deed(.reveal)) }
    // First in the list, so that a mention inside the quote still answers for itself.
    let zones = (start..<block.lines.count).map {
      Block.Zone(line: $0, columns: 0..<columns, action: PostClick.quoted(quote.id))
    }
    block.zones.insert(contentsOf: zones, at: 0)
  }

  private mutating func addBehind(_ guide: Line, _ text: StyledText) {
    var line = guide
    line.append(theme.line(text))
    add(line.cut(columns: columns))
  }
}

// MARK: - Photos

extension PostLayout {
  /// How many photos stand side by side at most; of more, one is shown at a time.
  private static let mostInARow = 4

  /// The photos of a post: as pictures where there is room, else in words.
  mutating func addPhotos(of post: PostViewModel) {
    guard let room, post.gallery.photos.contains(where: \.photo.hasPicture) else {
      // What is folded away is told by the fold.
      guard post.context.folded == nil else { return }
      for (index, photo) in post.gallery.photos.enumerated() { addWords(of: photo, at: index) }
      return
    }
    let shown = min(max(0, post.gallery.shown), post.gallery.photos.count - 1)
    let inARow =
      post.gallery.photos.count <= Self.mostInARow
      ? room.boxes(for: post.gallery.photos.map(\.photo.size), columns: columns) : nil
    let boxes = inARow ?? [room.box(for: post.gallery.photos[shown].photo.size, columns: columns)]
    let first = inARow == nil ? shown : 0
    let top = block.lines.count
    let height = boxes.reduce(0) { max($0, $1.rows) }
    var column = 0
    for (offset, box) in boxes.enumerated() {
      let photo = post.gallery.photos[first + offset]
      block.pictures.append(
        PictureArea(
          box: CellRect(origin: CellPosition(row: top, column: column), size: box),
          photo: photo.photo, cut: .filling, words: photo.description, isCovered: photo.isCovered))
      let action: PostClick = photo.isCovered ? .deed(.reveal) : .photo(first + offset)
      for row in top..<(top + box.rows) { zone(column..<(column + box.columns), of: row, action) }
      column += box.columns + PictureRoom.gutter
    }
    block.lines += Array(repeating: Line(), count: height)
    addCaption(post.gallery.photos[shown], number: shown, of: post.gallery.photos.count)
  }

  /// A line below the pictures: which of how many is meant, and what it shows.
  private mutating func addCaption(_ photo: PhotoBox, number: Int, of count: Int) {
    var line = Line()
    if count > 1 {
      line.append("‹", theme.style(.link))
      let place: SafeText = " \(number + 1)/\(count) "
      line.append(place, theme.style(.faint))
      let end = line.columns
      line.append("›", theme.style(.link))
      zone(0..<2, of: block.lines.count, .flip(to: (number + count - 1) % count))
      zone((end - 1)..<(end + 1), of: block.lines.count, .flip(to: (number + 1) % count))
      line.pad(2)
    }
    if photo.photo.kind.isPlayed { line.append("▶ ", theme.style(.busy)) }
    line.append(photo.isCovered ? photo.title : photo.description, theme.style(.faint))
    add(line.cut(columns: columns))
  }

  /// A photo in words: what it is, and two lines at most of what it shows.
  private mutating func addWords(of photo: PhotoBox, at index: Int) {
    let style = theme.style(.photo)
    var line = Line(options.saysInWords ? "" : "▣ ", theme.style(.rule))
    line.append(photo.title, theme.style(.faint))
    line.append(options.saysInWords ? ": " : "  ", theme.style(.faint))
    line.append(photo.description, photo.isCovered ? theme.style(.warning) : style)
    var lines = TextWrapping.wrap(line, columns: columns)
    if lines.count > 2 {
      lines = [lines[0], lines[1].endingInDots(columns: columns, style)]
    }
    for line in lines { add(line, clickable: photo.isCovered ? .deed(.reveal) : .photo(index)) }
  }
}

extension Line {
  /// The line with "…" at its end, in at most so many columns.
  fileprivate func endingInDots(columns: Int, _ style: Style) -> Line {
    var line = prefix(columns: max(0, columns - 1))
    line.append("…", style)
    return line
  }
}
