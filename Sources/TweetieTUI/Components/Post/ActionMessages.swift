import FeedDomain
import Terminal

/// Puts what happened to the reader's actions into messages for the bottom line.
struct ActionMessages: Sendable {
  private let wording: Wording
  private let undoKey: String

  /// Messages in these words.
  init(wording: Wording, keys: KeyMap) {
    self.wording = wording
    undoKey = keys.name(for: .undo) ?? ""
  }

  /// The message; nil where the screen says enough.
  func message(for news: ActionNews) -> Message? {
    switch news {
    case .held(let change, _): say(wording.held(change, key: undoKey), .good)
    case .undone(let change): say(wording.undone(change), .plain)
    case .nothingToUndo: say(wording.nothingToUndo, .plain)
    case .refused(let change, let error): say(wording.refused(change, error), .bad)
    case .notKept(_, let error): say(wording.notKept(error), .bad)
    case .acted, .uploading, .delivered, .waiting, .changed, .changedElsewhere, .signedOut: nil
    }
  }

  private func say(_ words: String, _ tone: Message.Tone) -> Message {
    Message(text: SafeText(sanitizing: words), tone: tone)
  }
}
