/// Those who are told of something, each for as long as it lives.
@MainActor struct Listeners<News> {
  private struct Entry {
    weak var listener: AnyObject?
    let hear: @MainActor (News) -> Void
  }

  private var entries: [Entry] = []

  /// Tells a listener of all that comes; one that was told already only in this way from now on.
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
