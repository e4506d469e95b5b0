import FeedDomain
import Terminal

/// Where pictures are added to a post: a path, what the picture shows, and which of those that are
/// there is chosen.
struct PicturePanel {
  /// Which field takes the keys.
  enum Field {
    case path
    case words
  }

  var path = TextField()
  var words = TextField()
  var field = Field.path
  /// The chosen picture's place; nil while none is.
  var chosen: Int?
  /// The place of the picture that is described anew; nil while one is added.
  private(set) var described: Int?
  /// Where the fields were drawn.
  private var rects: [Field: CellRect] = [:]

  /// Whether a picture that is there is described, or would be next.
  var describes: Bool { described != nil || chosen != nil && path.text.isEmpty && field == .path }

  /// Whether nothing was typed into it.
  var isEmpty: Bool { path.text.isEmpty && words.text.isEmpty }

  /// Chooses the next picture, or the one before.
  mutating func choose(by step: Int, of count: Int) {
    guard count > 0 else { return choose(nil) }
    choose(chosen.map { max(0, min(count - 1, $0 + step)) } ?? (step > 0 ? 0 : count - 1))
  }

  /// Chooses a picture, or none; what was being said of another stays as it was.
  mutating func choose(_ place: Int?) {
    if described != nil { clear() }
    chosen = place
  }

  /// Goes on with what the paths have in common.
  mutating func complete(with paths: [String]) {
    guard let first = paths.first else { return }
    let common = paths.dropFirst().reduce(first) { common, path in
      String(zip(common, path).prefix { $0 == $1 }.map(\.0))
    }
    if common.count > path.text.count { path = TextField(common) }
  }

  /// Ready for the next picture.
  mutating func clear() {
    (path, words, field, described) = (TextField(), TextField(), .path, nil)
  }

  /// Ready to say anew what a picture shows.
  mutating func describe(_ place: Int, as altText: String) {
    (path, words, field, described) = (TextField(), TextField(altText), .words, place)
  }
}

extension PicturePanel {
  /// Gives the keys to the field that the mouse points at; false where that is none.
  mutating func point(at position: CellPosition) -> Bool {
    guard let (pointed, rect) = rects.first(where: { $0.value.rows.contains(position.row) }) else {
      return false
    }
    field = pointed
    let column = position.column - rect.origin.column
    switch pointed {
    case .path: path.point(at: column, columns: rect.size.columns)
    case .words: words.point(at: column, columns: rect.size.columns)
    }
    return true
  }

  /// Draws the fields, a row each.
  mutating func draw(
    _ labels: ComposeViewModel.Labels, on canvas: inout Canvas, in rect: CellRect, _ theme: Theme,
    isFocused: Bool
  ) {
    let fields = [(labels.picture, path, Field.path), (labels.inWords, words, Field.words)]
    for (row, (name, text, field)) in zip(rect.rows, fields) {
      var label = Line(name, theme.style(self.field == field ? .strong : .faint))
      label.pad(1)
      label = label.cut(columns: rect.size.columns / 2)
      canvas.write(label, at: CellPosition(row: row, column: rect.origin.column), within: rect)
      let place = CellRect(
        row: row, column: rect.origin.column + label.columns, rows: 1,
        columns: rect.size.columns - label.columns)
      rects[field] = place
      text.draw(
        on: &canvas, in: place, theme.style(.field), isFocused: isFocused && self.field == field)
    }
  }
}
