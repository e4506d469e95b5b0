import FeedDomain
import PhotoDisplay
import Preferences
import Terminal

extension PhotoView {
  func draw(on canvas: inout Canvas, in rect: CellRect, _ drawing: Drawing) {
    lowerThumb(at: drawing.now)
    last.shelf = drawing.pictures
    if let notice = shown.notice {
      return notice.draw(on: &canvas, in: rect, drawing, posts.options)
    }
    guard let exhibit = shown.exhibit else { return }
    let (photo, caption) = (exhibit.photo, exhibit.caption)
    let lines = look.showsFacts ? factLines(columns: rect.size.columns - 2, drawing.theme) : nil
    if isInWords {
      let words = captionBlock(caption, columns: max(1, rect.size.columns - 2), drawing)
      last.arrangement = PhotoArrangement(
        inWords: rect, lines: words.lines.count, factLines: lines?.count)
    } else {
      last.arrangement = PhotoArrangement(of: rect, factLines: lines?.count)
      let words = captionLines(
        caption, columns: captionColumns(last.arrangement.caption.size.columns), drawing)
      last.arrangement = PhotoArrangement(of: rect, words: words.count, factLines: lines?.count)
    }
    last.measure = PhotoZoom.Measure(
      photo: photo.size, room: isInWords ? rect.size : last.arrangement.picture.size,
      cell: drawing.pictures.cell)
    if !isInWords { draw(photo, caption, on: &canvas, drawing) }
    draw(caption, on: &canvas, drawing)
    if let room = last.arrangement.facts { drawFacts(on: &canvas, in: room, drawing.theme) }
  }
}

extension PhotoView {
  private func draw(
    _ photo: Photo, _ caption: PhotoCaption, on canvas: inout Canvas, _ drawing: Drawing
  ) {
    let room = last.arrangement.picture
    guard let measure = last.measure, !measure.isEmpty, room.size.rows > 0 else { return }
    let view = look.zoom.view(measure)
    let box = CellRect(
      row: room.origin.row + view.box.origin.row,
      column: room.origin.column + view.box.origin.column, rows: view.box.size.rows,
      columns: view.box.size.columns)
    let isHere = PictureBox(drawing, posts).draw(
      photo, describedAs: caption.description, cut: view.cut, isSelected: true,
      isCovered: isCovered, on: &canvas, in: box, within: room)
    // What comes next is fetched once this is here.
    guard isHere, !isCovered else { return }
    for next in shown.neighbours {
      let measure = PhotoZoom.Measure(photo: next.size, room: room.size, cell: measure.cell)
      drawing.pictures.expect([next], in: PhotoZoom().view(measure).box.size, .whole)
    }
  }
}

extension PhotoView {
  /// What the photo shows, and below it the counts and who took it.
  private func draw(
    _ caption: PhotoCaption, on canvas: inout Canvas, _ drawing: Drawing
  ) {
    let room = last.arrangement.caption
    guard room.size.rows > 0 else { return }
    last.caption = captionBlock(caption, columns: captionColumns(room.size.columns), drawing)
    let lines = last.caption.lines.suffix(room.size.rows)
    for (row, line) in zip(room.rows.suffix(lines.count), lines) {
      canvas.write(
        line, at: CellPosition(row: row, column: room.origin.column + 1), within: room)
    }
    drawMap(on: &canvas, in: room, drawing.theme)
  }

  /// The columns of the words below a photo that are so many: a map of it may stand beside them.
  private func captionColumns(_ columns: Int) -> Int {
    max(1, columns - 2 - (hasMap(columns) ? PhotoMap.columns + 2 : 0))
  }

  private func hasMap(_ columns: Int) -> Bool {
    guard let measure = last.measure, !isInWords, columns >= PhotoMap.columnsForMap else {
      return false
    }
    return look.zoom.isNear(measure)
  }

  /// Which part of the photo is seen, at the right end of the words below it.
  private func drawMap(on canvas: inout Canvas, in room: CellRect, _ theme: Theme) {
    guard hasMap(room.size.columns), let measure = last.measure,
      let map = PhotoMap(look.zoom.view(measure).cut)
    else { return }
    let left = room.columns.upperBound - 1 - PhotoMap.columns
    for (row, line) in zip(room.rows, map.lines(rows: room.size.rows, theme)) {
      canvas.write(line, at: CellPosition(row: row, column: left), within: room)
    }
  }

