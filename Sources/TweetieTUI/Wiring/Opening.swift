/// Something that is opened once, and that somebody waits for.
@MainActor final class Opening<Value: Sendable> {
  private let open: @MainActor () async -> Value
  private var work: Task<Void, Never>?
  private var value: Value?

  /// Is given the value, as soon as there is one.
  var whenDone: ((Value) -> Void)? {
    didSet { if let value { whenDone?(value) } }
  }

  init(_ open: @escaping @MainActor () async -> Value) { self.open = open }

  /// Begins to open; doing it twice is doing it once.
  func begin() {
    guard work == nil else { return }
    work = Task.immediate {
      let value = await open()
      self.value = value
      whenDone?(value)
    }
  }

  /// Returns once nothing is being opened any more.
  func ended() async { await work?.value }
}
