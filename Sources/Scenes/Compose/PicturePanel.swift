import FeedDomain
import Preferences
package import Terminal
import UseCases

/// Where pictures are added to a post: a path, what the picture shows, and which of those that are
/// there is chosen.
struct PicturePanel: Equatable {
  /// Which field takes the keys.
  enum Field {
    case path
    case words
  }

  /// The post of the thread to which they are added.
  private let post: Int
  private(set) var path = TextField()
  private(set) var words = TextField()
  private(set) var field = Field.path
  /// The chosen picture's place; nil while none is.
  private(set) var chosen: Int?
  /// The place of the picture that is described anew; nil while one is added.
  private var described: Int?
  /// Where the fields were drawn.
  private var rects: [Field: CellRect] = [:]

  /// A place where pictures are added to that post of a thread.
  init(post: Int = 0) { self.post = post }

  /// Whether a picture that is there is described, or would be next.
  var describes: Bool { described != nil || chosen != nil && path.text.isEmpty && field == .path }

  /// Whether a picture is added, rather than one described that is there.
  var adds: Bool { described == nil }

  /// Whether nothing was typed into it.
  var isEmpty: Bool { path.text.isEmpty && words.text.isEmpty }

  /// What adds the picture that is typed, or describes the chosen one; nil where nothing is typed.
  var unasked: Compose.Request? { described == nil && path.text.isEmpty ? nil : request }

  private var request: Compose.Request {
    described.map { .describe(place: $0, altText: words.text, post: post) }
      ?? .attach(path: path.text, altText: words.text, post: post)
  }
}

extension PicturePanel {
  /// Answers a key.
  mutating func handle(
    _ key: Key, _ form: inout DraftForm, _ frame: ComposeViewModel.Frame
  ) -> ComposeEffect {
    switch (key.code, key.modifiers) {
    case (.escape, _), (.character("p"), .control): return .closed
    case (.up, .alt): return moveChosen(by: -1, in: &form)
    case (.down, .alt): return moveChosen(by: 1, in: &form)
    case (.up, _): choose(by: -1, of: form.pictures.count)
    case (.down, _): choose(by: 1, of: form.pictures.count)
    case (.character("d"), .control): return removeChosen(from: &form)
    case (.character("s"), .alt): return form.cover(frame)
    case (.tab, let modifiers):
      if field == .path, modifiers != .shift { return .ask(.completePath(path.text)) }
      field = .path
    case (.enter, _): return enter(form, frame)
    default:
      let isTyped = field == .path ? path.handle(key) : words.handle(key)
      return isTyped ? .seen : .ignored
    }
    return .seen
  }

  /// Puts in what was pasted.
  mutating func insert(_ text: String) {
    switch field {
    case .path: path.insert(text)
    case .words: words.insert(text)
    }
  }

  /// Chooses a picture, or none; what was being said of another stays as it was.
  mutating func choose(_ place: Int?) {
    if described != nil { clear() }
    chosen = place
  }

  /// Takes a path of the list: what is in a folder, or what the picture shows, comes next.
  mutating func take(_ path: String) -> ComposeEffect {
    self.path = TextField(path)
    if !path.isFolder { field = .words }
    return .ask(path.isFolder ? .completePath(path) : .look(path: path, post: post))
  }

  /// Goes on with the path as far as all ways have in common; false where others are asked for by
  /// now.
  mutating func goOn(with paths: [String], from beginning: String) -> Bool {
    guard field == .path, path.text == beginning else { return false }
    guard !beginning.isEmpty, let first = paths.first else { return true }
    let common = paths.dropFirst().reduce(first) { common, path in
      String(zip(common, path).prefix { $0 == $1 }.map(\.0))
    }
    if common.count > path.text.count { path = TextField(common) }
    return true
  }

  /// Goes back to the path unless what it shows is being typed already.
  mutating func refuse() {
    if words.text.isEmpty { field = .path }
  }

  /// Ready for the next picture.
  mutating func clear() {
    (path, words, field, described) = (TextField(), TextField(), .path, nil)
  }
}

extension PicturePanel {
  private mutating func choose(by step: Int, of count: Int) {
    guard count > 0 else { return choose(nil) }
    choose(chosen.map { max(0, min(count - 1, $0 + step)) } ?? (step > 0 ? 0 : count - 1))
  }

  private mutating func enter(
    _ form: DraftForm, _ frame: ComposeViewModel.Frame
  ) -> ComposeEffect {
    guard described == nil else { return .ask(request) }
    if describes, let chosen { return describe(chosen, form, frame) }
    guard field == .path else { return .ask(request) }
    field = .words
    // An empty path goes on as well: what is typed first is up to the person.
    return path.text.isEmpty ? .seen : .ask(.look(path: path.text, post: post))
  }

  /// Begins to say anew what a picture shows.
  private mutating func describe(
    _ place: Int, _ form: DraftForm, _ frame: ComposeViewModel.Frame
  ) -> ComposeEffect {
    guard form.pictures.indices.contains(place) else { return .seen }
    let picture = form.pictures[place]
    if picture.isPosted, let reason = frame.withheld[.descriptions] { return .say(reason) }
    (path, words, field, described) = (TextField(), TextField(picture.altText), .words, place)
    return .seen
  }

  private mutating func removeChosen(from form: inout DraftForm) -> ComposeEffect {
    guard let chosen, form.pictures.indices.contains(chosen) else { return .seen }
    form.pictures.remove(at: chosen)
    choose(form.pictures.isEmpty ? nil : min(chosen, form.pictures.count - 1))
    return .changed
  }

  private mutating func moveChosen(by step: Int, in form: inout DraftForm) -> ComposeEffect {
    guard let chosen, form.pictures.indices.contains(chosen + step) else { return .seen }
    form.pictures.swapAt(chosen, chosen + step)
    choose(chosen + step)
    return .changed
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
    _ labels: ComposeViewModel.PictureLabels, on canvas: inout Canvas, in rect: CellRect,
    _ theme: Theme, isFocused: Bool
  ) {
    let fields = [(labels.file, path, Field.path), (labels.inWords, words, Field.words)]
    for (row, (name, text, field)) in zip(rect.rows, fields) {
      let style = theme.style(self.field == field ? .strong : .faint)
      let place = canvas.write(label: Line(name, style), in: rect.line(row))
      rects[field] = place
      text.draw(
        on: &canvas, in: place, theme.style(.field), isFocused: isFocused && self.field == field)
    }
  }
}

extension Canvas {
  /// Writes a label, and returns what is left of its row for a field.
  package mutating func write(label: Line, in row: CellRect) -> CellRect {
    var label = label
    label.pad(1)
    label = label.cut(columns: row.size.columns / 2)
    write(label, at: row.origin, within: row)
    var field = row
    field.origin.column += label.columns
    field.size.columns -= label.columns
    return field
  }
}

extension CellRect {
  /// Its part in a row.
  package func line(_ row: Int) -> CellRect {
    CellRect(row: row, column: origin.column, rows: 1, columns: size.columns)
  }
}
