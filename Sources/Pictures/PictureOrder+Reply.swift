internal import PictureWire

extension PictureOrder {
  /// Whether a reply announces the size and the bytes that were ordered.
  func admits(_ facts: ReplyHeader.Facts) -> Bool {
    let size = facts.size
    guard size.width > 0, size.height > 0, facts.original.width > 0, facts.original.height > 0,
      facts.frames > 0
    else { return false }
    switch job {
    case .show(let box, let cut, _):
      let isFull = size == box
      let isFitted =
        size.width <= box.width && size.height <= box.height
        && (size.width == box.width || size.height == box.height)
      return (cut == .filling ? isFull : isFitted) && facts.bodyCount == size.area * 3
    case .move(let box, _):
      let bytes = facts.frames * (size.area * 3 + WireLimits.frameHeader)
      return size.width <= box.width && size.height <= box.height
        && facts.frames <= WireLimits.motion.frames && facts.bodyCount == bytes
        && bytes <= WireLimits.motion.bytes
    case .upload(let longestSide, let mostBytes):
      return max(size.width, size.height) <= longestSide
        && (1...mostBytes).contains(facts.bodyCount)
    }
  }

  /// How long the decoder may work.
  func patience(_ limit: Duration?) -> Duration { limit ?? .seconds(patience) }
}
