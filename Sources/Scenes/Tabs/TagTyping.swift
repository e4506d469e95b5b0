import Terminal

/// A tag while it is typed, and the tags it may become.
struct TagTyping: Equatable {
  var chooser = Chooser()
  private(set) var choices: [TagChoice] = []

  /// What is meant: the choice, else what is typed.
  var text: String { chooser.chosen.map { choices[$0].tag } ?? chooser.text }

  /// Takes a key; Tab takes the choice, or the first of them, into the field to go on typing.
  mutating func handle(_ key: Key) -> Chooser.Outcome {
    guard key == Key(.tab) else { return chooser.handle(key, of: choices.count) }
    let place = chooser.chosen ?? 0
    guard choices.indices.contains(place) else { return .nothing }
    let before = chooser.text
    chooser = Chooser(choices[place].tag)
    return chooser.text == before ? .chose : .typed
  }

  /// Offers other choices.
  mutating func offer(_ choices: [TagChoice]) {
    guard choices != self.choices else { return }
    // What is chosen stays so while more is found.
    let tag = chooser.chosen.map { self.choices[$0].tag }
    self.choices = choices
    chooser.list.choose(tag.flatMap { tag in choices.firstIndex { $0.tag == tag } })
  }
}
