import FeedDomain
import PhotoDisplay
import Preferences
import Terminal
import UseCases
import Words

/// A page on which a post is written, which passes keys, pasted text and mouse events to the text
/// or the form with the focus.
struct ComposePage {
  /// A part of the compose page that can get the keys: the text or a form.
  enum FocusedComposePart: Equatable {
    /// A part of the compose page that gets the keys: the text of the draft, or the content warning
    /// above it.
    case text
    case pictures(PicturePanel)
    case poll
    case more
    /// A part of the compose page that gets the keys: the list of audiences, of which the one with
    /// the index is selected.
    case audience(Int)
    /// A part of the compose page that gets the keys: the list of the draft's earlier texts. The
    /// page shows the selected text in place of the draft's.
    case versions(ChoiceOverlay, texts: [String])
  }

  /// A record of the compose page's parts as last drawn, for mouse events and keys that move by
  /// rows.
  struct ComposePartPositions {
    /// The position of the compose scene's top left cell on the screen, for mouse events.
    var corner = CellPosition(row: 0, column: 0)
    var layout = ComposePageLayout(CellRect(row: 0, column: 0, rows: 1, columns: 80))
    /// The rectangle of the content warning's field on the compose page; nil without a content
    /// warning.
    var warning: CellRect?
    /// The rectangle of the audience's name, which opens the list of audiences on a click; nil if
    /// hidden.
    var audience: CellRect?
    /// The number of the first visible row of the draft's text.
    var scroll = 0
    /// The number of key hints that fit on the compose page as it was last drawn.
    var hints = 0
  }

  /// The limits, abilities and texts of the compose page for the first post of the thread.
  private let first: ComposeViewModel.ComposePageConstants
  let options: DisplayOptions
  var thread: ThreadForm
  var focus = FocusedComposePart.text
  /// The list of offered completions or corrections; nil while none are offered.
  var popup: CompletionPopup?
  /// The range of the word in the draft's text for which spelling corrections were last requested;
  /// nil for none.
  private var misspelt: Range<Int>?
  /// The picture panel that was closed before its picture was added; nil if there is none.
  private var unfinishedPanel: PicturePanel?
  /// The beginning of the word in the draft's text for which completions were last requested; nil
  /// for none.
  private var requestedCompletionPrefix: String?
  var partPositions = ComposePartPositions()

  init(
    _ frame: ComposeViewModel.ComposePageConstants, _ moments: TypedMomentFormat,
    _ options: DisplayOptions = DisplayOptions()
  ) {
    first = frame
    self.options = options
    thread = ThreadForm(frame, moments)
  }

  /// The form of the thread's post that is being edited.
  var form: DraftPostForm { thread.post }

  /// The limits, abilities and texts of the compose page for the thread's post that is being
  /// edited.
  var frame: ComposeViewModel.ComposePageConstants {
    thread.editedIndex == 0 ? first : first.following
  }

  var lacksDescription: Bool { thread.posts.contains(where: \.lacksDescription) }

  /// The panel for a draft's pictures; nil while it is closed.
  var panel: PicturePanel? {
    get { if case .pictures(let panel) = focus { panel } else { nil } }
    set { if let newValue { focus = .pictures(newValue) } }
  }

  /// True if keys are typed into the draft's text, which has several lines.
  var takesLines: Bool { focus == .text && form.field == .text }

  /// The key hints that the bottom line of the screen shows while a post is written: help, and the
  /// hints that the compose page does not show itself.
  var outerHints: [KeyHint] {
    let help = [frame.labels.help]
    // All hints are in the bottom line: help is the third, so that it always fits.
    if partPositions.layout.author != nil { return hints.prefix(2) + help + hints.dropFirst(2) }
    return partPositions.hints > 0 ? help + hints.dropFirst(partPositions.hints) : hints + help
  }

