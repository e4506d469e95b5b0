package import Terminal

/// What is shown to somebody who looks elsewhere.
package struct AlertsViewModel: Equatable {
  /// What the terminal's tab is called; nil leaves its name alone.
  package var title: SafeText?
  /// What calls for them now, once; nil where nothing does.
  package var call: TerminalCall?

  package init(title: SafeText? = nil, call: TerminalCall? = nil) {
    (self.title, self.call) = (title, call)
  }
}
