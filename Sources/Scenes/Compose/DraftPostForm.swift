import FeedDomain
import Preferences
import Terminal
import Words

/// A form with the editable contents of one post of a draft: its text, content warning, audience,
/// pictures, poll and options.
struct DraftPostForm {
  /// A kind of text field in the form for a post, of which one gets the keys: the text or the
  /// content warning.
  enum DraftTextOrWarningField { case text, warning }

  /// The draft of a post as it was loaded, for the values that the form cannot edit.
  private let opened: Draft
  private(set) var field = DraftTextOrWarningField.text
  var text: TextArea
  /// The text field with the post's content warning; nil if the post has no warning.
  private(set) var warning: TextField?
  /// The content warning that was last removed from the post, for the case that it was removed by
  /// mistake; empty if none was.
  private var removedWarning = TextField()
  private(set) var visibility: Visibility
  var pictures: [Draft.DraftAttachment]
  /// True if the pictures of a post are covered until a reader of the post uncovers them.
  private(set) var isSensitive: Bool
  var poll: PollForm?
  var more: PostOptionsForm

  /// Creates the form of one post from its draft; the draft's poll is kept even if the service
  /// accepts no polls any more.
  init(_ draft: Draft, _ frame: ComposeViewModel.ComposePageConstants, _ moments: TypedMomentFormat)
  {
    opened = draft
    text = TextArea(draft.text)
    warning = draft.warning.map { TextField($0) }
    visibility = draft.visibility
    pictures = draft.attachments
    isSensitive = draft.isSensitive
    poll = draft.poll.map { PollForm($0, within: frame.polls ?? .standard) }
    more = PostOptionsForm(draft, frame.more, moments)
  }

  /// The draft of the post with the contents edited in the form.
  var draft: Draft {
    more.draftWithOptions(
      changedCopy(opened) {
        $0.text = text.text
        $0.warning = warning?.text
        $0.visibility = visibility
        $0.attachments = pictures
        $0.isSensitive = isSensitive
        $0.poll = poll?.poll
      })
  }

  /// True if the post has a new, unpublished picture without a description.
  var lacksDescription: Bool { pictures.contains { !$0.isDescribed && !$0.isPosted } }
}

extension DraftPostForm {
  /// Handles a key press in the text or content warning of a post, and returns whether the text
  /// changed or the cursor moved. `columns` is the width of the text, `page` the number of rows
  /// that a page key moves.
  mutating func handleKey(_ key: Key, columns: Int, page: Int) -> TextArea.TextAreaKeyResult {
    guard field == .warning else { return text.handleKey(key, columns: columns, page: page) }
    if key.code == .enter || key.code == .down {
      field = .text
      return .moved
    }
    return warning?.handleKey(key) == true ? .changed : .none
  }

  mutating func insertText(_ pasted: String) {
    switch field {
    case .text: text.replaceCharacters(text.cursor..<text.cursor, with: pasted)
    case .warning: warning?.insertText(pasted)
    }
  }

  /// Replaces the draft's text by text from the external editor, without its last line end. Returns
  /// false if the text is unchanged.
  mutating func replaceText(with edited: String) -> Bool {
    let trimmed = edited.hasSuffix("\n") ? String(edited.dropLast()) : edited
    guard trimmed != text.text else { return false }
    text.replaceCharacters(0..<text.characters.count, with: trimmed)
    return true
  }

  mutating func toggleContentWarning(_ frame: ComposeViewModel.ComposePageConstants)
    -> ComposeInputResult
  {
    if let reason = frame.withheld[.warning] { return .say(reason) }
    if let warning {
      (removedWarning, self.warning, field) = (warning, nil, .text)
    } else {
      (warning, field) = (removedWarning, .warning)
    }
    return .changed
  }

  mutating func switchFocusedField() { field = field == .text && warning != nil ? .warning : .text }

  /// Moves the cursor into the content warning, to a column counted from the field's left edge.
  mutating func placeCursorInContentWarning(_ column: Int, columns: Int) {
    field = .warning
    warning?.placeCursor(at: column, columns: columns)
  }

