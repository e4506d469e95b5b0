import FeedDomain
import PhotoDisplay
import Preferences
import Terminal
import UseCases
import Words

extension SafeWebLink {
  /// The web page with the licence of the map data, to which the credit in the overlay for choosing
  /// a place links.
  static let mapTerms = SafeWebLink("https://www.openstreetmap.org/copyright")
}

struct NearbyPhotosPlaceViewModel: Equatable {
  struct PlaceOption: Equatable {
    let place: Place
    /// The name of a place in the overlay for choosing a place, or its coordinates if it has no
    /// name.
    let name: SafeText
    /// The coordinates beside the name in the overlay for choosing a place, as text; empty if the
    /// place has no name.
    let coordinates: SafeText
  }

  let title, question, help: SafeText
  let recentTitle: SafeText
  let hints: [KeyHint]
  /// The text in the overlay for choosing a place that credits the owner of the place data; empty
  /// if no credit is required.
  let credit: SafeText
  let recent: [PlaceOption]
  let choices: [PlaceOption]
  let progress: PlaceSearchProgress

  enum PlaceSearchProgress: Equatable {
    case idle
    case busy(SafeText)
    case failed(SafeText)
  }
}

extension NearbyPhotosPlaceViewModel {
  /// Creates the view model of the overlay for choosing a place; `credit` names the owner of the
  /// place data, nil if no credit is required.
  init(_ state: NearbyPhotosPlaceScene.SceneState, _ wording: Wording, credit: String? = nil) {
    title = wording.say("Place")
    question = wording.say("Choose a place for nearby photos.")
    help = wording.say("The name of a place, or coordinates such as 51.5, -0.1")
    recentTitle = wording.say("Recent places:")
    hints = [
      KeyHint(Key(.enter), label: wording.say("search here")),
      // The key for leaving is the second hint, so that it always fits.
      KeyHint(Key(.escape), label: wording.say("close")),
      KeyHint(.controlKey("t"), label: wording.say("show trending")),
      KeyHint(.controlKey("g"), label: wording.say("my location")),
    ]
    self.credit = SafeText(sanitizing: credit ?? "")
    func placeOption(_ place: Place) -> PlaceOption {
      let coordinates = wording.coordinatesText(place)
      let name = SafeText(sanitizing: place.name)
      return name.isEmpty
        ? PlaceOption(place: place, name: coordinates, coordinates: "")
        : PlaceOption(place: place, name: name, coordinates: coordinates)
    }
    recent = state.recent.map(placeOption)
    choices = state.foundPlaces.prefix(8).map(placeOption)
    progress =
      switch state.search {
      case .idle: .idle
      case .searching: .busy(wording.say("Looking up the place"))
      case .locating: .busy(wording.findingPlace)
      case .failed(let error): .failed(wording.sentence(for: error))
      case .unknown(let name): .failed(wording.unknownPlaceMessage(name))
      case .namesUnknown: .failed(wording.namesUnknown)
      case .notLocated: .failed(wording.notLocated)
      }
  }
}

/// An overlay for choosing the place of a stream of nearby photos: a search field, with matching or
/// recent places below.
@MainActor
final class NearbyPhotosPlaceView: Scene {
  weak var navigator: (any Navigator)?
  private let options: DisplayOptions
  private let send: SceneRequestSender<NearbyPhotosPlaceScene.SceneRequest>
  private var viewModel: NearbyPhotosPlaceViewModel?
  private(set) var filterField = FilterField()
  private var fieldRect: CellRect?
  private var choiceRows: Range<Int> = 0..<0

  init(
    interactor: any Interacting<NearbyPhotosPlaceScene.SceneRequest>,
    options: DisplayOptions = DisplayOptions()
  ) {
    send = SceneRequestSender(to: interactor)
    self.options = options
  }

  var header: SceneHeader { SceneHeader(viewModel?.title ?? "") }
  var keyHints: [KeyHint] { viewModel?.hints ?? [] }
  var properties: SceneProperties { SceneProperties(takesText: true, isOverlay: true) }

  func isAnimating(at now: Timestamp) -> Bool {
    guard options.isAnimated, case .busy = viewModel?.progress else { return false }
    return true
  }

  var choices: [NearbyPhotosPlaceViewModel.PlaceOption] {
    (offersRecent ? viewModel?.recent : viewModel?.choices) ?? []
  }

  /// True if the overlay for choosing a place lists recently chosen places, because nothing has
  /// been typed or found.
  var offersRecent: Bool { filterField.text.isEmpty && viewModel?.choices.isEmpty == true }