  private func captionBlock(
    _ caption: PhotoCaption, columns: Int, _ drawing: Drawing
  ) -> Block<PostClick> {
    guard let item else { return Block() }
    let theme = drawing.theme
    var layout = PostLayout(theme: theme, options: posts.options, columns: columns)
    let lines = captionLines(caption, columns: columns, drawing)
    for line in lines { layout.add(line, clickable: isCovered ? .deed(.reveal) : nil) }
    layout.addCounts(posts.viewModel(of: item, now: drawing.now), isAlone: true)
    var block = layout.block
    let last = block.lines.count - 1
    guard last >= lines.count else { return block }
    var line = block.lines[last]
    let room = columns - line.columns - 3
    // What is known of it tells who took it.
    if room > 4, !caption.credit.isEmpty, !(isInWords && look.showsFacts) {
      let start = line.columns + 3
      line.pad(3)
      line.append(theme.line(caption.credit).cut(columns: room))
      block.zones.append(
        Block.Zone(
          line: last, columns: start..<line.columns, action: .deed(.meet(item.post.author.id))))
      block.lines[last] = line
    }
    return block
  }
}

extension PhotoView {
  /// What the photo shows, or why it is covered.
  private func captionLines(
    _ caption: PhotoCaption, columns: Int, _ drawing: Drawing
  ) -> [Line] {
    let words = isCovered ? caption.cover ?? "" : caption.description
    // Where there are no pictures, what it shows stands in the photo's place.
    let isInPlace = !isCovered && !isInWords && !drawing.pictures.isOn
    let isSaid = isInPlace || !isCovered && facts.contains(where: \.isDescription)
    var parts: [StyledText] = isSaid ? [] : [[Span(words, isCovered ? .warning : .photo)]]
    if let film = caption.film { parts.insert([Span(film, .strong)], at: 0) }
    let first = StyledText(parts.joined(separator: [Span(" · ", .strong)]))
    guard !first.isEmpty else { return [] }
    let rows = last.arrangement.picture.size.rows + last.arrangement.caption.size.rows
    // Where the words are all there is, there is room for all of them.
    return drawing.theme.line(first).wrapped(
      columns: max(1, columns), rows: isInWords ? .max : PhotoArrangement.mostWords(in: rows))
  }

  /// What is known of the photo and asked for; what stands in its place or below it is not said twice.
  private var facts: [PhotoFact] {
    guard look.showsFacts else { return [] }
    return isInWords ? shown.facts.filter { !$0.isDescription } : shown.facts
  }

  /// What is known of the photo, a fact a line or more.
  func factLines(columns: Int, _ theme: Theme) -> [Line] {
    let facts = facts
    let names = min(
      facts.map { TextWidth.columns(of: $0.name) }.max() ?? 0, max(0, columns / 3))
    return facts.flatMap { fact in
      var name = Line(fact.name, theme.style(.fieldLabel)).cut(columns: names)
      name.pad(names + 2 - name.columns)
      let value = Line(
        fact.value, theme.style(fact.link == nil ? .text : .link), link: fact.link)
      let lines = TextWrapping.wrap(value, columns: max(1, columns - names - 2))
      return lines.enumerated().map { index, part in
        var line = index == 0 ? name : Line()
        if index > 0 { line.pad(names + 2) }
        line.append(part)
        return line
      }
    }
  }

  private func drawFacts(on canvas: inout Canvas, in room: CellRect, _ theme: Theme) {
    let isBeside = room.origin.column > last.arrangement.picture.origin.column
    drawRule(on: &canvas, around: room, isBeside: isBeside, theme)
    let top = isBeside || room.size.rows < 2 ? 0 : 1
    let lines = factLines(columns: room.size.columns - 2, theme)
    let rows = room.size.rows - top
    look.factScroll = max(0, min(look.factScroll, lines.count - rows))
    for (offset, line) in lines.dropFirst(look.factScroll).prefix(rows).enumerated() {
      canvas.write(
        line,
        at: CellPosition(row: room.origin.row + top + offset, column: room.origin.column + 1),
        within: room)
    }
  }

  private func drawRule(
    on canvas: inout Canvas, around room: CellRect, isBeside: Bool, _ theme: Theme
  ) {
    guard !posts.options.isPlain else { return }
    if isBeside {
      for row in room.rows {
        canvas.write(
          Line("│", theme.style(.rule)), at: CellPosition(row: row, column: room.origin.column - 1)
        )
      }
    } else if room.size.rows > 1 {
      let rule = Line(repeating: "─", count: room.size.columns, theme.style(.rule))
      canvas.write(rule, at: room.origin, within: room)
    }
  }
}
