package import Terminal

/// Text and what it means, so that a theme can say how it looks.
package struct Span: Equatable {
  package let text: SafeText
  /// What it means.
  package let role: Role
  /// Where it leads.
  package let link: Hyperlink?

  package init(_ text: SafeText, _ role: Role = .text, link: Hyperlink? = nil) {
    (self.text, self.role, self.link) = (text, role, link)
  }
}

/// Stretches of text, in order.
package typealias StyledText = [Span]