  mutating func placeCursorInText(row: Int, column: Int, columns: Int) {
    field = .text
    text.moveCursor(
      to: text.wrappedLayout(columns: columns).characterOffset(row: row, column: column))
  }

  mutating func chooseNextAudience(_ frame: ComposeViewModel.ComposePageConstants)
    -> ComposeInputResult
  {
    if let reason = frame.withheld[.audience] { return .say(reason) }
    let choices = frame.audiences.map(\.visibility)
    let index = choices.firstIndex(of: visibility) ?? choices.count - 1
    visibility = choices[(index + 1) % choices.count]
    return .changed
  }

  mutating func chooseAudience(_ visibility: Visibility) { self.visibility = visibility }

  mutating func toggleSensitivePicturesMark(_ frame: ComposeViewModel.ComposePageConstants)
    -> ComposeInputResult
  {
    if let reason = frame.withheld[.covers] { return .say(reason) }
    isSensitive.toggle()
    return .changed
  }
}

/// A form with the editable contents of a thread: the post that is being edited, and the posts
/// before and after it.
struct ThreadForm {
  private(set) var postsBefore: [DraftPostForm] = []
  /// The form of the thread's post that is being edited.
  var post: DraftPostForm
  private(set) var postsAfter: [DraftPostForm]
  private let frame: ComposeViewModel.ComposePageConstants
  let moments: TypedMomentFormat

  init(_ frame: ComposeViewModel.ComposePageConstants, _ moments: TypedMomentFormat) {
    (self.frame, self.moments) = (frame, moments)
    post = DraftPostForm(frame.draft.firstPostOnly, frame, moments)
    postsAfter = frame.draft.following.map { DraftPostForm($0, frame.following, moments) }
  }

  /// The index of the edited post in the thread.
  var editedIndex: Int { postsBefore.count }
  var count: Int { postsBefore.count + 1 + postsAfter.count }
  var posts: [DraftPostForm] { postsBefore + [post] + postsAfter }

  /// The draft of the thread with the edited contents of its posts.
  var draft: Draft {
    let drafts = posts.map(\.draft)
    return changedCopy(drafts[0]) { $0.following = Array(drafts.dropFirst()) }
  }
}

extension ThreadForm {
  /// Begins to edit the thread's post nearest to an index; returns false if it is edited already.
  mutating func switchToThreadPostIfOther(at wanted: Int) -> Bool {
    let place = max(0, min(count - 1, wanted))
    guard place != self.editedIndex else { return false }
    let posts = posts
    postsBefore = Array(posts[..<place])
    post = posts[place]
    postsAfter = Array(posts[(place + 1)...])
    return true
  }

  /// Adds a post to the thread with the text after the cursor, and begins to edit it. Returns false
  /// if the post before would be empty.
  mutating func splitThreadPostAtCursor() -> Bool {
    let area = post.text
    // The blanks at the cursor stay in the post before, for the two posts may be joined again.
    let rest = area.characters[area.cursor...].drop(while: \.isWhitespace)
    var successor = changedCopy(post.draft) { $0.text = String(area.characters[..<area.cursor]) }
      .successor
    guard !post.draft.isBlank, area.cursor > 0 || rest.isEmpty else { return false }
    if rest.isEmpty, let next = postsAfter.first, next.draft.isBlank {
      return switchToThreadPostIfOther(at: editedIndex + 1)
    }
    if !rest.isEmpty { post.text.replaceCharacters(rest.startIndex..<rest.endIndex, with: "") }
    postsBefore.append(post)
    let start = successor.text.count
    successor.text += String(rest)
    post = DraftPostForm(successor, frame.following, moments)
    post.text.moveCursor(to: start)
    return true
  }

