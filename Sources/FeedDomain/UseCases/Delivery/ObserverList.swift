/// Observers of the reader's actions, each told as long as it lives.
@MainActor struct ObserverList {
  private struct Entry {
    weak var observer: (any ActionObserving)?
  }

  private var entries: [Entry] = []

  mutating func add(_ observer: any ActionObserving) {
    entries.removeAll { $0.observer == nil || $0.observer === observer }
    entries.append(Entry(observer: observer))
  }

  func tell(_ news: ActionNews) {
    for entry in entries { entry.observer?.hear(news) }
  }
}
