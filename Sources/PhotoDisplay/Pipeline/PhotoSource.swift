package import FeedDomain
package import Terminal
package import UseCases

/// A source of a session's photos: the cache on disk, or the service.
@MainActor
package final class PhotoSource {
  private let activeSession: AccountSession
  /// The accounts that are read together, whose photos are loaded; nil for a single account.
  private let accountGroup: AccountGroup?

  package init(_ session: AccountSession, with accountGroup: AccountGroup? = nil) {
    (activeSession, self.accountGroup) = (session, accountGroup)
  }

  private func sessionFetchingRendition(of rendition: Photo.PhotoRendition) -> AccountSession {
    accountGroup?.backgroundSession(owningPicture: rendition) ?? activeSession
  }

  package var hasPhotos: Bool { activeSession.connection.photos != nil }

  /// Returns the cached pixels of a small picture; nil if they are not cached.
  package func cachedPixels(of thumbnail: ThumbnailPixelFile) async -> PixelImage? {
    let session = sessionFetchingRendition(of: thumbnail.rendition)
    guard let cache = session.stores.photos, cache.outlivesProgram,
      let contents = await cache.cachedPhotoBytes(of: thumbnail.rendition, for: session.account.id)
    else { return nil }
    return thumbnail.decodedImage(in: contents)
  }

  /// Stores the pixels of a small picture in the cache on disk; does nothing if there is no cache
  /// on disk, or if the session has ended.
  func storePixels(_ image: PixelImage, as thumbnail: ThumbnailPixelFile) {
    let session = sessionFetchingRendition(of: thumbnail.rendition)
    guard !session.isOver, let cache = session.stores.photos, cache.outlivesProgram else { return }
    let account = session.account.id
    // Started without a suspension, so that a later sign-out erases the written file.
    Task.immediate {
      await cache.storePhotoBytes(
        thumbnail.thumbnailFileContents(of: image), of: thumbnail.rendition, for: account)
    }
  }

  /// Returns the bytes of a photo's rendition or of a larger one from the cache; otherwise fetches
  /// the rendition.
  package func loadRenditionBytes(
    of rendition: Photo.PhotoRendition, among sizes: [Photo.PhotoRendition] = [],
    meter: PhotoTransferProgressMeter
  ) async throws(FeedError) -> [UInt8] {
    if rendition.isOwnFile { return try await reducedLocalPictureBytes(rendition.url) }
    let session = sessionFetchingRendition(of: rendition)
    let account = session.account.id
    let larger = sizes.drop { $0 != rendition }.dropFirst().filter { !$0.isForKeeping }
    for size in [rendition] + larger {
      if let kept = await session.stores.photos?.cachedPhotoBytes(of: size, for: account) {
        return kept
      }
    }
    guard !Task.isCancelled, let gateway = session.connection.photos else { throw .cancelled }
    let bytes = try await gateway.fetchPhotoBytes(of: rendition) {
      meter.recordPhotoTransferProgress($0)
    }
    // After the sign-out nothing of the account is written.
    if !session.isOver, let cache = session.stores.photos {
      // Started without a suspension, so that a later sign-out erases the written file.
      Task.immediate { await cache.storePhotoBytes(bytes, of: rendition, for: account) }
    }
    return bytes
  }

  /// Returns the bytes of the largest cached rendition of a photo that is smaller than a given one;
  /// nil if none is cached.
  func cachedBytesOfSmallerRendition(
    for rendition: Photo.PhotoRendition, among sizes: [Photo.PhotoRendition]
  ) async
    -> [UInt8]?
  {
    let session = sessionFetchingRendition(of: rendition)
    for size in sizes.prefix(while: { $0 != rendition }).reversed() {
      if let kept = await session.stores.photos?.cachedPhotoBytes(of: size, for: session.account.id)
      {
        return kept
      }
    }
    return nil
  }

  private func reducedLocalPictureBytes(_ path: String) async throws(FeedError) -> [UInt8] {
    guard let pictures = activeSession.stores.pictures else { throw .notFound }
    do throws(PictureFileProblem) {
      return try await pictures.preparePictureForUpload(
        path, within: PictureUploadLimits(longestSide: 320, bytes: 200_000)
      ).bytes
    } catch {
      throw .notFound
    }
  }
}

/// A cache of the loaded bytes of photos before decoding, keyed by web address. The last used ones
/// are kept up to a limit, since zooming decodes a photo from the same bytes many times.
struct EncodedPhotoBytesCache {
  /// Maximum size in bytes of the cached photos that no decoding needs at present.
  let limit: Int
  private var photos: [String: (bytes: [UInt8], used: Int)] = [:]
  private var clock = 0

  init(limit: Int) { self.limit = limit }

  subscript(url: String) -> [UInt8]? {
    mutating get {
      guard let bytes = photos[url]?.bytes else { return nil }
      clock += 1
      photos[url]?.used = clock
      return bytes
    }
    set {
      clock += 1
      photos[url] = newValue.map { ($0, clock) }
    }
  }

  /// Returns the number of the given addresses whose loaded bytes wait for decoding.
  func loadedUndecodedPhotoCount(of urls: Set<String>) -> Int {
    photos.keys.count { urls.contains($0) }
  }

  /// Removes the least recently used photos, beyond the limit, from the cache of undecoded bytes;
  /// needed ones are kept.
  mutating func trimUndecodedPhotos(keeping needed: Set<String>) {
    var size = 0
    for (url, photo) in photos.sorted(by: { $0.value.used > $1.value.used })
    where !needed.contains(url) {
      size += photo.bytes.count
      if size > limit { photos[url] = nil }
    }
  }

  mutating func removeAllUndecodedPhotos() { photos = [:] }
}

extension Photo {
  /// Returns the smallest rendition of the photo that fills or fits a size in pixels; the largest
  /// one if all are smaller, and nil if the photo has none.
  func smallestOrElseLargestRendition(filling pixels: PixelSize, _ cut: PictureCropping)
    -> PhotoRendition?
  {
    // A few missing pixels are not visible; the next size up costs twice the bytes.
    renditions.first { $0.size.fillsArea(pixels, cut, tolerance: 0.93) } ?? renditions.last
  }
}

extension PhotoSize {
  fileprivate func fillsArea(_ pixels: PixelSize, _ cut: PictureCropping, tolerance: Double) -> Bool
  {
    guard width > 0, height > 0 else { return false }
    let (part, mustFill) =
      switch cut {
      case .whole: ((Double(width), Double(height)), false)
      case .filling: ((Double(width), Double(height)), true)
      case .part(_, _, let across, let down):
        ((Double(width) * Double(across) / 1000, Double(height) * Double(down) / 1000), false)
      }
    let (across, down) = (
      Double(pixels.width) * tolerance / part.0, Double(pixels.height) * tolerance / part.1
    )
    // Filling the box needs both sides to be long enough, fitting into it only one.
    return (mustFill ? max(across, down) : min(across, down)) <= 1
  }
}
