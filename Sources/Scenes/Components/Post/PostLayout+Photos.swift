import FeedDomain
import PhotoDisplay
import Preferences
import Terminal

extension PostLayout {
  /// How many photos stand side by side at most; of more, one is shown at a time.
  private static let mostInARow = 4

  /// The photos of a post: as pictures where there is room, else in words.
  mutating func addPhotos(of post: PostViewModel) {
    guard let room, post.photos.contains(where: \.photo.hasPicture) else {
      // What is folded away is told by the fold.
      guard post.folded == nil else { return }
      for (index, photo) in post.photos.enumerated() { addWords(of: photo, at: index) }
      return
    }
    let shown = min(max(0, post.shownPhoto), post.photos.count - 1)
    let inARow =
      post.photos.count <= Self.mostInARow
      ? room.boxes(for: post.photos.map(\.photo.size), columns: columns) : nil
    let boxes = inARow ?? [room.box(for: post.photos[shown].photo.size, columns: columns)]
    let first = inARow == nil ? shown : 0
    let top = block.lines.count
    let height = boxes.reduce(0) { max($0, $1.rows) }
    var column = 0
    for (offset, box) in boxes.enumerated() {
      let photo = post.photos[first + offset]
      block.pictures.append(
        PictureArea(
          box: CellRect(origin: CellPosition(row: top, column: column), size: box),
          photo: photo.photo, cut: .filling, words: photo.description, isCovered: photo.isCovered))
      let action: PostAction = photo.isCovered ? .deed(.reveal) : .photo(first + offset)
      for row in top..<(top + box.rows) { zone(column..<(column + box.columns), of: row, action) }
      column += box.columns + PictureRoom.gutter
    }
    block.lines += Array(repeating: Line(), count: height)
    addCaption(post.photos[shown], number: shown, of: post.photos.count)
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
    var line = Line(options.isPlain ? "" : "▣ ", theme.style(.rule))
    line.append(photo.title, theme.style(.faint))
    line.append(options.isPlain ? ": " : "  ", theme.style(.faint))
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