  /// The key hints for the part of the compose page that has the focus.
  var hints: [KeyHint] {
    let labels = frame.labels
    return switch focus {
    case .text: labels.hints
    case .pictures(let panel) where panel.describes:
      [labels.pictures.describe] + labels.pictures.hints.dropFirst()
    case .pictures: labels.pictures.hints
    case .poll: labels.poll.hints
    case .more: labels.more.hints
    case .audience: labels.audienceHints
    case .versions: labels.versionHints
    }
  }
}

extension ComposePage {
  mutating func handleKey(_ key: Key) -> ComposeInputResult {
    // For several paths, Tab completes their common beginning.
    let tabTakesFirst = panel == nil
    switch popup?.handleKey(key, tabTakesFirst: tabTakesFirst) {
    case .inserted(let word): return insertCompletion(word)
    case .closed: popup = nil
    case .moved: break
    case nil: return handlePageKey(key)
    }
    return .handled
  }

  mutating func pasteText(_ pasted: String) -> ComposeInputResult {
    switch focus {
    case .text: thread.post.insertText(pasted)
    case .poll: thread.post.poll?.insertAnswerText(pasted)
    case .more: return thread.post.more.pasteText(pasted)
    case .pictures:
      panel?.insertText(pasted)
      return .handled
    case .audience, .versions: return .handled
    }
    return .changed
  }

  /// Replaces the draft's text by the text from the external editor; returns `changed` if the texts
  /// differ, else `handled`.
  mutating func replaceText(with edited: String) -> ComposeInputResult {
    thread.post.replaceText(with: edited) ? .changed : .handled
  }

  /// Returns the unfinished name, tag or emoji at the cursor, for completion; nil if there is none,
  /// or if it was returned already. Closes the list of completions for another word.
  mutating func takeWordToComplete() -> String? {
    let word = focus == .text && form.field == .text ? form.text.unfinishedWord : nil
    misspelt = nil
    guard word != requestedCompletionPrefix else { return nil }
    (requestedCompletionPrefix, popup) = (word, nil)
    return word
  }

  /// Shows the offered completions or corrections, if they still match the typed text.
  mutating func showOfferedCompletions(_ offer: ComposeViewModel.OfferedCompletionList)
    -> ComposeInputResult
  {
    if offer.kind == .path { return completeOrListPaths(offer.words, beginning: offer.typedWord) }
    guard focus == .text else { return .handled }
    switch offer.kind {
    case .path: break
    case .name:
      // The user may have typed more of the word since the request.
      let beginning = requestedCompletionPrefix?.lowercased()
      popup = beginning.flatMap { beginning in
        CompletionPopup(offer.words.filter { $0.insertedText.lowercased().hasPrefix(beginning) })
      }
    case .emoji:
      guard requestedCompletionPrefix == offer.typedWord else { break }
      popup = CompletionPopup(offer.words)
      // A colon and a name are certain to mean an emoji, so the first one is selected.
      popup?.moveSelectionWrapping(by: 1)
    case .correction:
      guard let range = misspelt, form.text.cursor == range.upperBound,
        SpellCheckedWords(form.text.characters).spellCheckedWord(at: range.upperBound)?.text
          == offer.typedWord
      else { break }
      popup = CompletionPopup(offer.words)
      popup?.moveSelectionWrapping(by: 1)
    }
    return .handled
  }

  /// Completes a path in the picture panel as far as all offered paths agree, and lists the paths;
  /// for a single folder, returns the request for the paths in it.
  private mutating func completeOrListPaths(_ paths: [OfferedCompletion], beginning: String)
    -> ComposeInputResult
  {
    guard panel?.completePathIfStillTyped(with: paths.map(\.insertedText), from: beginning) == true
    else {
      return .ignored
    }
    guard paths.count == 1, let only = paths.first?.insertedText, !beginning.isEmpty else {
      popup = CompletionPopup(paths: paths, beginning: beginning)
      return .handled
    }
    popup = nil
    return only.isFolder && only != beginning ? .ask(.completePath(only)) : .handled
  }

