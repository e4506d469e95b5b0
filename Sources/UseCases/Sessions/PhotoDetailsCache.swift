internal import FeedDomain

/// Details of the latest photos, in memory.
struct PhotoDetailsCache {
  private static let most = 500

  private var details: [Photo.ID: PhotoDetails] = [:]
  private var order: [Photo.ID] = []

  subscript(photo: Photo.ID) -> PhotoDetails? {
    get { details[photo] }
    set {
      order.removeAll { $0 == photo }
      if newValue != nil { order.append(photo) }
      details[photo] = newValue
      if order.count > Self.most { details[order.removeFirst()] = nil }
    }
  }
}
