import FeedDomain
import Terminal

/// Pictures that are ready, as many as there is room for; what was shown longest ago goes first.
struct PictureMemory {
  /// How many bytes of pixels are kept.
  let limit: Int
  private(set) var size = 0
  private var pictures: [PictureOrder: (picture: Picture, seen: Int)] = [:]
  private var clock = 0
  /// Of each photo the order of which most pixels are here.
  private var largest: [Photo.ID: PictureOrder] = [:]

  init(limit: Int) { self.limit = limit }

  /// Whether it is here, without counting as shown.
  func contains(_ order: PictureOrder) -> Bool { pictures[order] != nil }

  /// The picture, which counts as shown now.
  mutating func picture(for order: PictureOrder) -> Picture? {
    guard let index = pictures.index(forKey: order) else { return nil }
    clock += 1
    pictures.values[index].seen = clock
    return pictures.values[index].picture
  }

  /// The largest picture of all or most of a photo that is here, in whatever box, without counting
  /// as shown.
  func largest(of photo: Photo.ID) -> (order: PictureOrder, picture: Picture)? {
    guard let order = largest[photo], let entry = pictures[order] else { return nil }
    return (order, entry.picture)
  }

  /// Keeps a picture, and forgets others where it has to; never the one that came just now.
  mutating func keep(_ picture: Picture, for order: PictureOrder) {
    clock += 1
    size += picture.image.pixels.count - (pictures[order]?.picture.image.pixels.count ?? 0)
    pictures[order] = (picture, clock)
    noteLargest(order, picture)
    guard size > limit else { return }
    // A tenth at once, so that a full memory is not sorted for every picture.
    let byAge = pictures.sorted { $0.value.seen < $1.value.seen }.dropLast()
    for (order, entry) in byAge where size > limit - limit / 10 {
      size -= entry.picture.image.pixels.count
      pictures[order] = nil
      if largest[order.photo.id] == order { largest[order.photo.id] = nil }
    }
  }

  /// Forgets the pictures of those photos.
  mutating func forget(where isForgotten: (Photo) -> Bool) {
    for (order, entry) in pictures where isForgotten(order.photo) {
      size -= entry.picture.image.pixels.count
      pictures[order] = nil
      if largest[order.photo.id] == order { largest[order.photo.id] = nil }
    }
  }

  private mutating func noteLargest(_ order: PictureOrder, _ picture: Picture) {
    if case .part = order.cut { return }
    let known = largest(of: order.photo.id)?.picture.image.pixels.count ?? 0
    if picture.image.pixels.count >= known { largest[order.photo.id] = order }
  }

  mutating func clear() {
    pictures = [:]
    largest = [:]
    size = 0
  }
}
