import Terminal

/// Text and what it means, so that a theme can say how it looks.
struct Span: Equatable {
  /// The text.
  let text: SafeText
  /// What it means.
  let role: Role
  /// Where it leads.
  let link: Hyperlink?

  /// Text that means that.
  init(_ text: SafeText, _ role: Role = .text, link: Hyperlink? = nil) {
    self.text = text
    self.role = role
    self.link = link
  }
}

/// Stretches of text, in order.
typealias StyledText = [Span]
