import FeedDomain
import PhotoDisplay
import Preferences
import Terminal
import Words

/// The page while one writes on it: leads keys, pastes and the mouse to whatever has the focus.
struct ComposeSheet {
  /// What takes the keys.
  enum Focus: Equatable {
    /// The text, or the words before it.
    case text
    /// The place where pictures are added.
    case pictures(PicturePanel)
    /// The poll.
    case poll
    /// What else is said about the post.
    case more
  }

  /// What stands around the text.
  let frame: ComposeViewModel.Frame
  private let options: DisplayOptions
  /// What is being written.
  private(set) var form: DraftForm
  /// What takes the keys.
  private(set) var focus = Focus.text
  /// What the word or the path that is being written may go on to.
  private(set) var popup: CompletionPopup?
  /// The beginning of a word for which others were asked last.
  private var asked: String?
  /// Where things were drawn, for the mouse, which counts from the scene's own corner.
  private var corner = CellPosition(row: 0, column: 0)
  private var page = ComposePage(CellRect(row: 0, column: 0, rows: 1, columns: 80))
  private var warningRect: CellRect?
  private var scroll = 0
  /// How many of the hints had room where they were drawn.
  private var shownHints = 0

  /// A page to write on a draft.
  init(
    _ draft: Draft, _ frame: ComposeViewModel.Frame, _ moments: MomentText,
    _ options: DisplayOptions = DisplayOptions()
  ) {
    self.frame = frame
    self.options = options
    form = DraftForm(draft, frame, moments)
  }

  /// Where pictures are added; nil while that is closed.
  private(set) var panel: PicturePanel? {
    get { if case .pictures(let panel) = focus { panel } else { nil } }
    set { if let newValue { focus = .pictures(newValue) } }
  }

  /// Whether the keys go into the text.
  var takesLines: Bool { focus == .text && form.field == .text }

  /// What has no room inside stands in the bottom line, which is as wide as the screen.
  var outerHints: [Hint] {
    let help = [frame.labels.help]
    return shownHints > 0 ? help + hints.dropFirst(shownHints) : hints + help
  }

  /// What the keys do where they go by now.
  private var hints: [Hint] {
    let labels = frame.labels
    return switch focus {
    case .text: labels.hints
    case .pictures(let panel) where panel.describes:
      [labels.pictures.describe] + labels.pictures.hints.dropFirst()
    case .pictures: labels.pictures.hints
    case .poll: labels.poll.hints
    case .more: labels.more.hints
    }
  }
}

extension ComposeSheet {
  /// Answers a key.
  mutating func handle(_ key: Key) -> ComposeEffect {
    // Of several paths, Tab goes on with what they have in common.
    let tabTakesFirst = panel == nil
    switch popup?.handle(key, tabTakesFirst: tabTakesFirst) {
    case .taken(let word): return take(word)
    case .closed: popup = nil
    case .moved: break
    case nil: return handleOnPage(key)
    }
    return .seen
  }

  /// Takes what was pasted.
  mutating func paste(_ pasted: String) -> ComposeEffect {
    switch focus {
    case .text: form.insert(pasted)
    case .poll: form.poll?.insert(pasted)
    case .more: return form.more.paste(pasted)
    case .pictures:
      panel?.insert(pasted)
      return .seen
    }
    return .changed
  }

  /// Takes what comes back from the person's editor.
  mutating func replaceText(with edited: String) -> ComposeEffect {
    form.replaceText(with: edited) ? .changed : .seen
  }

  /// The name or tag that was begun, where it is another one than before; what was offered for that
  /// one goes.
  mutating func beginWord() -> String? {
    let word = focus == .text && form.field == .text ? form.text.unfinishedWord : nil
    guard word != asked else { return nil }
    (asked, popup) = (word, nil)
    return word
  }

  /// Offers words; they answer one that may have been finished, or gone on with, meanwhile.
  mutating func offer(_ words: [Completion]) {
    guard focus == .text else { return }
    guard let beginning = asked?.lowercased() else { return popup = nil }
    popup = CompletionPopup(words.filter { $0.word.lowercased().hasPrefix(beginning) })
  }

  /// Goes on with the path as far as only one way leads, and lists the ways from there.
  mutating func offer(_ paths: [String], beginning: String) -> ComposeEffect {
    guard panel?.goOn(with: paths, from: beginning) == true else { return .ignored }
    guard paths.count == 1, let only = paths.first, !beginning.isEmpty else {
      popup = CompletionPopup(paths: paths, beginning: beginning)
      return .seen
    }
    popup = nil
    return only.isFolder && only != beginning ? .ask(.completePath(only)) : .seen
  }

  /// Takes the pictures that go with the post now.
  mutating func attach(_ pictures: [Draft.Attachment]) {
    form.pictures = pictures
    panel?.clear()
  }

