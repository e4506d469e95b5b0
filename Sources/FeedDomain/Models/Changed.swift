/// The same value with something of it changed: values are replaced, never edited.
package func changed<Value>(_ value: Value, _ change: (inout Value) -> Void) -> Value {
  var copy = value
  change(&copy)
  return copy
}