  func sceneDidAppear() { send.sendOpeningRequestOnce(.open) }

  func sceneDidClose() {
    send(.close)
    send.cancelAllRequests()
  }

  func handleEvent(_ event: SceneInputEvent) -> Bool {
    switch event {
    case .key(let key): return handleKey(key)
    case .paste(let text):
      filterField.pasteText(text)
      requestTypedPlaces()
    case .mouse(let mouse, _): return handleMouse(mouse)
    case .command, .edited: return false
    }
    return true
  }

  private func handleKey(_ key: Key) -> Bool {
    switch (key.code, key.modifiers) {
    case (.escape, _): navigator?.navigate(to: .back)
    case (.enter, _): choosePlaceOfNearbyPhotos()
    case (.character("t"), .control): send(.trending)
    case (.character("g"), .control): send(.locate)
    default:
      switch filterField.handleKey(key, of: choices.count) {
      case .ignored: return false
      case .textChanged: requestTypedPlaces()
      case .selectionChanged, .cursorMoved: break
      }
    }
    navigator?.requestRedraw()
    return true
  }

  /// Requests the places whose names begin with the typed text.
  private func requestTypedPlaces() {
    send(.type(filterField.text))
    navigator?.requestRedraw()
  }

  /// Chooses the selected place; without one, the place that the typed text names.
  private func choosePlaceOfNearbyPhotos() {
    if let chosen = filterField.chosen, choices.indices.contains(chosen) {
      return send(.choose(choices[chosen].place))
    }
    send(.take(filterField.text))
  }

  private func handleMouse(_ mouse: MouseEvent) -> Bool {
    guard case .press(1) = mouse.action else { return false }
    if choiceRows.contains(mouse.position.row) {
      let index = mouse.position.row - choiceRows.lowerBound
      if choices.indices.contains(index) { send(.choose(choices[index].place)) }
      return true
    }
    guard let fieldRect, fieldRect.contains(mouse.position) else { return false }
    filterField.placeCursor(
      at: mouse.position.column - fieldRect.origin.column, columns: fieldRect.size.columns)
    navigator?.requestRedraw()
    return true
  }

  func drawScene(on canvas: inout Canvas, in rect: CellRect, _ drawing: DrawingParameters) {
    guard let viewModel else { return }
    // On a low screen the field and the choices get the room.
    let isRoomy = rect.size.rows >= 14
    let isFramed = isRoomy && !options.isPlain && rect.size.columns >= 40
    var page = NearbyPhotosPlacePage(
      in: rect, firstRow: isRoomy ? max(1, rect.size.rows / 5) : 0, margin: isFramed ? 4 : 1)
    let first = page.row
    let theme = drawing.theme
    if rect.size.rows > 2 { page.appendText([StyledSpan(viewModel.question, .strong)], theme) }
    if rect.size.rows >= 8 {
      let help = Line(viewModel.help, theme.style(.faint))
      for line in TextWrapper.wrappedLines(of: help, columns: page.columns) {
        page.appendLine(line)
      }
    }
    if isRoomy { page.row += 1 }
    fieldRect = CellRect(
      row: page.row, column: page.left - rect.origin.column, rows: 1, columns: page.columns)
    page.row += isRoomy ? 2 : 1
    if offersRecent, isRoomy, !choices.isEmpty {
      page.appendText([StyledSpan(viewModel.recentTitle, .faint)], theme)
    }
    appendPlaceOptions(choices, to: &page, isRoomy: isRoomy, theme, credit: viewModel.credit)
    appendSearchProgress(viewModel, to: &page, drawing)
    let end = max(fieldRect?.rows.upperBound ?? 0, page.end)
    let frame = CellRect(
      row: rect.origin.row + first - 1, column: page.left - 2, rows: end - first + 2,
      columns: page.columns + 4)
    // Without a frame the whole area is cleared, since nothing useful of the scene behind would be
    // visible.
    canvas.fillRect(isFramed ? frame : rect, theme.style(.text))
    page.drawPage(on: &canvas)
    if let chosen = filterField.chosen {
      canvas.point = CellPosition(
        row: rect.origin.row + choiceRows.lowerBound + chosen, column: page.left)
    }
    if isFramed {
      PhotoBoxBorder(style: theme.style(.rule), isRound: true).drawPhotoBorder(
        on: &canvas, in: frame, within: rect)
    }
    if let box = fieldRect?.absoluteRect(in: rect) {
      filterField.field.drawTextField(
        on: &canvas, in: box, theme.style(.field), isFocused: !filterField.list.holdsCursor)
    }
  }

