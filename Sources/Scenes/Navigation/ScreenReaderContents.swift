package import FeedDomain
package import Preferences
package import Terminal

/// A description of a scene's contents in words, which the mode for screen readers reads out.
@MainActor
package struct ScreenReaderContents {
  package var title: SafeText
  /// The state of the scene beside its title, as text for screen readers, such as the number of
  /// unread posts; empty for none.
  package var status: SafeText = ""
  /// The lines of text for screen readers that belong to none of the scene's items, such as an
  /// explanation or an error.
  package var notes: [SafeText] = []
  package var items: ScreenReaderItems?
  package var question: ScreenReaderQuestion?
  /// The user's own likes, boosts and bookmarks of the selected post, for screen readers; nil if no
  /// post is selected.
  package var marks: Post.UserPostMarks?
  /// The id of what a scene without items shows, such as a photo; nil if it always shows the same.
  package var shownID: AnyHashable?
  /// The key hints that the scene names only to screen readers, in addition to those in the bottom
  /// line.
  package var hints: [KeyHint] = []
  package var isBusy = false
  /// The texts for screen readers that name how the scene shows its contents, such as the layout or
  /// the order; a text is read when it changes.
  package var modes: [SafeText] = []

  package init(title: SafeText, isBusy: Bool = false) {
    (self.title, self.isBusy) = (title, isBusy)
  }
}

/// A list of a scene's items for screen readers, which are read one by one and chosen by number.
@MainActor
package struct ScreenReaderItems {
  package let ids: [AnyHashable]
  package let selected: Int?
  /// The closure that returns the lines of text of the item at an index, for screen readers.
  package let lines: @MainActor (Int) -> [SafeText]
  package let select: @MainActor (Int) -> Void
  /// The closure that chooses the item at an index, whose number the user of a screen reader typed;
  /// returns the key that the caller then handles to confirm the choice, nil if selecting is
  /// enough.
  package var choose: @MainActor (Int) -> Key? = { _ in nil }
  /// True if the items for screen readers are choices of a menu, rather than a text to be read.
  package var isMenu = false

  package init(
    ids: [AnyHashable], selected: Int?, lines: @escaping @MainActor (Int) -> [SafeText],
    select: @escaping @MainActor (Int) -> Void
  ) {
    (self.ids, self.selected, self.lines, self.select) = (ids, selected, lines, select)
  }

  /// Creates the items of a menu for screen readers; choosing an item selects it, and the caller
  /// then handles Enter.
  init(
    menu names: [SafeText], selected: Int?, select: @escaping @MainActor (Int) -> Void
  ) {
    self.init(
      ids: names.enumerated().map { "\($0) \($1)" }, selected: selected, lines: { [names[$0]] },
      select: select)
    (choose, isMenu) = ({ _ in Key(.enter) }, true)
  }

  /// Creates the items of a menu for screen readers from key hints, such as the answers to a
  /// confirmation; choosing an item returns its key.
  init(_ hints: [KeyHint]) {
    let pressed = hints.filter { $0.pressedKey != nil }
    self.init(menu: pressed.map(\.label), selected: nil) { _ in }
    choose = { pressed[$0].pressedKey }
  }
}

/// A question of a scene in the mode for screen readers, which the user answers by typing a line.
@MainActor
package struct ScreenReaderQuestion {
  package enum ScreenReaderAnswerKind: Equatable {
    case line
    /// A kind of answer to a question for screen readers: a line that is hidden while it is typed.
    case secret
    /// A kind of answer to a question for screen readers: several lines of text.
    case lines
    /// A kind of answer to a question for screen readers: the name of a key.
    case key
  }

  package var label: SafeText
  /// The text that a question for screen readers offers as its answer; empty for a password.
  package var answer: String
  package var kind = ScreenReaderAnswerKind.line
  /// The keys that are handled after the user has typed the answer to a question for screen
  /// readers; with several lines, after the last line.
  package var keys: [Key] = [Key(.enter)]
  /// True if a number typed at a question for screen readers chooses an item of the scene, instead
  /// of being the answer.
  package var takesNumbers = false
  /// The possible answers to a question for screen readers; empty if any text is an answer.
  package var choices: [SafeText] = []
  package var choose: @MainActor (Int) -> Void = { _ in }

  package init(_ label: SafeText, _ answer: String) { (self.label, self.answer) = (label, answer) }
}

extension ScreenReaderContents {
  /// Creates the contents of a scene for screen readers from its header alone.
  init(_ header: SceneHeader) {
    self.init(title: header.leftText.map(\.text).joined())
    status = header.rightText.map(\.text).joined()
  }
}
