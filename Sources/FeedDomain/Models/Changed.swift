/// Returns a copy of a value after a change.
package func changed<Value>(_ value: Value, _ change: (inout Value) -> Void) -> Value {
  var copy = value
  change(&copy)
  return copy
}

/// A large value behind one reference: copying its owner copies a pointer.
struct Boxed<Value: Hashable & Sendable>: Sendable {
  private final class Box: Sendable {
    let value: Value
    init(_ value: Value) { self.value = value }
  }

  private var box: Box

  init(_ value: Value) { box = Box(value) }

  var value: Value {
    _read { yield box.value }
    _modify {
      var copy = box.value
      yield &copy
      box = Box(copy)
    }
  }
}

extension Boxed: Hashable {
  static func == (one: Boxed, other: Boxed) -> Bool {
    one.box === other.box || one.value == other.value
  }

  func hash(into hasher: inout Hasher) { hasher.combine(value) }
}
