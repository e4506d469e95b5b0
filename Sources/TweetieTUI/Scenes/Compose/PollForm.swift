import FeedDomain
import Terminal

/// Where a poll is put together: its answers, one a row, and how it is held.
struct PollForm {
  /// The answers, and one to type the next into.
  private(set) var choices: [TextField]
  /// Which of them takes the keys.
  private(set) var place = 0
  private(set) var allowsSeveral: Bool
  /// How long it is open.
  private(set) var lasts: Duration
  private let limits: PollLimits

  /// A new poll, or one that was begun.
  init(_ poll: Draft.Poll?, within limits: PollLimits) {
    self.limits = limits
    choices = (poll?.choices ?? []).map { TextField($0) }
    allowsSeveral = poll?.allowsSeveral ?? false
    lasts = poll?.lasts ?? limits.usualLength
    while choices.count < 2 { choices.append(TextField()) }
  }

  /// The poll as far as it was typed; nil where nothing was.
  var poll: Draft.Poll? {
    Draft.Poll(typed: choices.map(\.text), allowsSeveral: allowsSeveral, lasts: lasts)
  }

  /// How many characters an answer is too long; 0 where it fits.
  func excess(at place: Int) -> Int { limits.excess(of: choices[place].text) }
}

extension PollForm {
  /// Types into the answer that takes the keys; false where the key means nothing there.
  mutating func handle(_ key: Key) -> Bool { choices[place].handle(key) }

  /// Puts text into the answer that takes the keys.
  mutating func insert(_ text: String) { choices[place].insert(text) }

  /// Goes to another answer.
  mutating func move(by step: Int) { move(to: place + step) }

  /// Goes to an answer.
  mutating func move(to wanted: Int) { place = max(0, min(choices.count - 1, wanted)) }

  /// Goes on to the next answer, which is made where there is none and this one says something.
  mutating func goOn() {
    let isLast = place == choices.count - 1
    if isLast, choices.count < limits.choices,
      !choices[place].text.allSatisfy(\.isWhitespace)
    {
      choices.append(TextField())
    }
    move(by: 1)
  }

  /// Takes out the answer that takes the keys; two are always there.
  mutating func remove() {
    choices.remove(at: place)
    while choices.count < 2 { choices.append(TextField()) }
    move(by: 0)
  }

  /// Lets people choose several answers, or but one.
  mutating func toggleSeveral() { allowsSeveral.toggle() }

  /// Has it open for longer, or again for the shortest time.
  mutating func lengthen() {
    let lengths = limits.lengths
    lasts = lengths.first { $0 > lasts } ?? lengths[0]
  }
}
