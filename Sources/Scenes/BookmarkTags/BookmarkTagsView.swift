import FeedDomain
import Preferences
import Terminal
import UseCases
import Words

/// A row of the overlay of bookmark tags: a tag, with the number of bookmarks.
struct BookmarkTagRow: Equatable {
  let tag: BookmarkTag
  let name: SafeText
  /// True if the post of the overlay has the tag.
  let isSet: Bool
  let count: SafeText
}

struct BookmarkTagsViewModel: Equatable {
  let title, help, add, remove, open, choose, leave: SafeText
  let rows: [BookmarkTagRow]
  /// The tag that was added last, for which the overlay clears its field; nil before the first.
  let added: BookmarkTag?
}

extension BookmarkTagsViewModel {
  init(_ state: BookmarkTagsScene.SceneState, isForPost: Bool, _ wording: Wording) {
    title = isForPost ? wording.say("Tags of this bookmark") : wording.say("Bookmarks by tag")
    help =
      isForPost
      ? wording.say("A tag of your own, such as recipes")
      : state.entries.isEmpty
        ? wording.say("No bookmark has a tag yet.") : wording.say("Enter opens the bookmarks.")
    (add, remove, open) = (wording.say("add"), wording.say("remove"), wording.say("open"))
    (choose, leave) = (wording.choose, wording.leaveSearch)
    rows = state.entries.map { entry in
      BookmarkTagRow(
        tag: entry.tag, name: SafeText(sanitizing: entry.tag.name), isSet: entry.isSet,
        count: wording.plural("{count} bookmark", "{count} bookmarks", entry.count))
    }
    added = state.added
  }
}

/// The overlay that tags a bookmark, with a field for new tags; without a post, the choice of the
/// tag whose bookmarks are read.
@MainActor
final class BookmarkTagsView: Scene {
  weak var navigator: (any Navigator)?
  private let post: Post.ID?
  private let options: DisplayOptions
  private let send: SceneRequestSender<BookmarkTagsScene.SceneRequest>
  private var viewModel: BookmarkTagsViewModel?
  private var filterField = FilterField()
  /// The position of the overlay's top left cell in the last drawing, for mouse events.
  private var origin = CellPosition(row: 0, column: 0)

  init(
    of post: Post.ID?, interactor: any Interacting<BookmarkTagsScene.SceneRequest>,
    options: DisplayOptions = DisplayOptions()
  ) {
    self.post = post
    send = SceneRequestSender(to: interactor)
    self.options = options
  }

  var properties: SceneProperties { SceneProperties(takesText: true, isOverlay: true) }

  func didOpen() { send(.open(post)) }

  func didClose() { send.cancelAllRequests() }

  /// The rows whose names contain the typed text.
  private var rows: [BookmarkTagRow] {
    let typed = filterField.text.lowercased()
    let rows = viewModel?.rows ?? []
    return typed.isEmpty ? rows : rows.filter { $0.tag.name.contains(typed) }
  }

  func drawScene(on canvas: inout Canvas, in rect: CellRect, _ drawing: DrawingParameters) {
    guard let viewModel else { return }
    let (theme, rows) = (drawing.theme, rows)
    origin = rect.origin
    let box = OverlayBox(
      in: rect, rows: max(11, min(viewModel.rows.count + 6, 18)), columns: 64, options: options)
    box.clearOverlayArea(on: &canvas, theme)
    var prompt = Line(viewModel.title, theme.style(.author))
    prompt.append("  ", theme.style(.text))
    let field = filterField.drawFilterField(after: prompt, on: &canvas, in: box.inner, theme)
    canvas.writeLine(
      Line(viewModel.help, theme.style(.faint)).cutLine(columns: box.inner.size.columns),
      at: CellPosition(row: field.origin.row + 1, column: box.inner.origin.column),
      within: box.inner)
    let list = box.listArea(below: 3)
    filterField.list.drawChoiceRows(rows.count, on: &canvas, in: list) { place, isChosen in
      let row = rows[place]
      let sign: SafeText = post == nil ? "" : row.isSet ? "✓ " : "  "
      return Line(
        choice: sign + row.name, row.count, endStyle: theme.style(row.isSet ? .good : .faint),
        isChosen: isChosen, columns: list.size.columns, theme)
    }
    box.writeHints(hints, on: &canvas, theme)
  }

  private var hints: [KeyHint] {
    guard let viewModel else { return [] }
    let isSet = filterField.chosen.map { rows.indices.contains($0) && rows[$0].isSet } ?? false
    let word = post == nil ? viewModel.open : isSet ? viewModel.remove : viewModel.add
    return [
      KeyHint(Key(.enter), word: word), KeyHint(Key(.up), Key(.down), word: viewModel.choose),
      KeyHint(Key(.escape), word: viewModel.leave),
    ]
  }

  func handleEvent(_ event: SceneEvent) -> Bool {
    switch event {
    case .key(let key): guard handleKey(key) else { return false }
    case .paste(let text): filterField.pasteText(text)
    case .mouse(let mouse, _):
      if let row = filterField.handleMouse(mouse, from: origin, of: rows.count) {
        chooseTagRow(row)
      }
    case .command, .edited: return false
    }
    navigator?.redraw()
    return true
  }

  private func handleKey(_ key: Key) -> Bool {
    switch key.code {
    case .escape: navigator?.navigate(to: .back)
    case .enter:
      if let place = filterField.chosen {
        chooseTagRow(place)
      } else if post == nil {
        if !rows.isEmpty { chooseTagRow(0) }
      } else if !filterField.text.isEmpty {
        send(.add(filterField.text))
      }
    default:
      switch filterField.handleKey(key, of: rows.count) {
      case .ignored: return false
      case .cursorMoved: filterField.list.resetSelection()
      case .textChanged: filterField.list.resetSelection()
      case .selectionChanged: break
      }
    }
    return true
  }

  /// Adds or removes the tag of a row, or opens its stream.
  private func chooseTagRow(_ place: Int) {
    guard rows.indices.contains(place) else { return }
    let tag = rows[place].tag
    guard post == nil else { return send(.toggle(tag)) }
    navigator?.navigate(to: .back)
    navigator?.navigate(to: .stream(DerivedFeed.tagged(tag).feed()))
  }
}

extension BookmarkTagsView: Displaying {
  func display(_ viewModel: BookmarkTagsViewModel) {
    let before = self.viewModel?.added
    self.viewModel = viewModel
    if let added = viewModel.added, added != before {
      filterField = FilterField()
      filterField.list.chooseRow(rows.firstIndex { $0.tag == added })
    }
    navigator?.redraw()
  }

  func perform(_ effect: Effect) { navigator?.performEffect(effect) }
}

extension BookmarkTagsView {
  func screenReaderContents(at now: Timestamp) -> ScreenReaderContents {
    guard let viewModel else {
      var words = ScreenReaderContents(title: "")
      words.isBusy = true
      return words
    }
    var words = ScreenReaderContents(title: viewModel.title)
    words.setFilterFieldQuestion(
      viewModel.help, filterField,
      choices: rows.map { ($0.isSet ? $0.name + " ✓, " : $0.name + ", ") + $0.count }
    ) { [weak self] in self?.filterField.list.chooseRow($0) }
    return words
  }
}
