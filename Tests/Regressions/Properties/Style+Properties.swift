import Terminal

extension Style {
  static let bold = Style(.standard, on: .standard, .bold)
  static let reversed = Style(.standard, on: .standard, .reversed)
}
