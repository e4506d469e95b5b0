package import FeedDomain
package import Preferences
package import Terminal

/// A description of a scene's contents in words, from which the mode for screen readers is made.
@MainActor
package struct ScreenReaderContents {
  package var title: SafeText
  /// The text of the scene's state beside its title, such as the number of unread posts; empty for
  /// none.
  package var status: SafeText = ""
  /// The text lines of a scene that belong to no item, such as an explanation or an error.
  package var notes: [SafeText] = []
  package var items: ScreenReaderItems?
  package var question: ScreenReaderQuestion?
  /// The user's own likes, boosts and bookmarks of the selected post; nil if no post is selected.
  package var marks: Post.ReaderMarks?
  /// The key hints of a scene that are neither commands nor shown in the bottom line.
  package var hints: [KeyHint] = []
  /// True if the scene waits for something, such as the reply of a service.
  package var isBusy = false

  package init(title: SafeText) { self.title = title }
}

/// A list of a scene's items for screen readers: they are read one by one and chosen by number.
@MainActor
package struct ScreenReaderItems {
  /// The ids of a scene's items for screen readers, in the order of the list.
  package let ids: [AnyHashable]
  /// The index of the selected item; nil if none is selected.
  package let selected: Int?
  /// The closure that returns the text lines of the list's item at an index, for screen readers.
  package let lines: @MainActor (Int) -> [SafeText]
  package let select: @MainActor (Int) -> Void
  /// The closure that selects the list's item at an index, which the user typed as a number. It
  /// returns the key that the caller then handles to confirm the choice; nil if selecting is
  /// enough.
  package var choose: @MainActor (Int) -> Key? = { _ in nil }
  /// True if the items are choices, rather than a text to be read.
  package var isMenu = false

  package init(
    ids: [AnyHashable], selected: Int?, lines: @escaping @MainActor (Int) -> [SafeText],
    select: @escaping @MainActor (Int) -> Void
  ) {
    (self.ids, self.selected, self.lines, self.select) = (ids, selected, lines, select)
  }

  /// Creates the list of a menu's items for screen readers; the key Enter chooses the selected
  /// item.
  init(
    menu names: [SafeText], selected: Int?, select: @escaping @MainActor (Int) -> Void
  ) {
    self.init(
      ids: names.enumerated().map { "\($0) \($1)" }, selected: selected, lines: { [names[$0]] },
      select: select)
    (choose, isMenu) = ({ _ in Key(.enter) }, true)
  }

  /// Creates the items of a menu for screen readers from key hints, such as the answers to a
  /// confirmation; choosing an item presses its key.
  init(_ hints: [KeyHint]) {
    let pressed = hints.filter { $0.pressedKey != nil }
    self.init(menu: pressed.map(\.word), selected: nil) { _ in }
    choose = { pressed[$0].pressedKey }
  }
}

/// A question of a scene, for screen readers, that is answered by a typed line.
@MainActor
package struct ScreenReaderQuestion {
  package enum ScreenReaderAnswerKind: Equatable {
    case line
    /// A kind of answer to a scene's question: a line that is not shown while it is typed.
    case secret
    /// A kind of answer to a scene's question: several lines.
    case lines
    /// A kind of answer to a scene's question: the name of a key.
    case key
  }

  package var label: SafeText
  /// The text that the input field of a scene's question contains already; empty for a password.
  package var answer: String
  package var kind = ScreenReaderAnswerKind.line
  /// The keys that the program presses after the user has typed an answer; for an answer of several
  /// lines, after the last.
  package var keys: [Key] = [Key(.enter)]
  /// True if a typed number chooses an item of the scene rather than being the answer.
  package var takesNumbers = false
  /// The possible answers to a scene's question; empty if any text is an answer.
  package var choices: [SafeText] = []
  package var choose: @MainActor (Int) -> Void = { _ in }

  package init(_ label: SafeText, _ answer: String) { (self.label, self.answer) = (label, answer) }
}

extension ScreenReaderContents {
  /// Creates the contents of a scene for screen readers from its top line alone.
  init(_ header: SceneHeader) {
    self.init(title: header.left.map(\.text).joined())
    status = header.right.map(\.text).joined()
  }
}
