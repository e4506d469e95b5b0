import FeedDomain
import PhotoDisplay
import Preferences
import Terminal
import UseCases

/// A panel for a draft's pictures, in which they are added, described, reordered and removed.
struct PicturePanel: Equatable {
  enum PicturePanelField { case path, words }

  /// The index, in its thread, of the post whose pictures the picture panel edits.
  let post: Int
  private(set) var path = TextField()
  private(set) var words = TextField()
  /// The field of the picture panel that gets the keys: a file's path or a description.
  private(set) var field = PicturePanelField.path
  /// The index of the picture that is selected in the picture panel; nil if none is selected.
  private(set) var chosen: Int?
  /// The index of the picture whose description the picture panel edits; nil while a picture is
  /// added.
  private var described: Int?
  private var rects: [PicturePanelField: CellRect] = [:]

  init(post: Int = 0) { self.post = post }

  /// True if the picture panel edits the description of a picture of the draft, or will after the
  /// next Enter.
  var describes: Bool { described != nil || chosen != nil && path.text.isEmpty && field == .path }

  /// True while the picture panel adds a new picture to the draft, rather than describing one.
  var addsPicture: Bool { described == nil }

  var isEmpty: Bool { path.text.isEmpty && words.text.isEmpty }

  /// The unsent request of the picture panel: to add the picture whose path is typed, or to store
  /// the typed description; nil if neither is typed.
  var pendingRequest: ComposeScene.SceneRequest? {
    described == nil && path.text.isEmpty ? nil : request
  }

  private var request: ComposeScene.SceneRequest {
    described.map { .describe(picture: $0, altText: words.text, post: post) }
      ?? .attach(path: path.text, altText: words.text, post: post)
  }
}

extension PicturePanel {
  mutating func handleKey(
    _ key: Key, _ form: inout DraftPostForm, _ frame: ComposeViewModel.ComposePageConstants
  ) -> ComposeInputResult {
    switch (key.code, key.modifiers) {
    case (.escape, _), (.character("p"), .control):
      return storeDescriptionUnlessTooLong(in: &form, frame) ? .closed : .ask(request)
    case (.up, _), (.down, _):
      let before = form.pictures
      guard storeDescriptionUnlessTooLong(in: &form, frame) else { return .ask(request) }
      moveSelectionOrPicture(by: key.code == .up ? -1 : 1, moves: key.modifiers == .alt, in: &form)
      return form.pictures == before ? .handled : .changed
    case (.character("d"), .control): return removeChosenPicture(from: &form, frame)
    case (.character("s"), .alt): return form.toggleSensitivePicturesMark(frame)
    case (.tab, let modifiers):
      if field == .path, modifiers != .shift { return .ask(.completePath(path.text)) }
      field = .path
    case (.enter, _): return handleEnterKey(form, frame)
    default:
      let isTyped = field == .path ? path.handleKey(key) : words.handleKey(key)
      return isTyped ? .handled : .ignored
    }
    return .handled
  }

  mutating func insertText(_ text: String) {
    switch field {
    case .path: path.insertText(text)
    case .words: words.insertText(text)
    }
  }

  /// Selects the picture at an index, or none for nil, and stops describing another picture.
  mutating func selectPicture(_ place: Int?) {
    if described != nil { clearPicturePanel() }
    chosen = place
  }

  /// Takes an offered file path into the picture panel, and returns a request: to complete the path
  /// of a folder, or to check a picture, whose description then gets the focus.
  mutating func acceptOfferedPath(_ path: String) -> ComposeInputResult {
    self.path = TextField(path)
    if !path.isFolder { field = .words }
    return .ask(path.isFolder ? .completePath(path) : .checkPicture(path: path, post: post))
  }

  /// Extends the typed path in the picture panel to the longest beginning that all suggested paths
  /// share. Returns false if another path was typed meanwhile.
  mutating func completePathIfStillTyped(with paths: [String], from beginning: String) -> Bool {
    guard field == .path, path.text == beginning else { return false }
    guard !beginning.isEmpty, let first = paths.first else { return true }
    let common = paths.dropFirst().reduce(first) { common, path in
      String(zip(common, path).prefix { $0 == $1 }.map(\.0))
    }
    if common.count > path.text.count { path = TextField(common) }
    return true
  }

