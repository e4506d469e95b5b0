package import Words

/// Says what is wrong with a command line.
package struct UsageComplaint {
  package let printer: Printer
  package let wording: Wording

  package init(
    printer: Printer, wording: Wording
  ) {
    self.printer = printer
    self.wording = wording
  }

  /// One line for the mistake and one that says where to read on.
  package func report(_ error: UsageError, arguments: [String]) -> ExitCode {
    printer.complain(wording.sentence(for: error))
    let command = arguments.lazy.compactMap { CommandName(rawValue: $0) }.first
    printer.complain(wording.hint(for: command))
    return .wrongUse
  }
}
