import Terminal

/// A tag while it is typed, and the tags it may become.
struct TagTyping: Equatable {
  private(set) var field = TextField()
  private(set) var choices: [TagChoice] = []
  private var list = ChoiceList.belowField

  /// Which of the choices; nil while what is typed counts.
  var chosen: Int? { list.chosen }

  /// What is meant: the choice, else what is typed.
  var text: String { chosen.map { choices[$0].tag } ?? field.text }

  /// Takes a key; false where it means nothing here.
  mutating func handle(_ key: Key) -> Bool {
    switch (key.code, key.modifiers) {
    case (.down, _): list.step(by: 1, of: choices.count)
    case (.up, _): list.step(by: -1, of: choices.count)
    case (.tab, []): complete()
    case (.tab, .shift): list.step(by: -1, of: choices.count)
    default: return field.handle(key)
    }
    return true
  }

  /// Puts text in.
  mutating func insert(_ text: String) { field.insert(text) }

  /// Offers other choices.
  mutating func offer(_ choices: [TagChoice]) {
    guard choices != self.choices else { return }
    // What is chosen stays so while more is found.
    let tag = chosen.map { self.choices[$0].tag }
    self.choices = choices
    list.choose(tag.flatMap { tag in choices.firstIndex { $0.tag == tag } })
  }

  /// What is typed counts again.
  mutating func forgetChoice() { list.choose(nil) }

  /// Takes the choice, or the first of them, into the field to go on typing.
  private mutating func complete() {
    guard let choice = choices.indices.contains(chosen ?? 0) ? choices[chosen ?? 0] : nil else {
      return
    }
    field = TextField(choice.tag)
    forgetChoice()
  }
}
