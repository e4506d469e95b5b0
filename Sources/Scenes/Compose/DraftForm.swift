import FeedDomain
import Terminal
import Words

/// What is being written, as far as it was typed: all that makes the draft, and nothing of a screen.
struct DraftForm {
  /// Where what is typed goes.
  enum Field {
    case text
    case warning
  }

  private let begun: Draft
  /// Where what is typed goes; the words before the text only where there are any.
  private(set) var field = Field.text
  /// What it says.
  var text: TextArea
  /// The words before it.
  private(set) var warning: TextField?
  /// Who sees it.
  private(set) var visibility: Visibility
  /// The pictures that go with it.
  var pictures: [Draft.Attachment]
  /// Whether they are covered.
  private(set) var isSensitive: Bool
  /// The poll that goes with it.
  var poll: PollForm?
  /// What else is said about it.
  var more: MoreForm

  /// A draft to write on; a poll may be there though the service takes none by now.
  init(_ draft: Draft, _ frame: ComposeViewModel.Frame, _ moments: MomentText) {
    begun = draft
    text = TextArea(draft.text)
    warning = draft.warning.map { TextField($0) }
    visibility = draft.visibility
    pictures = draft.attachments
    isSensitive = draft.isSensitive
    poll = draft.poll.map { PollForm($0, within: frame.polls ?? .standard) }
    more = MoreForm(draft, frame.more, moments)
  }

  /// The draft as it stands.
  var draft: Draft {
    more.said(about: begun.saying(text.text).warning(warning?.text).visible(to: visibility))
      .attaching(pictures).sensitive(isSensitive).asking(poll?.poll)
  }

  /// Whether it has a picture that nobody described; what is in a post already was decided then.
  var lacksWords: Bool { pictures.contains { !$0.isDescribed && !$0.isPosted } }
}

extension DraftForm {
  /// Answers a key where it is typed, in text of so many columns, and `page` rows at once.
  mutating func handle(_ key: Key, columns: Int, page: Int) -> TextArea.Effect {
    guard field == .warning else { return text.handle(key, columns: columns, page: page) }
    if key.code == .enter || key.code == .down {
      field = .text
      return .moved
    }
    return warning?.handle(key) == true ? .changed : .none
  }

  /// Puts in what was pasted.
  mutating func insert(_ pasted: String) {
    switch field {
    case .text: text.replace(text.cursor..<text.cursor, with: pasted)
    case .warning: warning?.insert(pasted)
    }
  }

  /// Takes what comes back from the person's editor; editors end the last line, posts do not. False
  /// where it says the same.
  mutating func replaceText(with edited: String) -> Bool {
    let trimmed = edited.hasSuffix("\n") ? String(edited.dropLast()) : edited
    guard trimmed != text.text else { return false }
    text.replace(0..<text.characters.count, with: trimmed)
    return true
  }

  /// Puts words before the text, or takes them out.
  mutating func toggleWarning(_ frame: ComposeViewModel.Frame) -> ComposeEffect {
    if let reason = frame.withheld[.warning] { return .say(reason) }
    warning = warning == nil ? TextField() : nil
    field = warning == nil ? .text : .warning
    return .changed
  }

  /// Goes between the text and the words before it, where there are any.
  mutating func changeField() { field = field == .text && warning != nil ? .warning : .text }

  /// Puts the cursor into the words before the text, so many columns from their left edge.
  mutating func pointAtWarning(_ column: Int, columns: Int) {
    field = .warning
    warning?.point(at: column, columns: columns)
  }

  /// Puts the cursor into the text, where it is laid out in so many columns.
  mutating func pointAtText(row: Int, column: Int, columns: Int) {
    field = .text
    text.move(to: text.layout(columns: columns).offset(row: row, column: column))
  }

  /// Shows it to the next of those who may be chosen.
  mutating func showToNext(_ frame: ComposeViewModel.Frame) -> ComposeEffect {
    if let reason = frame.withheld[.audience] { return .say(reason) }
    let choices = frame.audiences.map(\.visibility)
    let index = choices.firstIndex(of: visibility) ?? choices.count - 1
    visibility = choices[(index + 1) % choices.count]
    return .changed
  }

  /// Covers the pictures until somebody wants to see them, or no longer.
  mutating func cover(_ frame: ComposeViewModel.Frame) -> ComposeEffect {
    if let reason = frame.withheld[.covers] { return .say(reason) }
    isSensitive.toggle()
    return .changed
  }
}
