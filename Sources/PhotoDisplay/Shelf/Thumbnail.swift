import FeedDomain
package import Terminal

/// A small picture as it was decoded, kept beside the photo it was made of: a wall that was seen
/// before needs no decoding.
///
/// Its name in the cache is the photo's address, the cut and the size; its contents are a mark, the
/// width, the height and the pixels.
package struct Thumbnail {
  /// What takes more bytes is decoded anew: it would take the room of too many photos.
  private static let most = 512 * 1024
  /// So many times its pixels a photo has to have for decoding to be worth saving.
  private static let leastShare = 2
  private static let mark = Array("TWPIXEL1".utf8)
  private static let headerSize = 16

  /// Under which it is kept.
  let rendition: Photo.Rendition

  /// What a photo would be in a box of so many pixels; nil where that is not kept.
  init?(of photo: Photo.Rendition, _ cut: PictureCut, in box: PixelSize) {
    let name: String
    switch cut {
    case .whole: name = "whole"
    case .filling: name = "filling"
    case .part: return nil
    }
    let area = box.width * box.height
    guard area > 0, area * 3 <= Self.most,
      photo.size.width * photo.size.height >= area * Self.leastShare
    else { return nil }
    rendition = Photo.Rendition(
      url: "\(photo.url) \(name) \(box.width)x\(box.height)",
      size: PhotoSize(width: box.width, height: box.height))
  }

  /// What is kept of an image.
  package func contents(of image: PixelImage) -> [UInt8] {
    var contents: [UInt8] = []
    contents.reserveCapacity(Self.headerSize + image.pixels.count)
    contents += Self.mark
    for number in [image.size.width, image.size.height] {
      contents += [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
    }
    return contents + image.pixels
  }

  /// The image in what was kept; nil where it is not one that fits into the box.
  package func image(in contents: [UInt8]) -> PixelImage? {
    guard contents.count > Self.headerSize, contents.starts(with: Self.mark) else { return nil }
    let size = PixelSize(width: number(at: 8, in: contents), height: number(at: 12, in: contents))
    guard size.width <= rendition.size.width, size.height <= rendition.size.height else {
      return nil
    }
    return PixelImage(size: size, pixels: Array(contents[Self.headerSize...]))
  }

  private func number(at offset: Int, in contents: [UInt8]) -> Int {
    contents[offset..<(offset + 4)].reduce(0) { $0 << 8 | Int($1) }
  }
}