  /// Moves the cursor to a misspelt word (the one at the cursor, else the next, else the first),
  /// and returns the request for its corrections, or a message if no word is misspelt.
  mutating func requestSpellingCorrections(_ status: ComposeViewModel.DraftTypingStatus)
    -> ComposeInputResult
  {
    guard focus == .text, form.field == .text else { return .handled }
    let wrong = status.misspeltWordsOfPost(at: thread.editedIndex)
    let words = SpellCheckedWords(form.text.characters).words.filter { wrong.contains($0.text) }
    let cursor = form.text.cursor
    guard let word = words.first(where: { $0.range.upperBound >= cursor }) ?? words.first else {
      return .say(frame.labels.nothingMisspelt)
    }
    popup = nil
    thread.post.text.moveCursor(to: word.range.upperBound)
    misspelt = word.range
    return .ask(.correct(word.text, post: thread.editedIndex))
  }

  mutating func setPictures(_ pictures: [Draft.DraftAttachment], ofPost place: Int) {
    let here = thread.editedIndex
    _ = thread.switchToThreadPostIfOther(at: place)
    thread.post.pictures = pictures
    unfinishedPanel = nil
    guard !thread.switchToThreadPostIfOther(at: here) else { return }
    // After adding a picture the text gets the focus; after describing one, the list of pictures.
    if panel?.addsPicture == true {
      _ = focusComposePart(.text)
    } else {
      panel?.clearPicturePanel()
    }
  }

  mutating func editThreadPost(at place: Int) {
    guard thread.switchToThreadPostIfOther(at: place) else { return }
    (popup, focus, requestedCompletionPrefix, partPositions.scroll) = (nil, .text, nil, 0)
  }

  /// Opens the list of the draft's earlier texts, or shows a message that says that there are none.
  mutating func showVersions(_ versions: [EarlierDraftText]) -> ComposeInputResult {
    guard !versions.isEmpty else { return .say(frame.labels.noVersions) }
    // Another part of the page was opened while the versions were read.
    guard focus == .text else { return .handled }
    let choices = versions.map { version in
      let words = version.text.prefix(200).split(whereSeparator: \.isWhitespace)
      return ChoiceOverlay.OverlayChoice(
        name: SafeText(sanitizing: words.joined(separator: " ")),
        explanation: SafeText(sanitizing: thread.moments.typedMomentText(of: version.replacedAt)))
    }
    let list = ChoiceOverlay(frame.labels.versions, choices)
    return focusComposePart(.versions(list, texts: versions.map(\.text)))
  }

  /// Replaces the text of the edited post by an earlier version; the caller has saved the replaced
  /// text.
  mutating func restoreVersion(_ text: String) -> ComposeInputResult {
    _ = focusComposePart(.text)
    thread.post.text.replaceCharacters(0..<thread.post.text.characters.count, with: text)
    return .changed
  }

  /// Stores the description that the picture panel edits; returns a request that reports it if it
  /// is too long.
  private mutating func storeDescriptionOrReportExcess() -> ComposeScene.SceneRequest? {
    guard let panel else { return nil }
    let isStored = panel.storeDescriptionUnlessTooLong(in: &thread.post, frame)
    return isStored ? nil : panel.pendingRequest
  }

  mutating func focusRefusedPicturePath() { panel?.focusRefusedPicturePath() }
}

extension ComposePage {
  private mutating func handlePageKey(_ key: Key) -> ComposeInputResult {
    let pictures = form.pictures
    let effect = handleFocusedPartKey(key)
    if effect == .closed {
      _ = closeFocusedPart()
      return form.pictures == pictures ? .handled : .changed
    }
    guard effect == .ignored else { return effect }
    // A key that a form does not handle must not change the text behind the form, and no key sends
    // or changes a text in place of which an earlier one is shown.
    if focus != .text, key.code != .function(1),
      showsEarlierText || !key.modifiers.contains(.control)
    {
      return .handled
    }
    switch (key.code, key.modifiers) {
    case (.escape, _): return .leave
    case (.function(1), _): return .help
    case (.character("s"), .control), (.enter, .alt), (.enter, .control):
      return checkDraftForSending()
    case (.character("x"), .control): return .edit
    case (.character("x"), .alt): return .discard
    case (.character("t"), .control): return thread.post.toggleContentWarning(frame)
    case (.character("o"), .control), (.character("v"), .alt):
      return thread.post.chooseNextAudience(frame)
    case (.character("p"), .control): return openPicturePanel()
    case (.character("p"), .alt): return openPollForm()
    case (.character("o"), .alt): return openOptionsForm()
    case (.character("s"), .alt): return thread.post.toggleSensitivePicturesMark(frame)
    case (.character("n"), .alt): return splitThreadPostAtCursor()
    case (.character("h"), .alt): return .ask(.offerVersions)
    case (.tab, _) where form.warning != nil: thread.post.switchFocusedField()
    default: return handleThreadMoveOrJoinKey(key) ?? handleDraftTextKey(key)
    }
    return .handled
  }

