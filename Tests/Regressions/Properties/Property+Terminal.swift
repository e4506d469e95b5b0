extension Property {
  /// What strangers write and what terminals send.
  static let terminal = [
    Property(name: "sanitizer", check: SanitizerProperty.check),
    Property(name: "wrapping", check: WrappingProperty.check),
    Property(name: "canvas", check: CanvasProperty.check),
    Property(name: "terminal-input", check: TerminalInputProperty.check),
  ]
}
