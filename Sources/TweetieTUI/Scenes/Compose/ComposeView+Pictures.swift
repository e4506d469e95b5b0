import FeedDomain
import Terminal

extension ComposeView {
  /// Opens the place where pictures are added.
  func openPictures() {
    guard let frame else { return }
    guard frame.pictures > 0 else {
      return say(Message(text: frame.labels.noPictures, tone: .plain))
    }
    guard poll?.poll == nil else {
      return say(Message(text: frame.labels.poll.noPollWithPictures, tone: .plain))
    }
    popup = nil
    (poll, isInPoll, more) = (nil, false, nil)
    panel = PicturePanel()
    // The arrows choose among the pictures that are there.
    if pictures.isEmpty { send(.completePath("")) }
  }

  /// Covers the pictures until somebody wants to see them, or no longer.
  func coverPictures() {
    guard let frame else { return }
    guard frame.coversPictures else {
      return say(Message(text: frame.labels.noCovers, tone: .plain))
    }
    isSensitive.toggle()
    changed()
  }

  /// Answers a key while pictures are added.
  func handleInPanel(_ key: Key) -> Bool {
    guard var panel else { return false }
    defer { if self.panel != nil { self.panel = panel } }
    switch (key.code, key.modifiers) {
    case (.escape, _), (.character("p"), .control): (self.panel, popup) = (nil, nil)
    case (.up, .alt): movePicture(&panel, by: -1)
    case (.down, .alt): movePicture(&panel, by: 1)
    case (.up, _): panel.choose(by: -1, of: pictures.count)
    case (.down, _): panel.choose(by: 1, of: pictures.count)
    case (.character("d"), .control): removePicture(&panel)
    case (.character("s"), .alt): coverPictures()
    case (.tab, .shift): panel.field = .path
    case (.tab, _):
      if panel.field == .path {
        ask(.completePath(panel.path.text), with: &panel)
      } else {
        panel.field = .path
      }
    case (.enter, _):
      if let place = panel.described {
        ask(.describe(place: place, altText: panel.words.text), with: &panel)
      } else if panel.describes, let chosen = panel.chosen {
        describe(chosen, in: &panel)
      } else if panel.field == .path {
        popup = nil
        panel.field = .words
        // An empty path goes on as well: what is typed first is up to the person.
        if !panel.path.text.isEmpty { ask(.look(path: panel.path.text), with: &panel) }
      } else {
        ask(.attach(path: panel.path.text, altText: panel.words.text), with: &panel)
      }
    default:
      guard panel.field == .path else { return panel.words.handle(key) }
      guard panel.path.handle(key) else { return false }
      popup = popup?.beginning(panel.path.text)
    }
    return true
  }

  /// Begins to say anew what a picture shows.
  private func describe(_ place: Int, in panel: inout PicturePanel) {
    guard pictures.indices.contains(place), let frame else { return }
    guard !pictures[place].isPosted || frame.describesAnew else {
      return say(Message(text: frame.labels.wordsAreSettled, tone: .plain))
    }
    panel.describe(place, as: pictures[place].altText)
  }

  /// Asks, and takes up what is answered at once.
  private func ask(_ request: Compose.Request, with panel: inout PicturePanel) {
    self.panel = panel
    send(request)
    panel = self.panel ?? panel
  }

  /// Takes the pictures that go with the post now.
  func show(pictures: [Draft.Attachment]) {
    self.pictures = pictures
    panel?.clear()
    stage?.redraw()
  }

  /// Says why, and goes back to the path unless what it shows is being typed already.
  func refusePicture(_ message: Message) {
    if panel?.words.text.isEmpty == true { panel?.field = .path }
    say(message)
    stage?.redraw()
  }

  /// Goes on with the path as far as only one way leads, and lists the ways from there.
  func offer(paths: [String], beginning: String) {
    guard panel?.field == .path, panel?.path.text == beginning else { return }
    if !beginning.isEmpty { panel?.complete(with: paths) }
    popup = nil
    if let only = paths.first, paths.count == 1, !beginning.isEmpty {
      if only.isFolder, only != beginning { send(.completePath(only)) }
    } else {
      popup = CompletionPopup((beginning.parent.map { [$0] } ?? []) + paths.map(\.completion))
    }
    stage?.redraw()
  }