  private mutating func handleDraftTextKey(_ key: Key) -> ComposeInputResult {
    let room = partPositions.layout.text.size
    let effect = thread.post.handleKey(key, columns: room.columns, page: room.rows)
    guard effect == .moved else { return effect == .changed ? .changed : .ignored }
    popup = nil
    return .handled
  }

  /// Handles a key that moves to another post of the thread or joins two; returns nil for other
  /// keys.
  private mutating func handleThreadMoveOrJoinKey(_ key: Key) -> ComposeInputResult? {
    guard thread.count > 1 else { return nil }
    let text = form.text
    let isAtStart = form.field == .text && text.cursor == 0
    let isAtEnd = form.field == .text && text.cursor == text.characters.count
    switch (key.code, key.modifiers) {
    case (.up, .alt): editThreadPost(at: thread.editedIndex - 1)
    case (.down, .alt): editThreadPost(at: thread.editedIndex + 1)
    case (.up, []) where isAtStart && thread.editedIndex > 0:
      editThreadPost(at: thread.editedIndex - 1)
    case (.down, []) where isAtEnd && thread.editedIndex < thread.count - 1:
      editThreadPost(at: thread.editedIndex + 1)
    case (.backspace, []) where isAtStart && thread.joinToPreviousPost():
      (popup, requestedCompletionPrefix, partPositions.scroll) = (nil, nil, 0)
      return .changed
    default: return nil
    }
    return .handled
  }

  private mutating func splitThreadPostAtCursor() -> ComposeInputResult {
    if let reason = frame.withheld[.thread] { return .say(reason) }
    guard thread.splitThreadPostAtCursor() else { return .say(frame.labels.nothingToFollow) }
    (popup, requestedCompletionPrefix, partPositions.scroll) = (nil, nil, 0)
    return .changed
  }

  private mutating func handleFocusedPartKey(_ key: Key) -> ComposeInputResult {
    switch focus {
    case .text: return .ignored
    case .poll: return thread.post.poll?.handlePollKey(key) ?? .ignored
    case .more: return thread.post.more.handleKey(key)
    case .audience(let place): return handleAudienceKey(key, at: place)
    case .versions(let list, let texts): return handleVersionKey(key, list, texts)
    case .pictures(var panel):
      let path = panel.path.text
      let effect = panel.handleKey(key, &thread.post, frame)
      focus = .pictures(panel)
      // Only offered paths that begin with the typed path stay.
      if panel.field != .path { popup = nil }
      if panel.path.text != path { popup = popup?.narrowedPopup(to: panel.path.text) }
      return effect
    }
  }

  /// Inserts an offered word at the draft's cursor, or an offered file path into the picture panel.
  mutating func insertCompletion(_ word: String) -> ComposeInputResult {
    popup = nil
    if let effect = panel?.acceptOfferedPath(word) { return effect }
    if let range = misspelt, form.text.cursor == range.upperBound {
      thread.post.text.replaceCharacters(range, with: word)
    } else {
      thread.post.text.completeWord(with: word)
    }
    misspelt = nil
    return .changed
  }

