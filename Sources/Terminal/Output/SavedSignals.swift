internal import Glibc

/// Signal handlers, saved before a library installs its own, and restored afterwards.
struct SavedSignals {
  private let actions: [(signal: Int32, action: sigaction)]

  init(_ signals: [Int32]) {
    actions = signals.map { signal in
      var action = sigaction()
      sigaction(signal, nil, &action)
      return (signal, action)
    }
  }

  func restore() {
    for (signal, action) in actions {
      var action = action
      sigaction(signal, &action, nil)
    }
  }
}
