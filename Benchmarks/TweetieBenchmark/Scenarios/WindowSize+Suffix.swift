internal import TerminalRig

extension WindowSize {
  /// What a row's name ends with; nothing for the standard size.
  var suffix: String { self == .standard ? "" : ", \(columns)×\(rows)" }
}
