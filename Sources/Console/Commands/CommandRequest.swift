/// What a command is asked for: reads itself from what was typed after the command's name, and runs.
package protocol CommandRequest: Equatable, Sendable {
  init(_ scanned: ScannedArguments) throws(UsageError)
  func run(at desk: CommandDesk) async throws(CommandFailure)
  /// Whether it goes on until somebody interrupts it.
  var endsWhenInterrupted: Bool { get }
}

extension CommandRequest {
  /// Most end by themselves.
  package var endsWhenInterrupted: Bool { false }
}