  /// Joins the text of the edited post to the post before it in the thread. Returns false if there
  /// is none, or if the edited post has pictures, a poll or a content warning of its own.
  mutating func joinToPreviousPost() -> Bool {
    let warning = post.warning?.text ?? ""
    guard var joined = postsBefore.last, post.pictures.isEmpty, post.poll == nil,
      warning.isEmpty || warning == joined.warning?.text
    else { return false }
    postsBefore.removeLast()
    let end = joined.text.characters.count
    joined.text.replaceCharacters(end..<end, with: post.text.text)
    joined.text.moveCursor(to: end)
    post = joined
    return true
  }
}

/// A form of a draft's poll, with one row for each answer.
struct PollForm {
  /// The text fields of a poll's answers, at least two.
  private(set) var choices: [TextField]
  /// The index of the answer of the poll form that gets the keys.
  private(set) var focusedAnswer = 0
  private var allowsSeveral: Bool
  /// The time for which a poll is open, as chosen in the poll form.
  private var lasts: Duration
  private let limits: PollLimits
  /// The index of the first visible answer of the scrolled poll form.
  private var first = 0

  init(_ poll: Draft.DraftPoll?, within limits: PollLimits) {
    self.limits = limits
    choices = (poll?.choices ?? []).map { TextField($0) }
    allowsSeveral = poll?.allowsSeveral ?? false
    lasts = poll?.lasts ?? limits.usualLength
    while choices.count < 2 { choices.append(TextField()) }
  }

  /// The poll typed into the poll form; nil if nothing was typed.
  var poll: Draft.DraftPoll? {
    Draft.DraftPoll(typed: choices.map(\.text), allowsSeveral: allowsSeveral, lasts: lasts)
  }

  /// The poll form without its blank answers; nil if nothing was typed.
  var withoutBlankAnswers: PollForm? { poll.map { PollForm($0, within: limits) } }
}

extension PollForm {
  mutating func handlePollKey(_ key: Key) -> ComposeInputResult {
    switch (key.code, key.modifiers) {
    case (.escape, _), (.character("p"), .alt): return .closed
    case (.enter, []): moveToNextPollAnswer()
    case (.down, _), (.tab, []): moveToPollAnswer(to: focusedAnswer + 1)
    case (.up, _), (.tab, .shift): moveToPollAnswer(to: focusedAnswer - 1)
    case (.character("d"), .control): removeCurrentPollAnswer()
    case (.character("s"), .alt): allowsSeveral.toggle()
    case (.character("t"), .alt): chooseNextPollDuration()
    default: return choices[focusedAnswer].handleKey(key) ? .changed : .ignored
    }
    return .changed
  }

  mutating func insertAnswerText(_ text: String) { choices[focusedAnswer].insertText(text) }

  mutating func moveToPollAnswer(atVisibleRow row: Int) { moveToPollAnswer(to: first + row) }

  private mutating func moveToPollAnswer(to wanted: Int) {
    focusedAnswer = max(0, min(choices.count - 1, wanted))
  }

  /// Moves to the next poll answer. After the last one, an answer is added first, unless the last
  /// is blank or the poll is full.
  private mutating func moveToNextPollAnswer() {
    let isLast = focusedAnswer == choices.count - 1
    if isLast, choices.count < limits.choices,
      !choices[focusedAnswer].text.allSatisfy(\.isWhitespace)
    {
      choices.append(TextField())
    }
    moveToPollAnswer(to: focusedAnswer + 1)
  }

  /// Removes the current poll answer; if fewer than two answers are left, blank ones are added.
  private mutating func removeCurrentPollAnswer() {
    choices.remove(at: focusedAnswer)
    while choices.count < 2 { choices.append(TextField()) }
    moveToPollAnswer(to: focusedAnswer)
  }

  /// Selects the next longer duration of a poll; after the longest, the shortest.
  private mutating func chooseNextPollDuration() {
    let lengths = limits.lengths
    lasts = lengths.first { $0 > lasts } ?? lengths[0]
  }
}

extension PollForm {
  /// The preferred height of a poll's form, in rows.
  var rows: Int { choices.count + 1 }

