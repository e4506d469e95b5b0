/// Returns a copy of a value after a change.
package func changedCopy<Value>(_ value: Value, _ change: (inout Value) -> Void) -> Value {
  var copy = value
  change(&copy)
  return copy
}

/// A large value stored behind one reference, so that copying its owner copies a pointer.
package struct SharedReference<Value: Equatable & Sendable>: Sendable {
  private final class Box: Sendable {
    let value: Value
    init(_ value: Value) { self.value = value }
  }

  private var box: Box

  package init(_ value: Value) { box = Box(value) }

  package var value: Value {
    _read { yield box.value }
    _modify {
      var copy = box.value
      yield &copy
      box = Box(copy)
    }
  }
}

extension SharedReference: Equatable {
  package static func == (one: SharedReference, other: SharedReference) -> Bool {
    one.box === other.box || one.value == other.value
  }
}

extension SharedReference: Hashable where Value: Hashable {
  package func hash(into hasher: inout Hasher) { hasher.combine(value) }
}
