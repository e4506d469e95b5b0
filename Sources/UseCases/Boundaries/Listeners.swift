/// Weakly held listeners for events.
@MainActor struct Listeners<News> {
  private struct Entry {
    weak var listener: AnyObject?
    let hear: @MainActor (News) -> Void
  }

  private var entries: [Entry] = []

  /// Adds a listener, or replaces its callback.
  mutating func add<Listener: AnyObject>(
    _ listener: Listener, _ hear: @escaping @MainActor (Listener, News) -> Void
  ) {
    entries.removeAll { $0.listener == nil || $0.listener === listener }
    entries.append(
      Entry(listener: listener) { [weak listener] news in
        if let listener { hear(listener, news) }
      })
  }

  func tell(_ news: News) {
    for entry in entries { entry.hear(news) }
  }
}