  /// Asks for another picture than the one that was refused.
  mutating func refusePicture() { panel?.refuse() }
}

extension ComposeSheet {
  private mutating func handleOnPage(_ key: Key) -> ComposeEffect {
    let effect = handleInFocus(key)
    if effect == .closed { return close() }
    guard effect == .ignored else { return effect }
    // What a part has no use for must not change the text behind it.
    if focus != .text, key.code != .function(1), !key.modifiers.contains(.control) { return .seen }
    switch (key.code, key.modifiers) {
    case (.escape, _): return .leave
    case (.function(1), _): return .help
    case (.character("s"), .control), (.enter, .alt), (.enter, .control): return send()
    case (.character("x"), .control): return .edit
    case (.character("x"), .alt): return .discard
    case (.character("t"), .control): return form.toggleWarning(frame)
    case (.character("o"), .control), (.character("v"), .alt): return form.showToNext(frame)
    case (.character("p"), .control): return openPictures()
    case (.character("p"), .alt): return openPoll()
    case (.character("o"), .alt): return openMore()
    case (.character("s"), .alt): return form.cover(frame)
    case (.tab, _) where form.warning != nil: form.changeField()
    default:
      let effect = form.handle(key, columns: page.text.size.columns, page: page.text.size.rows)
      guard effect == .moved else { return effect == .changed ? .changed : .ignored }
      popup = nil
    }
    return .seen
  }

  private mutating func handleInFocus(_ key: Key) -> ComposeEffect {
    switch focus {
    case .text: return .ignored
    case .poll: return form.poll?.handle(key) ?? .ignored
    case .more: return form.more.handle(key)
    case .pictures(var panel):
      let path = panel.path.text
      let effect = panel.handle(key, &form, frame)
      focus = .pictures(panel)
      // What is offered goes on from the path.
      if panel.field != .path { popup = nil }
      if panel.path.text != path { popup = popup?.beginning(panel.path.text) }
      return effect
    }
  }

  /// Takes the word or the path that is offered.
  private mutating func take(_ word: String) -> ComposeEffect {
    popup = nil
    if let effect = panel?.take(word) { return effect }
    form.text.finish(with: word)
    return .changed
  }

  private func send() -> ComposeEffect {
    // A picture that is typed but not added yet is meant to go along.
    if let request = panel?.unasked { return .ask(request) }
    return form.more.isMomentUnclear ? .say(frame.labels.more.unclear, .bad) : .send
  }

  /// Goes back to the text; a poll into which nothing was typed is none.
  private mutating func close() -> ComposeEffect {
    if focus == .poll { form.poll = form.poll?.tidied }
    return open(.text)
  }

  private mutating func open(_ part: Focus) -> ComposeEffect {
    (popup, focus) = (nil, part)
    return .seen
  }

  private mutating func openPictures() -> ComposeEffect {
    if let reason = frame.withheld[.pictures] { return .say(reason) }
    guard form.poll?.poll == nil else { return .say(frame.labels.poll.notAlone) }
    form.poll = nil
    let effect = open(.pictures(PicturePanel()))
    // The arrows choose among the pictures that are there.
    return form.pictures.isEmpty ? .ask(.completePath("")) : effect
  }

  private mutating func openPoll() -> ComposeEffect {
    // One that is there can be taken out, whatever the service thinks of it by now.
    if form.poll == nil {
      if let reason = frame.withheld[.poll] { return .say(reason) }
      guard form.pictures.isEmpty else { return .say(frame.labels.poll.notAlone) }
      form.poll = PollForm(nil, within: frame.polls ?? .standard)
    }
    return open(.poll)
  }

  private mutating func openMore() -> ComposeEffect {
    if let reason = frame.withheld[.more] { return .say(reason) }
    form.more.open()
    return open(.more)
  }
}

extension ComposeSheet {
  /// Answers the mouse: the keys go where it points.
  mutating func handle(_ mouse: MouseEvent) -> ComposeEffect {
    switch mouse.action {
    case .wheelUp: turn(by: -1)
    case .wheelDown: turn(by: 1)
    case .press(1):
      return point(
        CellPosition(
          row: mouse.position.row + corner.row, column: mouse.position.column + corner.column))
    default: return .ignored
    }
    return .seen
  }

  private mutating func turn(by step: Int) {
    if popup != nil {
      popup?.choose(by: step)
    } else {
      form.text.moveRows(by: 3 * step, columns: page.text.size.columns)
    }
  }

