/// A large value behind a reference, so that copying the struct that holds it copies only a
/// pointer.
package struct SharedReference<Value: Equatable & Sendable>: Sendable {
  private final class ReferenceBox: Sendable {
    let value: Value
    init(_ value: Value) { self.value = value }
  }

  private var box: ReferenceBox

  package init(_ value: Value) { box = ReferenceBox(value) }

  package var value: Value {
    _read { yield box.value }
    _modify {
      var copy = box.value
      yield &copy
      box = ReferenceBox(copy)
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

/// Returns a copy of a value, changed by a closure.
package func changedCopy<Value>(_ value: Value, _ change: (inout Value) -> Void) -> Value {
  var copy = value
  change(&copy)
  return copy
}
