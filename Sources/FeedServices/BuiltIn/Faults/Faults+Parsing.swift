/// What is wrong with a description of faults, with the word in question.
package enum FaultMistake: Error, Hashable, Sendable {
  /// It is not of the form `call=kind` or `call=kind:count`.
  case notAFault(String)
  case unknownCall(String)
  /// There is no such way of going wrong.
  case unknownKind(String)
  /// How often is not a whole number above zero.
  case badCount(String)

  /// What is wrong, and what could be written.
  package var sentence: String {
    switch self {
    case .notAFault(let word): "\"\(word)\" is no fault. It can be: \(remedy)."
    case .unknownCall(let word): "\"\(word)\" is no call. It can be: \(remedy)."
    case .unknownKind(let word): "\"\(word)\" is no way to fail. It can be: \(remedy)."
    case .badCount(let word): "\"\(word)\" is no count. It can be: \(remedy)."
    }
  }

  /// What could be written in its place.
  package var remedy: String {
    switch self {
    case .notAFault: "like=refused, feed=unreachable:3"
    case .unknownCall: (["any"] + Faults.Call.allCases.map(\.rawValue)).joined(separator: ", ")
    case .unknownKind: Faults.Kind.allCases.map(\.rawValue).joined(separator: ", ")
    case .badCount: "1, 2, 3, …"
    }
  }
}

extension Faults {
  /// Reads faults such as `feed=unreachable, like=refused:3, any=slow`.
  ///
  /// Commas, blanks and line ends set them apart; an empty text has none.
  package init(parsing text: String) throws(FaultMistake) {
    var faults: [Fault] = []
    for word in text.split(whereSeparator: { $0 == "," || $0.isWhitespace }) {
      faults.append(try Fault(parsing: word))
    }
    self.init(faults)
  }
}

extension Faults.Fault {
  fileprivate init(parsing word: Substring) throws(FaultMistake) {
    let halves = word.split(separator: "=", omittingEmptySubsequences: false)
    guard halves.count == 2 else { throw .notAFault(String(word)) }
    let parts = halves[1].split(separator: ":", omittingEmptySubsequences: false)
    guard let name = parts.first, parts.count <= 2 else { throw .notAFault(String(word)) }
    let call = Faults.Call(rawValue: String(halves[0]))
    guard call != nil || halves[0] == "any" else { throw .unknownCall(String(halves[0])) }
    guard let kind = Faults.Kind(rawValue: String(name)) else { throw .unknownKind(String(name)) }
    guard parts.count == 2 else {
      self.init(call, kind)
      return
    }
    guard let count = Int(parts[1]), count > 0 else { throw .badCount(String(parts[1])) }
    self.init(call, kind, count: count)
  }
}