  /// Returns the result of the key that sends the draft: sending, the request to add a picture
  /// whose path is typed first, or the message that the time is unclear.
  private func checkDraftForSending() -> ComposeInputResult {
    // A picture whose path is typed but not added yet is added before sending.
    if let request = panel?.pendingRequest { return .ask(request) }
    return thread.posts.contains(where: \.more.isMomentUnclear)
      ? .say(frame.labels.more.unclear, .bad) : .send
  }

  /// Closes the compose page's form with the focus, and returns to the text; blank poll answers and
  /// an empty poll are removed.
  mutating func closeFocusedPart() -> ComposeInputResult {
    if focus == .poll { thread.post.poll = form.poll?.withoutBlankAnswers }
    if let panel { unfinishedPanel = panel.addsPicture && !panel.isEmpty ? panel : nil }
    return focusComposePart(.text)
  }

  mutating func focusComposePart(_ part: FocusedComposePart) -> ComposeInputResult {
    (popup, focus) = (nil, part)
    return .handled
  }

  mutating func openPicturePanel() -> ComposeInputResult {
    if let reason = frame.withheld[.pictures] { return .say(reason) }
    guard form.poll?.poll == nil else { return .say(frame.labels.poll.noPollWithPictures) }
    thread.post.poll = nil
    let unfinished = unfinishedPanel.flatMap { $0.post == thread.editedIndex ? $0 : nil }
    let effect = focusComposePart(.pictures(unfinished ?? PicturePanel(post: thread.editedIndex)))
    if unfinished != nil { return effect }
    // If there are pictures, the arrow keys select among these, and no paths are offered.
    return form.pictures.isEmpty ? .ask(.completePath("")) : effect
  }

  private mutating func openPollForm() -> ComposeInputResult {
    // A poll can be removed even if the service does not accept polls any more.
    if form.poll == nil {
      if let reason = frame.withheld[.poll] { return .say(reason) }
      guard form.pictures.isEmpty else { return .say(frame.labels.poll.noPollWithPictures) }
      thread.post.poll = PollForm(nil, within: frame.polls ?? .standard)
    }
    return focusComposePart(.poll)
  }

  private mutating func openAudienceList() -> ComposeInputResult {
    if let reason = frame.withheld[.audience] { return .say(reason) }
    let pictures = form.pictures
    if let request = storeDescriptionOrReportExcess() { return .ask(request) }
    if panel != nil { _ = closeFocusedPart() }
    let place = frame.audiences.firstIndex { $0.visibility == form.visibility }
    let effect = focusComposePart(.audience(place ?? 0))
    return form.pictures == pictures ? effect : .changed
  }

  private mutating func handleAudienceKey(_ key: Key, at place: Int) -> ComposeInputResult {
    let count = frame.audiences.count
    switch (key.code, key.modifiers) {
    case (.escape, _): return .closed
    case (.down, _), (.tab, []): focus = .audience((place + 1) % count)
    case (.up, _), (.tab, .shift): focus = .audience((place + count - 1) % count)
    case (.enter, []): return chooseAudience(at: place)
    default: return .ignored
    }
    return .handled
  }

  mutating func chooseAudience(at place: Int) -> ComposeInputResult {
    guard frame.audiences.indices.contains(place) else { return .handled }
    thread.post.chooseAudience(frame.audiences[place].visibility)
    _ = focusComposePart(.text)
    return .changed
  }

  private var showsEarlierText: Bool {
    if case .versions = focus { true } else { false }
  }

  private mutating func handleVersionKey(_ key: Key, _ list: ChoiceOverlay, _ texts: [String])
    -> ComposeInputResult
  {
    if key == .altKey("h") { return .closed }
    var list = list
    switch list.handleEvent(.key(key), origin: partPositions.corner) {
    case .closed: return .closed
    case .chosen(let place): return .take(texts[place], post: thread.editedIndex)
    case .ignored: return .ignored
    case .handled, .typed: break
    }
    focus = .versions(list, texts: texts)
    return .handled
  }

  private mutating func openOptionsForm() -> ComposeInputResult {
    if let reason = frame.withheld[.more] { return .say(reason) }
    thread.post.more.focusFirstOption()
    return focusComposePart(.more)
  }
}

