/// What calls for somebody who looks elsewhere than at the terminal.
public struct TerminalCall: Equatable, Sendable {
  /// What the desktop is to show; nil for nothing.
  public let text: SafeText?
  /// Whether the bell rings.
  public let rings: Bool

  /// A call that is shown, heard, or both.
  public init(text: SafeText?, rings: Bool) { (self.text, self.rings) = (text, rings) }
}
