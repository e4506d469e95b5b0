import Terminal

/// A tag while it is typed, and the tags it may become.
struct TagTyping: Equatable {
  private(set) var field = TextField()
  private(set) var choices: [TagChoice] = []
  /// Which of the choices; nil while what is typed counts.
  private(set) var chosen: Int?

  /// What is meant: the choice, else what is typed.
  var text: String { chosen.map { choices[$0].tag } ?? field.text }

  /// Takes a key; false where it means nothing here.
  mutating func handle(_ key: Key) -> Bool {
    switch (key.code, key.modifiers) {
    case (.down, _): choose(by: 1)
    case (.up, _): choose(by: -1)
    case (.tab, []): complete()
    case (.tab, .shift): choose(by: -1)
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
    chosen = tag.flatMap { tag in choices.firstIndex { $0.tag == tag } }
  }

  /// What is typed counts again.
  mutating func forgetChoice() { chosen = nil }

  /// Goes through the choices, and between their ends to the field.
  private mutating func choose(by step: Int) {
    guard !choices.isEmpty else { return }
    let place = (chosen.map { $0 + 1 } ?? 0) + step
    let round = (place + choices.count + 1) % (choices.count + 1)
    chosen = round == 0 ? nil : round - 1
  }

  /// Takes the choice, or the first of them, into the field to go on typing.
  private mutating func complete() {
    guard let choice = choices.indices.contains(chosen ?? 0) ? choices[chosen ?? 0] : nil else {
      return
    }
    field = TextField(choice.tag)
    chosen = nil
  }
}
