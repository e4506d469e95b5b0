extension Place {
  /// What is told of a place, completed by what is held of it: none is no news, and a place keeps its
  /// name.
  static func told(_ told: Place?, held: Place?) -> Place? {
    guard let told else { return held }
    guard told.name.isEmpty, let held, held.square == told.square else { return told }
    return told.named(held.name)
  }
}

extension Post.Content {
  /// The same, at the places at which it is held.
  func placed(as held: Post.Content) -> Post.Content {
    guard held.place != nil || held.photos.contains(where: { $0.place != nil }) else { return self }
    let places = Dictionary(held.photos.map { ($0.id, $0.place) }) { first, _ in first }
    var copy = self
    copy.photos = photos.map { $0.placed(at: .told($0.place, held: places[$0.id] ?? nil)) }
    copy.place = .told(place, held: held.place)
    return copy
  }
}

extension Photo {
  fileprivate func placed(at place: Place?) -> Photo { changed(self) { $0.place = place } }
}
