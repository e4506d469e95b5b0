import FeedDomain
import PhotoDisplay
import Preferences
import Terminal

extension PostLayout {
  /// Adds a poll: per answer a bar, the share and the text.
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

  /// Adds the post's translation, with a guide line on its left.
  mutating func addTranslation(_ translation: PostViewModel.TranslationBox) {
    var guide = Line()
    if !options.isPlain, columns > 20 { guide.append("│ ", theme.style(.rule)) }
    add([Span(translation.heading, .faint)], clickable: .deed(.translate))
    if let warning = translation.warning { wrap([Span(warning, .warning)]) }
    addParagraphs(translation.paragraphs, columns: columns, guide: guide)
  }

  private func addBar(_ perMille: Int, columns: Int, isLeading: Bool, to line: inout Line) {
    let full = (max(0, min(1000, perMille)) * columns + 500) / 1000
    line.append(
      Line(repeating: "━", count: full, theme.style(isLeading ? .poll : .count)))
    line.append(Line(repeating: "╌", count: columns - full, theme.style(.rule)))
    line.pad(1)
  }

  /// Adds the preview card of a linked page, framed, with its picture.
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

  /// Returns the site, the title and up to two lines of summary of a preview card.
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

  /// Adds a quoted post, with a guide line on its left.
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
  /// The maximum number of photos side by side. A post with more shows one at a time.
  private static let mostInARow = 4

  /// Adds the photos, as pictures if there is room, else as descriptions.
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

  /// Adds the caption below photos: arrows and number for several, then the description.
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

  /// Adds a photo's kind and description in up to two lines.
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
  /// Returns the line ending in "…", cut to a width.
  fileprivate func endingInDots(columns: Int, _ style: Style) -> Line {
    var line = prefix(columns: max(0, columns - 1))
    line.append("…", style)
    return line
  }
}
