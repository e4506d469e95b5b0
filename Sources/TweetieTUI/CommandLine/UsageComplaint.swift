/// Says what is wrong with a command line.
struct UsageComplaint {
  let printer: Printer
  let wording: Wording

  /// One line for the mistake and one that says where to read on.
  func report(_ error: UsageError, arguments: [String]) -> ExitCode {
    printer.complain(wording.sentence(for: error))
    let command = arguments.lazy.compactMap { CommandName(rawValue: $0) }.first
    printer.complain(wording.hint(for: command))
    return .wrongUse
  }
}