  /// Moves the focus back to the path of a refused picture in the picture panel, unless the
  /// picture's description is being typed.
  mutating func focusRefusedPicturePath() {
    if words.text.isEmpty { field = .path }
  }

  /// Stores the description that is being edited in the form; returns false if it is too long for
  /// the service.
  func storeDescriptionUnlessTooLong(
    in form: inout DraftPostForm, _ frame: ComposeViewModel.ComposePageConstants
  ) -> Bool {
    guard let described, form.pictures.indices.contains(described),
      form.pictures[described].altText != words.text
    else { return true }
    guard frame.limits.excessAltTextLength(ofAltText: words.text) == 0 else { return false }
    form.pictures[described] = form.pictures[described].settingAltText(words.text)
    return true
  }

  mutating func clearPicturePanel() {
    (path, words, field, described) = (TextField(), TextField(), .path, nil)
  }
}

extension PicturePanel {
  private mutating func movePictureSelection(by step: Int, of count: Int) {
    guard count > 0 else { return selectPicture(nil) }
    selectPicture(chosen.map { max(0, min(count - 1, $0 + step)) } ?? (step > 0 ? 0 : count - 1))
  }

  private mutating func handleEnterKey(
    _ form: DraftPostForm, _ frame: ComposeViewModel.ComposePageConstants
  ) -> ComposeInputResult {
    guard described == nil else { return .ask(request) }
    if describes, let chosen { return beginDescribingPicture(chosen, form, frame) }
    guard field == .path else { return .ask(request) }
    field = .words
    // The description can be typed before the path.
    return path.text.isEmpty ? .handled : .ask(.checkPicture(path: path.text, post: post))
  }

  private mutating func beginDescribingPicture(
    _ place: Int, _ form: DraftPostForm, _ frame: ComposeViewModel.ComposePageConstants
  ) -> ComposeInputResult {
    guard form.pictures.indices.contains(place) else { return .handled }
    let picture = form.pictures[place]
    if picture.isPosted, let reason = frame.withheld[.descriptions] { return .say(reason) }
    (path, words, field, described) = (TextField(), TextField(picture.altText), .words, place)
    return .handled
  }

  private mutating func removeChosenPicture(
    from form: inout DraftPostForm, _ frame: ComposeViewModel.ComposePageConstants
  ) -> ComposeInputResult {
    guard let chosen, form.pictures.indices.contains(chosen) else { return .handled }
    if form.pictures[chosen].isPosted, let reason = frame.withheld[.removals] {
      return .say(reason)
    }
    form.pictures.remove(at: chosen)
    selectPicture(form.pictures.isEmpty ? nil : min(chosen, form.pictures.count - 1))
    return .changed
  }

  /// Selects the picture a number of steps from the selected one or, if `moves`, moves the selected
  /// picture by so many places.
  private mutating func moveSelectionOrPicture(
    by step: Int, moves: Bool, in form: inout DraftPostForm
  ) {
    guard moves else { return movePictureSelection(by: step, of: form.pictures.count) }
    guard let chosen, form.pictures.indices.contains(chosen + step) else { return }
    form.pictures.swapAt(chosen, chosen + step)
    selectPicture(chosen + step)
  }
}

extension PicturePanel {
  /// Moves the focus to the picture panel's field at a cell of the screen. Returns false if the
  /// cell shows no field.
  mutating func focusField(at position: CellPosition) -> Bool {
    guard let (pointed, rect) = rects.first(where: { $0.value.rows.contains(position.row) }) else {
      return false
    }
    field = pointed
    let column = position.column - rect.origin.column
    switch pointed {
    case .path: path.placeCursor(at: column, columns: rect.size.columns)
    case .words: words.placeCursor(at: column, columns: rect.size.columns)
    }
    return true
  }

