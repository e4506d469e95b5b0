/// What was done to a text, so that it can be undone in the steps in which a person thinks.
struct TextHistory {
  /// How a change came about; changes of one kind in a row are undone together.
  enum Kind: Equatable {
    /// A character was typed.
    case typing
    /// A blank was typed: it ends the word before it.
    case blank
    /// Characters were erased one by one.
    case erasing
    /// Anything else stands for itself.
    case other
  }

  /// A change at one place.
  struct Edit {
    /// Where it begins.
    let start: Int
    /// What stood there.
    let removed: [Character]
    /// What stands there now.
    let inserted: [Character]
    /// Where the cursor stood before.
    let cursor: Int
  }

  private var done: [[Edit]] = []
  private var undone: [[Edit]] = []
  private var kind: Kind?

  /// Remembers a change, as part of the last step or as a new one.
  mutating func record(_ edit: Edit, _ kind: Kind) {
    undone = []
    if kind != .other, kind == self.kind || (kind == .blank && self.kind == .typing),
      let last = done.indices.last
    {
      done[last].append(edit)
    } else {
      done.append([edit])
      if done.count > Self.limit { done.removeFirst(done.count - Self.limit) }
    }
    self.kind = kind
  }

  /// Ends the step: what comes next is one of its own.
  mutating func pause() { kind = nil }

  /// The changes of the last step, to be reverted in this order.
  mutating func undo() -> [Edit]? {
    guard let step = done.popLast() else { return nil }
    undone.append(step)
    pause()
    return step.reversed()
  }

  /// The changes of the step undone last, to be made in this order.
  mutating func redo() -> [Edit]? {
    guard let step = undone.popLast() else { return nil }
    done.append(step)
    pause()
    return step
  }

  private static let limit = 1000
}
