import FeedDomain
import PhotoDisplay
import Preferences
import Terminal
import UseCases
import Words

/// The state of the search field.
struct SearchTyping {
  var field = TextField()
  /// Whether the field has the keyboard focus, rather than the results.
  var isOn = true
  /// The index of the earlier search in the field; 0 is the latest.
  var recalled: Int?
  /// The words last sent to the service.
  var submitted = ""
}

/// The search scene: a text field, and below it the results.
@MainActor final class SearchView: PostListScene {
  weak var navigator: (any Navigator)?
  let posts: PostPresentation
  let world: any World
  let request: SceneRequests<Search.Request>
  /// The query that is run when the scene opens; nil for none.
  private let words: String?
  var displayStates = PostDisplayStates()
  var viewModel = SearchViewModel()
  package var pane = ListPane<SearchRow, PostClick>()
  var typing = SearchTyping()
  /// Whether the user moved the selection since the search began.
  var hasMoved = false
  /// The rectangles of field and results in the last drawing, for mouse events.
  private(set) var drawn: (field: CellRect, pane: CellRect)?

  init(
    interactor: any Interacting<Search.Request>, posts: PostPresentation, world: any World,
    words: String? = nil
  ) {
    self.words = words
    request = SceneRequests(to: interactor)
    self.posts = posts
    self.world = world
  }

  var header: Header {
    Header(
      viewModel.title, failure: viewModel.failure, activity: viewModel.activity,
      aside: viewModel.summary)
  }

  var traits: SceneTraits { SceneTraits(takesText: typing.isOn) }

  var priorityCommands: [Command] { [.nextResult, .previousResult] }

  var hintWords: [Command: SafeText] { [.view: posts.wording.catchUpOrder] }

  var hints: [Command] {
    guard !typing.isOn else { return [] }
    let tail: [Command] = [.search, .view, .keepTab, .refresh, .help]
    guard let row = pane.selected else { return [.back] + tail }
    guard let item = row.post else { return [.back, .open] + tail }
    let own = posts.abilities.hints(for: item, at: world.now)
    return [.back] + own.prefix(4) + tail + own.dropFirst(4)
  }

  var keyHints: [Hint] { typing.isOn ? viewModel.keys : [] }

  var clickTargets: [ClickTarget] { clickTargetsInList.map { $0.moved(down: rowsAbove) } }

  /// The number of rows above the results.
  var rowsAbove: Int { drawn.map { $0.pane.origin.row - $0.field.origin.row } ?? 0 }

  func isMoving(at now: Timestamp) -> Bool {
    posts.options.isAnimated && (displayStates.isMoving || viewModel.notice?.isBusy == true)
  }

  func opened() {
    request.once(.open)
    guard let words, typing.submitted.isEmpty else { return }
    submit(words)
  }

  func closed() {
    request(.close)
    request.cancel()
  }

  func draw(on canvas: inout Canvas, in rect: CellRect, _ drawing: Drawing) {
    endFlashes(at: drawing.now)
    let field = drawField(on: &canvas, in: rect, drawing)
    let isRoomy = rect.size.rows >= 10
    let top = isRoomy || hasStrip && rect.size.rows >= 4 ? 2 : 1
    if top > 1 { drawStrip(on: &canvas, in: rect.line(rect.origin.row + 1), drawing.theme) }
    let body = CellRect(
      row: rect.origin.row + top, column: rect.origin.column,
      rows: max(1, rect.size.rows - top), columns: rect.size.columns)
    drawn = (field, body)
    drawRows(on: &canvas, in: body, drawing)
  }

  /// Loads more near the end of the results.
  func moved() {
    hasMoved = true
    navigator?.redraw()
    if viewModel.results.hasMore, pane.shouldLoadMore() { request(.more) }
  }
}

extension SearchView {
  /// Draws the text field and returns its rectangle.
  private func drawField(
    on canvas: inout Canvas, in rect: CellRect, _ drawing: Drawing
  ) -> CellRect {
    let theme = drawing.theme
    let prompt = Line(viewModel.prompt, theme.style(.busy))
    let row = rect.origin.row
    let left = rect.origin.column + (rect.size.columns >= 40 ? 2 : 0)
    canvas.write(prompt, at: CellPosition(row: row, column: left), within: rect)
    let box = CellRect(
      row: row, column: left + prompt.columns, rows: 1,
      columns: max(1, min(60, rect.columns.upperBound - left - prompt.columns - 1)))
    typing.field.draw(
      on: &canvas, in: box, theme.style(.field), isFocused: typing.isOn && drawing.isFront)
    return box
  }

  /// Whether the line below the field is in use.
  private var hasStrip: Bool {
    switch viewModel.strip {
    case .nothing, .advice: false
    case .completions: typing.isOn
    case .mistake: true
    }
  }

  /// Draws the line below the field.
  private func drawStrip(on canvas: inout Canvas, in rect: CellRect, _ theme: Theme) {
    var line = Line()
    switch viewModel.strip {
    case .nothing: return
    case .advice(let words): line.append(words, theme.style(.faint))
    case .mistake(let words): line.append(words, theme.style(.bad))
    case .completions(let words):
      guard typing.isOn else { return }
      line = Hint(Key(.tab), word: "").line(
        Hint.Look(key: theme.style(.strong), gap: .plain, word: theme.style(.faint)))
      for (place, word) in words.enumerated() {
        line.pad(place == 0 ? 1 : 2)
        line.append(SafeText(sanitizing: word), theme.style(place == 0 ? .text : .faint))
      }
    }
    let left = rect.origin.column + (rect.size.columns >= 40 ? 4 : 0)
    canvas.write(
      line.cut(columns: max(1, rect.columns.upperBound - left - 1)),
      at: CellPosition(row: rect.origin.row, column: left), within: rect)
  }

  private func drawRows(on canvas: inout Canvas, in rect: CellRect, _ drawing: Drawing) {
    let theme = drawing.theme
    if let notice = viewModel.notice {
      return notice.draw(on: &canvas, in: rect, drawing, posts.options)
    }
    let room = PictureRoom(drawing.pictures, pane: rect.size, posts.options)
    let layout = SearchLayout(
      posts: posts, theme: theme, now: drawing.now,
      highlight: SearchHighlight(sought: viewModel.results.sought), room: room)
    let look = ListPane<SearchRow, PostClick>.Look(
      theme: theme, second: drawing.second, pictures: room, sought: viewModel.results.sought)
    pane.fit(rect.size, look: look) {
      layout.block($0, columns: $1)
    }
    pane.draw(
      on: &canvas, in: rect,
      mark: drawing.isFront && !typing.isOn ? .init(theme, posts.options) : nil,
      pictures: PictureBox(drawing, posts))
  }
}

extension SearchView: Displaying {
  func display(_ viewModel: SearchViewModel) {
    let isOther = viewModel.rows.first?.id != self.viewModel.rows.first?.id
    show(viewModel.rows, replacing: self.viewModel.rows)
    self.viewModel = viewModel
    // Whoever has not moved yet looks at the best that was found, also where that comes last; and
    // while one types, what is found begins at its top.
    if !hasMoved || typing.isOn && isOther { pane.selectFirst() }
    // With nothing typed and nothing to choose, the keys are for typing. Where something was looked
    // for, they are not, whatever came of it: a command would end up as a letter.
    if pane.items.isEmpty, typing.field.text.isEmpty { typing.isOn = true }
    navigator?.redraw()
  }
}

extension SearchView {
  func toggle(_ action: Post.OwnActions, on post: Post.ID) { request(.toggle(post, action)) }

  func delete(_ post: Post.ID) { request(.delete(post)) }
}