/// Handles the mouse while a post is written: a click focuses the clicked text or form.
extension ComposePage {
  mutating func handleMouse(_ mouse: MouseEvent) -> ComposeInputResult {
    switch mouse.action {
    case .wheelUp: scrollPopupOrText(by: -1)
    case .wheelDown: scrollPopupOrText(by: 1)
    case .press(1):
      return handleClick(
        CellPosition(
          row: mouse.position.row + partPositions.corner.row,
          column: mouse.position.column + partPositions.corner.column))
    default: return .ignored
    }
    return .handled
  }

  private mutating func scrollPopupOrText(by step: Int) {
    if popup != nil {
      popup?.moveSelectionWrapping(by: step)
    } else {
      thread.post.text.moveCursorVertically(
        by: 3 * step, columns: partPositions.layout.text.size.columns)
    }
  }

  private mutating func handleClick(_ position: CellPosition) -> ComposeInputResult {
    if let word = popup?.completionText(at: position) { return insertCompletion(word) }
    popup = nil
    if let rect = partPositions.audience, rect.contains(position) {
      if case .audience = focus { return closeFocusedPart() }
      return openAudienceList()
    }
    if let effect = handleClickBelowText(position) { return effect }
    // A click beside the panel does not close it while a picture is being entered. A description
    // that was emptied is never too long.
    let pictures = form.pictures
    if panel?.isEmpty != false {
      _ = storeDescriptionOrReportExcess()
      _ = closeFocusedPart()
    }
    let isChanged = form.pictures != pictures
    let text = partPositions.layout.text
    if let rect = partPositions.warning, rect.contains(position) {
      thread.post.placeCursorInContentWarning(
        position.column - rect.origin.column, columns: rect.size.columns)
    } else if text.contains(position) {
      thread.post.placeCursorInText(
        row: position.row - text.origin.row + partPositions.scroll,
        column: position.column - text.origin.column, columns: text.size.columns)
    } else {
      editThreadPost(atCell: position)
    }
    return isChanged ? .changed : .handled
  }

  /// Begins to edit the post of the thread at a cell of the screen.
  private mutating func editThreadPost(atCell position: CellPosition) {
    let rows = ThreadPostsPainter(thread: thread)
    if let rect = partPositions.layout.postsBeforeRect, rect.contains(position) {
      editThreadPost(
        at: rows.postIndicesAboveText(rows: rect.size.rows).lowerBound + position.row
          - rect.origin.row
      )
    } else if let rect = partPositions.layout.postsAfterRect, rect.contains(position) {
      editThreadPost(at: thread.editedIndex + 1 + position.row - rect.origin.row)
    }
  }

  private mutating func handleClickBelowText(_ position: CellPosition) -> ComposeInputResult? {
    if let rect = partPositions.layout.panel, rect.contains(position) {
      if case .audience = focus { return chooseAudience(at: position.row - rect.origin.row) }
      if case .versions(var list, let texts) = focus {
        if let place = list.choiceIndex(at: position.row) { list.selectChoice(at: place) }
        focus = .versions(list, texts: texts)
        return .handled
      }
      if focus == .more {
        thread.post.more.moveToOption(atVisibleRow: position.row - rect.origin.row)
        return .handled
      }
      if panel?.focusField(at: position) == true { return .handled }
    }
    if let rect = partPositions.layout.pictures, rect.contains(position) {
      let pictures = form.pictures
      let effect = panel == nil ? openPicturePanel() : .handled
      if let request = storeDescriptionOrReportExcess() { return .ask(request) }
      panel?.selectPicture(position.row - rect.origin.row)
      return form.pictures == pictures ? effect : .changed
    }
    guard let rect = partPositions.layout.poll, rect.contains(position), form.poll != nil else {
      return nil
    }
    thread.post.poll?.moveToPollAnswer(atVisibleRow: position.row - rect.origin.row)
    return focus == .text ? focusComposePart(.poll) : .handled
  }
}
