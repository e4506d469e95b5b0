internal import Glibc

/// Signal handlers, kept safe from a library that installs its own.
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