  /// Takes a path of the list: what is in a folder, or what the picture shows, comes next.
  func take(path: String) {
    guard var panel else { return }
    panel.path = TextField(path)
    if !path.isFolder { panel.field = .words }
    ask(path.isFolder ? .completePath(path) : .look(path: path), with: &panel)
    self.panel = panel
  }

  /// Draws the pictures, a row each.
  func drawPictures(_ rect: CellRect, on canvas: inout Canvas, _ theme: Theme) {
    for (row, (index, picture)) in zip(rect.rows, pictures.enumerated()) {
      let isChosen = panel?.chosen == index
      let name = self.name(of: picture)
      var line = Line(isChosen ? "› " : "  ", theme.style(.strong))
      line.append(
        SafeText(sanitizing: "\(index + 1)/\(frame?.pictures ?? 0) ") + name,
        theme.style(isChosen ? .strong : .text))
      if picture.isDescribed {
        line.append(SafeText(sanitizing: "  " + picture.altText), theme.style(.faint))
      } else if let words = frame?.labels.undescribed {
        line.append("  " + words, theme.style(.warning))
      }
      canvas.write(
        line.cut(columns: rect.size.columns),
        at: CellPosition(row: row, column: rect.origin.column), within: rect)
    }
  }

  /// Draws what the pictures look like, side by side; a box stands for one that is not here yet.
  func drawThumbnails(_ rect: CellRect, on canvas: inout Canvas, _ drawing: Drawing) {
    let cell = drawing.pictures.cell
    // Four by three on the screen.
    let columns = rect.size.rows * cell.height * 4 / (3 * max(1, cell.width))
    let size = CellSize(rows: rect.size.rows, columns: max(4, columns))
    var left = rect.origin.column + 2
    for picture in pictures where !picture.isPosted {
      let box = CellRect(origin: CellPosition(row: rect.origin.row, column: left), size: size)
      guard box.columns.upperBound <= rect.columns.upperBound else { return }
      left += size.columns + 1
      canvas.fill(box, drawing.theme.style(.box))
      let photo = Photo(inFile: picture.path)
      if case .here(let shown) = drawing.pictures.picture(of: photo, in: size, .filling) {
        canvas.place(shown, at: box.origin, within: box)
      }
    }
  }

  private func name(of picture: Draft.Attachment) -> SafeText {
    if picture.isPosted, let frame { return frame.labels.posted }
    let name = picture.path.split(separator: "/").last.map(String.init) ?? picture.path
    return SafeText(sanitizing: name)
  }

  private func removePicture(_ panel: inout PicturePanel) {
    guard let chosen = panel.chosen, pictures.indices.contains(chosen) else { return }
    pictures.remove(at: chosen)
    if panel.described != nil { panel.clear() }
    panel.chosen = pictures.isEmpty ? nil : min(chosen, pictures.count - 1)
    changed()
  }

  private func movePicture(_ panel: inout PicturePanel, by step: Int) {
    guard let chosen = panel.chosen, pictures.indices.contains(chosen + step) else { return }
    pictures.swapAt(chosen, chosen + step)
    if panel.described != nil { panel.clear() }
    panel.chosen = chosen + step
    changed()
  }
}

extension String {
  /// Whether it is the path of a folder, as one that can be gone on with is written.
  fileprivate var isFolder: Bool { hasSuffix("/") }

  /// A path, shown by its last name.
  fileprivate var completion: Completion {
    let name = split(separator: "/").last.map(String.init) ?? self
    return Completion(word: self, shown: SafeText(sanitizing: name + (isFolder ? "/" : "")))
  }

  /// The folder around the one that the path names; nil where it names none, or that of everything.
  fileprivate var parent: Completion? {
    guard isEmpty || isFolder, self != "/" else { return nil }
    let names = split(separator: "/")
    guard let last = names.last, last != "..", last != ".", last != "~" else {
      return Completion(word: self + "../", shown: "../")
    }
    let outer = names.dropLast().map { $0 + "/" }.joined()
    return Completion(word: (hasPrefix("/") ? "/" : "") + outer, shown: "../")
  }
}
