/// What a property found to be wrong.
struct Finding: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

/// Goes on only where it is so.
func expect(_ isSo: Bool, _ complaint: @autoclosure () -> String) throws(Finding) {
  guard isSo else { throw Finding(complaint()) }
}
