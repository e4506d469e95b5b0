import FeedDomain
import Preferences
import Terminal
import Words

extension ComposePage {
  /// The type of a closure that changes the compose page when a screen reader's question is
  /// answered.
  typealias Change = (inout ComposePage) -> ComposeInputResult

  /// Adds the draft, and the question of the part with the focus, to the scene's contents for
  /// screen readers.
  @MainActor
  func addScreenReaderContents(
    to words: inout ScreenReaderContents, _ status: ComposeViewModel.DraftTypingStatus,
    perform: @escaping @MainActor (Change) -> Void
  ) {
    let labels = frame.labels
    words.status = [
      status.remainingCharactersOfPost(at: thread.editedIndex).remaining, status.savedNote,
    ]
    .filter { !$0.isEmpty }.joined(separator: ", ")
    words.hints = hints + [labels.help]
    var notes: [SafeText] = []
    if let original = frame.original { notes = [original.author.plain.spoken] + original.lines }
    if thread.count > 1 { notes.append("\(thread.editedIndex + 1)/\(thread.count)") }
    let audience = frame.audiences.first { $0.visibility == form.visibility }
    if let audience { notes.append(audience.name) }
    if let warning = form.warning, form.field == .text {
      notes.append(labels.warning + ": " + SafeText(sanitizing: warning.text))
    }
    notes += form.pictures.enumerated().map { number, picture in
      let name = SafeText(
        sanitizing: picture.path.split(separator: "/").last.map { String($0) } ?? "")
      let text =
        picture.isDescribed
        ? SafeText(sanitizing: picture.altText) : labels.pictures.undescribed
      return "\(number + 1): " + name + ": " + text
    }
    if form.isSensitive, !form.pictures.isEmpty { notes.append(labels.pictures.covered) }
    if let poll = form.poll { notes += poll.screenReaderLines(labels.poll) }
    notes += form.more.optionStatusTexts(labels.more)
    words.notes = notes.filter { !$0.isBlank }
    words.question = screenReaderQuestion(perform)
  }

  @MainActor private func screenReaderQuestion(
    _ perform: @escaping @MainActor (Change) -> Void
  ) -> ScreenReaderQuestion? {
    let labels = frame.labels
    switch focus {
    case .text:
      if form.field == .warning, let warning = form.warning {
        return ScreenReaderQuestion(labels.warning, warning)
      }
      var question = ScreenReaderQuestion(labels.placeholder, form.text.text)
      (question.kind, question.keys) = (.lines, [])
      return question
    case .pictures(let panel):
      return ScreenReaderQuestion(
        panel.field == .path ? labels.pictures.file : labels.pictures.description,
        panel.field == .path ? panel.path : panel.words)
    case .poll:
      return form.poll.map {
        ScreenReaderQuestion($0.spokenPollAnswerLabel(labels.poll), $0.choices[$0.focusedAnswer])
      }
    case .more:
      return form.more.screenReaderQuestion(labels.more) { choice in
        perform { $0.thread.post.more.chooseOptionValue(at: choice) }
      }
    case .audience(let place):
      guard frame.audiences.indices.contains(place) else { return nil }
      let label = labels.hints.first { $0.pressedKey == .controlKey("o") }?.label
      var question = ScreenReaderQuestion(label ?? "", "")
      question.choices = frame.audiences.map(\.name)
      question.choose = { index in perform { $0.chooseAudience(at: index) } }
      return question
    case .versions(let list, let texts):
      var words = ScreenReaderContents(title: "")
      list.addScreenReaderContents(to: &words) { index in
        perform { .take(texts[index], post: $0.thread.editedIndex) }
      }
      return words.question
    }
  }
}
