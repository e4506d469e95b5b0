import FeedServices

/// Faults as people write them: read, or a mistake that names the word; written down again they
/// are the same.
enum FaultsProperty {
  static func check(_ input: [UInt8]) throws(Finding) {
    var reader = InputReader(input)
    let text = reader.remainingText()
    switch read(text) {
    case .success(let faults): try checkReturn(of: faults)
    case .failure(let mistake): try checkMistake(mistake, in: text)
    }
  }

  private static func checkReturn(of faults: SimulatedFaults) throws(Finding) {
    let written = faults.faults.map { fault in
      let count = fault.count.map { ":\($0)" } ?? ""
      return "\(fault.call?.rawValue ?? "any")=\(fault.kind.rawValue)\(count)"
    }.joined(separator: ", ")
    try expect(read(written) == .success(faults), "written down, it is something else: \(written)")
  }

  private static func checkMistake(_ mistake: FaultSyntaxError, in text: String) throws(Finding) {
    let word =
      switch mistake {
      case .notAFault(let word), .unknownCall(let word), .unknownKind(let word),
        .badCount(let word):
        word
      }
    try expect(
      word.unicodeScalars.count <= text.unicodeScalars.count,
      "the mistake names what nobody wrote: \(word)")
  }

  private static func read(_ text: String) -> Result<SimulatedFaults, FaultSyntaxError> {
    Result { () throws(FaultSyntaxError) in try SimulatedFaults(parsing: text) }
  }
}
