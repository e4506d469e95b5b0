internal import Atelier
internal import FeedDomain

/// Photos that posts come with, painted once each and in the cache under the address of every post.
enum InventedPhotos: Hashable {
  /// One for each post, as services offer them for screens.
  case snapshot
  /// Four of them for each post.
  case album
  /// One, as a camera of twelve megapixels wrote it and in no smaller size, with the newest post.
  case original
  /// One for each post, which moves.
  case moving

  private static let snapshots = [
    PhotoSize(width: 960, height: 640), PhotoSize(width: 640, height: 960),
    PhotoSize(width: 900, height: 900), PhotoSize(width: 1200, height: 600),
  ]
  private static let movingOnes = [PhotoSize(width: 480, height: 320)]
  private static let originals = [PhotoSize(width: 4000, height: 3000)]
  /// So many different ones; the next posts show the same again.
  private static let variety = 20

  /// The photos of the post with that number.
  func photos(of post: Int) -> [Photo] {
    guard self != .original || post == 0 else { return [] }
    return (0..<(self == .album ? 4 : 1)).map { index in
      let name = "bench-\(self)-\(post)-\(index)"
      let size = sizes[motif(of: post, index) % sizes.count]
      return Photo(
        id: Photo.ID(name), renditions: [Photo.Rendition(url: "bench:" + name, size: size)],
        size: size, altText: "By \(InventedPosts.marker)")
    }
  }

  /// Puts the photos of so many posts into a cache.
  func fill(
    _ cache: any PhotoCache, posts: Range<Int>, for account: Account.ID
  ) async throws {
    var files: [Int: [UInt8]] = [:]
    for post in posts {
      for (index, photo) in photos(of: post).enumerated() {
        let motif = motif(of: post, index)
        let file = try files[motif] ?? paint(motif)
        files[motif] = file
        for rendition in photo.renditions {
          await cache.keep(file, of: rendition, for: account)
        }
      }
    }
  }

  private var sizes: [PhotoSize] {
    switch self {
    case .snapshot, .album: Self.snapshots
    case .original: Self.originals
    case .moving: Self.movingOnes
    }
  }

  private func motif(of post: Int, _ index: Int) -> Int {
    self == .original ? 0 : (post * 3 + index * 7) % Self.variety
  }

  private func paint(_ motif: Int) throws -> [UInt8] {
    let size = sizes[motif % sizes.count]
    let name = Painting.names[motif % Painting.names.count]
    guard let painting = Painting(of: name, width: size.width, height: size.height) else {
      throw BenchmarkError("nobody can paint \(name)")
    }
    return self == .moving
      ? try painting.snowing(width: size.width, height: size.height)
      : try painting.jpeg(width: size.width, height: size.height)
  }
}
