/// What to write to a terminal so that it is as before, however the program that used it ended.
public struct TerminalRestoration: Equatable, Sendable {
  /// The bytes, harmless where nothing needs to be put back.
  public let bytes: [UInt8]

  /// The restoration of a terminal that is used with these options.
  public init(_ options: TerminalOptions) {
    let modes = TerminalModes(options: options)
    bytes = Array((modes.recover + modes.leave).utf8)
  }
}