  private mutating func point(_ position: CellPosition) -> ComposeEffect {
    if let word = popup?.word(at: position) { return take(word) }
    popup = nil
    if let effect = pointBelowText(position) { return effect }
    // What was begun there is not lost by a click beside it.
    if panel?.isEmpty != false { _ = close() }
    if let rect = warningRect, rect.contains(position) {
      form.pointAtWarning(position.column - rect.origin.column, columns: rect.size.columns)
    } else if page.text.contains(position) {
      form.pointAtText(
        row: position.row - page.text.origin.row + scroll,
        column: position.column - page.text.origin.column, columns: page.text.size.columns)
    }
    return .seen
  }

  private mutating func pointBelowText(_ position: CellPosition) -> ComposeEffect? {
    if let rect = page.panel, rect.contains(position) {
      if focus == .more {
        form.more.point(at: position.row - rect.origin.row)
        return .seen
      }
      if panel?.point(at: position) == true { return .seen }
    }
    if let rect = page.pictures, rect.contains(position) {
      let effect = panel == nil ? openPictures() : .seen
      panel?.choose(position.row - rect.origin.row)
      return effect
    }
    guard let rect = page.poll, rect.contains(position), form.poll != nil else { return nil }
    form.poll?.point(at: position.row - rect.origin.row)
    return focus == .text ? open(.poll) : .seen
  }
}

extension ComposeSheet {
  /// Draws it, and how the text stands; one that is on its way has no cursor.
  @MainActor mutating func draw(
    on canvas: inout Canvas, in rect: CellRect, _ drawing: Drawing,
    _ status: ComposeViewModel.Status, isSending: Bool
  ) {
    let (theme, isPlain) = (drawing.theme, options.isPlain)
    let original = frame.original.map {
      OriginalPost($0, columns: ComposePage.columns(in: rect), theme, isPlain: isPlain)
    }
    corner = rect.origin
    page = ComposePage(
      rect, original: original?.rows ?? 0, hasWarning: form.warning != nil,
      pictures: form.pictures.count, poll: form.poll?.rows ?? 0,
      panel: panel != nil ? 2 : focus == .more ? form.more.rows.count : 0,
      showsPictures: drawing.pictures.isOn && !isPlain
        && form.pictures.contains { !$0.isPosted })
    original?.draw(on: &canvas, in: page.original, theme)
    let takesKeys = drawing.isFront && !isSending && focus == .text
    warningRect = page.warning.map {
      canvas.write(label: Line(frame.labels.warning, theme.style(.warning)), in: $0)
    }
    if let rect = warningRect {
      form.warning?.draw(
        on: &canvas, in: rect, theme.style(.field), isFocused: takesKeys && form.field == .warning)
    }
    form.text.draw(
      on: &canvas, in: page.text, scroll: &scroll, style: theme.style(.text),
      isFocused: takesKeys && form.field == .text)
    if form.text.characters.isEmpty {
      write(Line(frame.labels.placeholder, theme.style(.faint)), page.text, on: &canvas)
    }
    drawParts(on: &canvas, drawing)
    if let rule = page.rule, !isPlain {
      let dashes = SafeText(repeating: "─", count: rule.size.columns)
      write(Line(dashes, theme.style(.rule)), rule, on: &canvas)
    }
    ComposeStatusLine(status: status, form: form, frame: frame, isPlain: isPlain)
      .draw(on: &canvas, in: page.status, theme)
    let hints = self.hints
    shownHints = page.keys.map { HintLine.count(of: hints, columns: $0.size.columns) } ?? 0
    if let keys = page.keys {
      write(HintLine.line(hints, columns: keys.size.columns, theme: theme), keys, on: &canvas)
    }
    if drawing.isFront, let cursor = canvas.cursor,
      let list = popup?.rect(at: cursor, in: page.text)
    {
      popup?.draw(on: &canvas, in: list, theme)
    }
  }

  @MainActor private mutating func drawParts(on canvas: inout Canvas, _ drawing: Drawing) {
    let (labels, isPlain, isInPoll) = (frame.labels, options.isPlain, focus == .poll)
    let pictures = PictureList(pictures: form.pictures, frame: frame)
    if let rect = page.pictures {
      pictures.draw(on: &canvas, in: rect, chosen: panel?.chosen, drawing.theme)
    }
    if let rect = page.poll {
      form.poll?.draw(
        labels.poll, on: &canvas, in: rect, drawing, isPlain: isPlain, isFocused: isInPoll)
    }
    if let rect = page.thumbnails { pictures.drawThumbnails(on: &canvas, in: rect, drawing) }
    guard let rect = page.panel else { return }
    if focus == .more { form.more.draw(labels.more, on: &canvas, in: rect, drawing) }
    panel?.draw(
      labels.pictures, on: &canvas, in: rect, drawing.theme, isFocused: drawing.isFront)
  }

  private func write(_ line: Line, _ rect: CellRect, on canvas: inout Canvas) {
    canvas.write(line.cut(columns: rect.size.columns), at: rect.origin, within: rect)
  }
}
