import FeedDomain
import PhotoDisplay
import Preferences
import Terminal
import UseCases
import Words

/// A list of what a service tells besides posts, people and notices.
@MainActor final class ListingView: ListScene {
  weak var stage: (any Stage)?
  private let subject: Listing.Subject
  private let options: DisplayOptions
  private let requests: SceneRequests<Listing.Request>
  private var viewModel = ListingViewModel()
  /// Where words are typed that feeds are to match; nil while none are.
  private var finder: TextField?
  private let wording: Wording
  package var pane = ListPane<ListingRow, Never>(gap: 1)

  init(
    of subject: Listing.Subject, interactor: any Interacting<Listing.Request>,
    wording: Wording, options: DisplayOptions = DisplayOptions()
  ) {
    self.subject = subject
    requests = SceneRequests(to: interactor)
    (self.wording, self.options) = (wording, options)
  }

  private var isSearched: Bool { if case .feeds = subject { true } else { false } }

  var header: Header {
    let isEmpty = viewModel.rows.isEmpty
    return Header(
      viewModel.title, failure: isEmpty ? "" : viewModel.failure,
      activity: isEmpty ? "" : viewModel.activity)
  }

  var hints: [Command] {
    let row = pane.selected
    return (row?.opening == nil ? [] : [.open]) + (row?.editing == nil ? [] : [.edit])
      + (row?.removed == nil ? [] : [.delete])
      + (row?.reacting == nil ? [] : [.react])
      + [Command.like, .keepTab].filter { row?.deeds[$0] != nil }
      + (isSearched ? [.search] : []) + [.back, .refresh, .help]
  }

  var takesText: Bool { finder != nil }

  var keyHints: [Hint] {
    guard finder != nil else { return [] }
    return [
      Hint(Key(.enter), word: wording.hint(of: .search)),
      Hint(Key(.escape), word: wording.hint(of: .back)),
    ]
  }

  var withheld: [Command] {
    Command.aboutPosts.filter { command in
      switch command {
      case .delete: pane.selected?.removed == nil
      case .react: pane.selected?.reacting == nil
      default: pane.selected?.deeds[command] == nil
      }
    }
  }

  func isMoving(at now: Timestamp) -> Bool {
    options.isAnimated && (!viewModel.activity.isEmpty || viewModel.notice?.isBusy == true)
  }

  func opened() { requests.once(.open(subject)) }

  func closed() {
    requests(.close)
    requests.cancel()
  }

  func draw(on canvas: inout Canvas, in rect: CellRect, _ drawing: Drawing) {
    let theme = drawing.theme
    var rect = rect
    if let finder { rect = draw(finder, on: &canvas, in: rect, drawing) }
    if let notice = viewModel.notice {
      return notice.draw(on: &canvas, in: rect, drawing, options)
    }
    let hasCurves = options.hasSigns && !options.isPlain
    pane.fit(rect.size, look: .init(theme: theme)) {
      Self.block(of: $0, columns: $1, theme, hasCurves: hasCurves)
    }
    pane.draw(on: &canvas, in: rect, mark: drawing.isFront ? .init(theme, options) : nil)
  }

  func handle(_ event: SceneEvent) -> Bool {
    guard finder != nil else { return handleInList(event) }
    switch event {
    case .key(let key): return type(key)
    case .paste(let text): finder?.insert(text.firstLine)
    case .mouse, .command, .edited: return false
    }
    stage?.redraw()
    return true
  }

  func opens(_ row: ListingRow) -> Bool { row.opening != nil }

  func obey(_ command: Command) -> Bool {
    let row = pane.selected
    switch command {
    case .refresh: requests(.refresh)
    case .undo: requests(.undo)
    case .search where isSearched: finder = TextField()
    case .open:
      switch row?.opening {
      case .route(let route): stage?.go(to: route)
      case .link(let link): stage?.open(link)
      case .toggle(let item): requests(.toggle(item))
      case nil: return false
      }
    case .openLink, .browse, .copyLink:
      guard case .link(let link)? = row?.opening else { return false }
      command == .copyLink
        ? stage?.copy(SafeText(sanitizing: link.address)) : stage?.browse(link)
    case .edit:
      guard let route = row?.editing else { return false }
      stage?.go(to: route)
    case .react:
      guard let route = row?.reacting else { return false }
      stage?.go(to: route)
    case .like, .keepTab:
      guard let kind = row?.deeds[command], let item = row?.item else { return false }
      requests(.perform(kind, item))
    case .delete:
      guard let item = row?.removed else { return false }
      requests(.remove(item))
    default: return false
    }
    return true
  }
}

extension ListingView: Displaying {
  func display(_ viewModel: ListingViewModel) {
    self.viewModel = viewModel
    pane.show(viewModel.rows)
    obey(viewModel.cues)
    stage?.redraw()
  }
}

extension ListingView {
  /// Draws the field above the rows; returns what is left for those.
  private func draw(
    _ finder: TextField, on canvas: inout Canvas, in rect: CellRect, _ drawing: Drawing
  ) -> CellRect {
    let label = Line(wording.findFeeds + "  ", drawing.theme.style(.fieldLabel))
    canvas.write(label, at: rect.origin, within: rect)
    finder.draw(
      on: &canvas,
      in: CellRect(
        row: rect.origin.row, column: rect.origin.column + label.columns, rows: 1,
        columns: max(1, min(40, rect.size.columns - label.columns))),
      drawing.theme.style(.field), isFocused: drawing.isFront)
    return CellRect(
      row: rect.origin.row + 2, column: rect.origin.column, rows: max(0, rect.size.rows - 2),
      columns: rect.size.columns)
  }

  private func type(_ key: Key) -> Bool {
    switch (key.code, key.modifiers) {
    case (.escape, _): finder = nil
    case (.enter, _):
      let words = (finder?.text ?? "").filter { !$0.isNewline }
      finder = nil
      if words.contains(where: { !$0.isWhitespace }) {
        stage?.go(to: .listing(.feeds(matching: words)))
      }
    default:
      guard finder?.handle(key) == true else { return false }
    }
    stage?.redraw()
    return true
  }

  private static func block(
    of row: ListingRow, columns: Int, _ theme: Theme, hasCurves: Bool
  ) -> Block<Never> {
    let columns = max(1, min(columns, PostLayout.widest))
    let curve: SafeText = hasCurves ? SparkLine.text(of: row.curve) : ""
    let aside = Line(row.aside.isEmpty ? "" : "  " + row.aside, theme.style(.faint))
    var heading = Line(row.heading, theme.style(.author))
      .cut(columns: max(4, columns - aside.columns))
    heading.append(aside)
    if !curve.isEmpty { heading.append("  " + curve, theme.style(.busy)) }
    let lines = row.paragraphs.flatMap { TextWrapping.wrap(theme.line($0), columns: columns) }
    return Block(lines: [heading.cut(columns: columns)] + lines)
  }
}