  /// Draws the form of a poll, scrolled so that the current answer is visible.
  mutating func drawPollForm(
    _ labels: ComposeViewModel.PollFormLabels, on canvas: inout Canvas, in rect: CellRect,
    _ drawing: DrawingParameters, isPlain: Bool, isFocused: Bool
  ) {
    let rows = max(1, rect.size.rows - (rect.size.rows > choices.count ? 1 : 0))
    first = isFocused ? max(0, focusedAnswer - rows + 1) : 0
    for (row, place) in zip(rect.rows.prefix(rows), choices.indices.dropFirst(first)) {
      drawPollAnswer(
        place, rect.lineRect(row), labels, on: &canvas, drawing, isPlain: isPlain,
        isFocused: isFocused)
    }
    guard rect.size.rows > rows else { return }
    let style = drawing.theme.style(.faint)
    var line = Line()
    line.appendBlanks(4)
    line.append(allowsSeveral ? labels.several : labels.one, style)
    if let length = labels.lengths[lasts] { line.append(" · " + length, style) }
    canvas.writeLine(
      line.truncatedLine(columns: rect.size.columns), onRow: rect.rows.upperBound - 1, of: rect)
  }

  private func drawPollAnswer(
    _ place: Int, _ rect: CellRect, _ labels: ComposeViewModel.PollFormLabels,
    on canvas: inout Canvas, _ drawing: DrawingParameters, isPlain: Bool, isFocused: Bool
  ) {
    let theme = drawing.theme
    let isChosen = isFocused && place == self.focusedAnswer
    var line = Line(isChosen ? "› " : "  ", theme.style(.strong))
    line.append(isPlain ? "- " : "○ ", theme.style(isChosen ? .strong : .faint))
    let limitExceeded = limits.excessChoiceLength(of: choices[place].text)
    let end = Line(limitExceeded > 0 ? " -\(limitExceeded)" : "", theme.style(.bad))
    let placeholder: SafeText =
      choices[place].text.isEmpty && labels.answers.indices.contains(place)
      ? labels.answers[place] : ""
    guard isFocused else {
      line.append(SafeText(sanitizing: choices[place].text), theme.style(.text))
      line.append(placeholder, theme.style(.faint))
      line = line.truncatedLine(columns: rect.size.columns - end.columns)
      line.append(end)
      return canvas.writeLine(line, at: rect.origin, within: rect)
    }
    canvas.writeLine(line, at: rect.origin, within: rect)
    var field = rect
    field.origin.column += line.columns
    field.size.columns = max(1, rect.size.columns - line.columns - 5)
    choices[place].drawTextField(
      on: &canvas, in: field, theme.style(.field), isFocused: drawing.isFront && isChosen)
    var faint = theme.style(.field)
    faint.foreground = theme.style(.faint).foreground
    canvas.writeLine(
      Line(placeholder, faint).truncatedLine(columns: field.size.columns), at: field.origin,
      within: field
    )
    canvas.writeLine(
      end, at: CellPosition(row: rect.origin.row, column: field.columns.upperBound), within: rect)
  }
}

extension PollForm {
  /// Returns the label for screen readers of the poll answer that gets the keys, such as
  /// "Answer 1".
  func spokenPollAnswerLabel(_ labels: ComposeViewModel.PollFormLabels) -> SafeText {
    Self.spokenPollAnswerLabel(ofAnswer: focusedAnswer, labels)
  }

  private static func spokenPollAnswerLabel(
    ofAnswer place: Int, _ labels: ComposeViewModel.PollFormLabels
  )
    -> SafeText
  {
    labels.answers.indices.contains(place) ? labels.answers[place] : "\(place + 1)."
  }

  func screenReaderLines(_ labels: ComposeViewModel.PollFormLabels) -> [SafeText] {
    let answers = choices.enumerated().compactMap { place, choice in
      choice.text.isEmpty
        ? nil
        : Self.spokenPollAnswerLabel(ofAnswer: place, labels) + ": "
          + SafeText(sanitizing: choice.text)
    }
    return answers + [allowsSeveral ? labels.several : labels.one, labels.lengths[lasts] ?? ""]
  }
}
