/// The undo history of a text.
struct TextHistory {
  /// The kind of a change. Consecutive changes of a kind are undone in one step.
  enum Kind: Equatable {
    case typing
    case blank
    case erasing
    /// A change that is always a step of its own.
    case other
  }

  /// The replacement of characters at one place.
  struct Edit {
    let start: Int
    let removed: [Character]
    let inserted: [Character]
    let cursor: Int
  }

  private var done: [[Edit]] = []
  private var undone: [[Edit]] = []
  private var kind: Kind?

  /// Records a change in the last step, or as a new one.
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

  /// Ends the current step.
  mutating func pause() { kind = nil }

  /// Returns the changes of the last step in the order in which to revert them; nil if there is
  /// none.
  mutating func undo() -> [Edit]? {
    guard let step = done.popLast() else { return nil }
    undone.append(step)
    pause()
    return step.reversed()
  }

  /// Returns the changes of the step undone last in the order in which to repeat them; nil if there
  /// is none.
  mutating func redo() -> [Edit]? {
    guard let step = undone.popLast() else { return nil }
    done.append(step)
    pause()
    return step
  }

  private static let limit = 1000
}
