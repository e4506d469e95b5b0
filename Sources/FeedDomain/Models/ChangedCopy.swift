/// Returns a copy of a value, changed by a closure.
package func changedCopy<Value>(_ value: Value, _ change: (inout Value) -> Void) -> Value {
  var copy = value
  change(&copy)
  return copy
}