  mutating func drawPicturePanel(
    _ labels: ComposeViewModel.PicturePanelLabels, on canvas: inout Canvas, in rect: CellRect,
    _ theme: Theme, isFocused: Bool
  ) {
    let fields = [
      (labels.file, path, PicturePanelField.path),
      (labels.description, words, PicturePanelField.words),
    ]
    for (row, (name, text, field)) in zip(rect.rows, fields) {
      let style = theme.style(self.field == field ? .strong : .faint)
      let place = canvas.writeLabel(Line(name, style), in: rect.lineRect(row))
      rects[field] = place
      text.drawTextField(
        on: &canvas, in: place, theme.style(.field), isFocused: isFocused && self.field == field)
    }
  }
}

extension Canvas {
  /// Writes the label of an input field into a row of the screen, and returns the rectangle of the
  /// remaining row, for the field.
  mutating func writeLabel(_ label: Line, in row: CellRect) -> CellRect {
    var label = label
    label.appendBlanks(1)
    label = label.truncatedLine(columns: row.size.columns / 2)
    writeLine(label, at: row.origin, within: row)
    var field = row
    field.origin.column += label.columns
    field.size.columns -= label.columns
    return field
  }
}

extension CellRect {
  func lineRect(_ row: Int) -> CellRect {
    CellRect(row: row, column: origin.column, rows: 1, columns: size.columns)
  }
}

/// A painter of the list of a draft's pictures below the text, with their thumbnails.
struct PictureListPainter {
  let pictures: [Draft.DraftAttachment]
  let frame: ComposeViewModel.ComposePageConstants

  /// Draws one row for each picture of a draft: its number, file name and description.
  func drawPictureList(on canvas: inout Canvas, in rect: CellRect, chosen: Int?, _ theme: Theme) {
    for (row, (index, picture)) in zip(rect.rows, pictures.enumerated()) {
      let isChosen = chosen == index
      var line = Line(isChosen ? "› " : "  ", theme.style(.strong))
      line.append(
        "\(index + 1)/\(frame.pictures) " + pictureName(of: picture),
        theme.style(isChosen ? .strong : .text))
      if picture.isDescribed {
        line.append("  \(picture.altText)", theme.style(.faint))
      } else {
        line.append("  " + frame.labels.pictures.undescribed, theme.style(.warning))
      }
      canvas.writeLine(line.truncatedLine(columns: rect.size.columns), onRow: row, of: rect)
    }
  }

  /// Draws the thumbnails of a draft's pictures side by side, as far as they fit.
  @MainActor
  func drawThumbnails(
    on canvas: inout Canvas, in rect: CellRect, _ drawing: DrawingParameters
  ) {
    let size = FileThumbnailPainter.thumbnailSize(rows: rect.size.rows, drawing)
    var left = rect.origin.column + 2
    for picture in pictures where !picture.isPosted {
      let box = CellRect(origin: CellPosition(row: rect.origin.row, column: left), size: size)
      guard box.columns.upperBound <= rect.columns.upperBound else { return }
      left += size.columns + 1
      FileThumbnailPainter(path: picture.path).drawThumbnail(on: &canvas, in: box, drawing)
    }
  }

  private func pictureName(of picture: Draft.DraftAttachment) -> SafeText {
    if picture.isPosted { return frame.labels.pictures.posted }
    let name = picture.path.split(separator: "/").last.map(String.init) ?? picture.path
    return SafeText(sanitizing: name)
  }
}

/// A painter of a picture file's thumbnail, which draws an empty box until the file is loaded.
struct FileThumbnailPainter {
  let path: String

  /// Returns the size in cells of a thumbnail with a height in rows; its shape is 4:3 on the
  /// screen.
  @MainActor
  static func thumbnailSize(rows: Int, _ drawing: DrawingParameters) -> CellSize {
    let cell = drawing.pictures.cell
    let columns = rows * cell.height * 4 / (3 * max(1, cell.width))
    return CellSize(rows: rows, columns: max(4, columns))
  }

  @MainActor func drawThumbnail(
    on canvas: inout Canvas, in box: CellRect, _ drawing: DrawingParameters
  ) {
    canvas.fillRect(box, drawing.theme.style(.box))
    let photo = Photo(inFile: path)
    if case .ready(let shown) = drawing.pictures.pictureState(of: photo, in: box.size, .filling) {
      canvas.placePicture(shown, at: box.origin, within: box)
    }
  }
}