  private func appendPlaceOptions(
    _ choices: [NearbyPhotosPlaceViewModel.PlaceOption], to page: inout NearbyPhotosPlacePage,
    isRoomy: Bool,
    _ theme: Theme,
    credit: SafeText
  ) {
    // The credit of the map data needs a row below the places.
    let owed = credit.isEmpty ? 0 : 1
    let room = max(0, page.rect.size.rows - page.row - (isRoomy ? 3 : 0) - owed)
    let first = page.row
    for (index, choice) in choices.prefix(room).enumerated() {
      let isChosen = index == filterField.chosen
      let style = theme.style(isChosen ? .currentTab : .text)
      var line = Line(isChosen ? "› " : "  ", style)
      line.append(choice.name, style)
      let rest = TextWidth.columnCount(of: choice.coordinates)
      if line.columns + rest + 2 <= page.columns {
        line.appendBlanks(page.columns - line.columns - rest, style)
        line.append(choice.coordinates, isChosen ? style : theme.style(.faint))
      }
      page.appendLine(line)
    }
    choiceRows = first..<page.row
    if !choiceRows.isEmpty, !credit.isEmpty {
      page.appendText([StyledSpan(credit, .faint, link: SafeWebLink.mapTerms)], theme)
    }
    if isRoomy, !choiceRows.isEmpty { page.row += 1 }
  }

  private func appendSearchProgress(
    _ viewModel: NearbyPhotosPlaceViewModel, to page: inout NearbyPhotosPlacePage,
    _ drawing: DrawingParameters
  ) {
    switch viewModel.progress {
    case .idle: break
    case .busy(let activity):
      let sign = Spinner.spinnerSign(frame: drawing.frame, options) + " "
      page.appendText([StyledSpan(sign, .busy), StyledSpan(activity, .faint)], drawing.theme)
    case .failed(let failure):
      let words = Line(failure, drawing.theme.style(.bad))
      for line in TextWrapper.wrappedLines(of: words, columns: page.columns) {
        page.appendLine(line)
      }
    }
  }
}

extension NearbyPhotosPlaceView: Displaying {
  func display(_ viewModel: NearbyPhotosPlaceViewModel) {
    let before = choices
    self.viewModel = viewModel
    if choices != before { filterField.list.resetSelection() }
    navigator?.requestRedraw()
  }
}

/// A page of the overlay for choosing a place: its lines of text, each with its row.
private struct NearbyPhotosPlacePage {
  let rect: CellRect
  let columns: Int
  let left: Int
  /// The number of the row for the next line of text, relative to the overlay for choosing a place.
  var row: Int
  private var lines: [(row: Int, line: Line)] = []

  /// The number of the row below the last line of text, relative to the overlay for choosing a
  /// place.
  var end: Int { (lines.last?.row ?? 0) + 1 }

  init(in rect: CellRect, firstRow: Int, margin: Int) {
    self.rect = rect
    columns = max(1, min(60, rect.size.columns - 2 * margin))
    left = rect.origin.column + (rect.size.columns - columns) / 2
    row = firstRow
  }

  mutating func appendText(_ text: StyledText, _ theme: Theme) {
    appendLine(theme.styledLine(text))
  }

  mutating func appendLine(_ line: Line) {
    lines.append((row, line.truncatedLine(columns: columns)))
    row += 1
  }

  func drawPage(on canvas: inout Canvas) {
    for (row, line) in lines {
      canvas.writeLine(
        line, at: CellPosition(row: rect.origin.row + row, column: left), within: rect)
    }
  }
}

extension NearbyPhotosPlaceView {
  func screenReaderContents(at now: Timestamp) -> ScreenReaderContents {
    var words = ScreenReaderContents(header)
    guard let viewModel else {
      words.isBusy = true
      return words
    }
    words.notes = [viewModel.question]
    switch viewModel.progress {
    case .idle: break
    case .busy(let sentence): (words.notes, words.isBusy) = (words.notes + [sentence], true)
    case .failed(let sentence): words.notes.append(sentence)
    }
    let names = choices.map {
      $0.coordinates.isEmpty ? $0.name : $0.name + ", " + $0.coordinates
    }
    words.setFilterFieldQuestion(viewModel.help, filterField, choices: names) { [weak self] in
      self?.filterField.list.selectChoiceRow($0)
    }
    return words
  }
}
