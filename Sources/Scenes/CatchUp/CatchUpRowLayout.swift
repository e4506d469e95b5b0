import FeedDomain
import PhotoDisplay
import Preferences
import Terminal

struct CatchUpRowLayout {
  let posts: PostViewModelFactory
  let theme: Theme
  let now: Timestamp
  var room: PhotoBoxLayout?

  /// Returns a row of the catch-up scene as lines, with a blank line at the end except for
  /// headings.
  func laidOutRow(_ row: CatchUpRow, columns: Int) -> LaidOutLines<PostAction> {
    var block = LaidOutLines<PostAction>()
    switch row.content {
    case .heading(let title, let count, let person):
      block.lines = [catchUpHeadingLine(title, count: count, of: person, columns: columns)]
      return block
    case .post(let boosters):
      guard let item = row.post else { break }
      if !boosters.isEmpty {
        let sign: SafeText = posts.options.isPlain ? "" : "↻ "
        block.lines = [Line(sign + boosters, theme.style(.boost)).truncatedLine(columns: columns)]
      }
      let isUnderName = item.post.authorID == row.person
      block.appendLines(
        PostLayout.laidOutPost(
          posts.postViewModel(of: item, now: now, under: row.person), columns: columns,
          theme: theme,
          options: posts.options, room: isUnderName ? room?.withoutPortraits : room))
    case .fold(let words, _):
      block.lines = [Line((posts.options.isPlain ? "" : "┆ ") + words, theme.style(.gap))]
    case .link(let title, let link, let people):
      var line = Line(title, theme.style(.link), link: link).truncatedLine(columns: columns)
      line = line.columns > 0 ? line : Line(people, theme.style(.link), link: link)
      block.lines =
        [line] + Line(people, theme.style(.faint)).wrappedLines(columns: columns, rows: 2)
    case .pictures(let tiles): block = laidOutPhotos(of: tiles, columns: columns)
    case .words(let sentences):
      block.lines = sentences.flatMap {
        TextWrapper.wrappedLines(of: Line($0, theme.style(.faint)), columns: columns)
      }
    }
    block.lines = block.lines.map { $0.truncatedLine(columns: columns) } + [Line()]
    block.trailing = 1
    return block
  }
}

extension CatchUpRowLayout {
  /// The size in cells of a photo in the photo grid of the catch-up scene.
  private static let tile = CellSize(rows: 5, columns: 16)
  /// The maximum number of photos that the catch-up scene lists as text if pictures are not drawn;
  /// all photos are also shown with their posts.
  private static let maximumPhotosAsText = 6

  private func catchUpHeadingLine(
    _ title: SafeText, count: SafeText, of person: Person?, columns: Int
  ) -> Line {
    let style =
      person.map { theme.personNameStyle(of: "@\($0.handle)", posts.options) }
      ?? theme.style(.strong)
    var end = Line(count.isEmpty ? "" : " · " + count, theme.style(.faint))
    var line = Line(title, style).truncatedLine(columns: max(1, columns - end.columns))
    line.append(end)
    guard !posts.options.isPlain else { return line }
    end = Line(
      " "
        + SafeText(
          repeating: "─", count: max(0, min(columns, PostLayout.widest) - line.columns - 1)),
      theme.style(.rule))
    line.append(end)
    return line.truncatedLine(columns: columns)
  }

  private func laidOutPhotos(of tiles: [CatchUpRow.CatchUpPhotoTile], columns: Int) -> LaidOutLines<
    PostAction
  > {
    var block = LaidOutLines<PostAction>()
    guard room != nil else {
      for (index, tile) in tiles.prefix(Self.maximumPhotosAsText).enumerated() {
        let line = Line((posts.options.saysInWords ? "" : "▣ ") + tile.words, theme.style(.photo))
          .truncatedLine(columns: columns)
        block.zones.append(
          .init(line: index, columns: 0..<max(1, line.columns), action: .viewPhoto(index)))
        block.lines.append(line)
      }
      return block
    }
    let across = max(1, (min(columns, PostLayout.widest) + 1) / (Self.tile.columns + 1))
    let rows = (tiles.count + across - 1) / across
    block.lines = Array(repeating: Line(), count: rows * (Self.tile.rows + 1) - 1)
    for (index, tile) in tiles.enumerated() {
      let origin = CellPosition(
        row: index / across * (Self.tile.rows + 1),
        column: index % across * (Self.tile.columns + 1))
      let box = CellRect(
        origin: origin,
        size: CellSize(rows: Self.tile.rows, columns: min(columns, Self.tile.columns)))
      block.pictures.append(
        PlacedPhoto(
          box: box, photo: tile.photo, cropping: .filling, words: tile.words, isCovered: false))
      block.zones += box.rows.map {
        .init(line: $0, columns: box.columns, action: .viewPhoto(index))
      }
    }
    return block
  }
}
