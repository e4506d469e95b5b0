package import FeedDomain
package import Pictures
package import Terminal

/// A runner of jobs that load and decode photos, a few at a time.
@MainActor
final class PhotoJobRunner {
  static let transfersAtOnce = 4
  /// Maximum number of photos at the decoder: two being decoded, and two that follow at once.
  static let decodesAtOnce = 4
  /// Maximum number of loaded photos that wait for decoding.
  static let maximumWaiting = 8

  enum PhotoJobOutcome {
    case decoded(StillPicture)
    /// An outcome of a photo job without a picture, as the job only loaded the photo or was
    /// cancelled.
    case stopped
    case failed(PhotoFailureReason)
  }

  private(set) var source: PhotoSource?
  /// The background colour seen through transparent pixels of photos.
  var ground = Colour.standard
  var onJobEnd: (PhotoRequest, PhotoJobOutcome) -> Void = { _, _ in }

  private let decoder: any PictureDecoding
  private let log: any Log
  /// The running photo transfers, keyed by the photos' addresses.
  private var transfers: [String: (job: TransferOrDecodingJob, meter: PhotoTransferProgressMeter)] =
    [:]
  /// The running decodings of photos, by photo and box.
  private var decodes: [BoxedPhoto: TransferOrDecodingJob] = [:]
  /// The addresses of photos of which only smaller renditions could be loaded; their decoded
  /// pictures are not cached on disk.
  private var placeholders: Set<String> = []
  private var encoded = EncodedPhotoBytesCache(limit: 4 * 1024 * 1024)

  init(_ decoder: any PictureDecoding, _ log: any Log) { (self.decoder, self.log) = (decoder, log) }

  /// The number of running transfers and decodings of photos.
  var count: Int { transfers.count + decodes.count }

  /// Returns the progress of the transfer of the photo at an address; nil if there is no transfer.
  func transferProgress(of url: String) -> ByteTransferProgress? { transfers[url]?.meter.transfer }

  /// Begins transfers and decodings of photos in the order of the requests, as far as the limits
  /// and `isAffordable` allow. `told` is called when a transfer reports progress.
  func beginPhotoJobs(
    _ requests: [PhotoRequest], where isAffordable: (PhotoRequest) -> Bool,
    telling told: @escaping @MainActor () -> Void
  ) {
    var waiting = encoded.loadedUndecodedPhotoCount(of: Set(requests.map(\.rendition.url)))
    for photoRequest in requests {
      let url = photoRequest.rendition.url
      guard decodes[photoRequest.boxedPhoto] == nil, transfers[url] == nil,
        isAffordable(photoRequest)
      else { continue }
      if let bytes = encoded[url] {
        if decodes.count < Self.decodesAtOnce { beginDecodingPhoto(bytes, for: photoRequest) }
      } else if transfers.count < Self.transfersAtOnce, waiting < Self.maximumWaiting {
        waiting += 1
        beginPhotoFetch(photoRequest, telling: told)
      }
    }
  }

  /// Returns the undecoded bytes of a photo's rendition, from memory, cache or service; nil if they
  /// cannot be loaded.
  func loadPhotoBytes(of rendition: Photo.PhotoRendition) async -> [UInt8]? {
    if let bytes = encoded[rendition.url] { return bytes }
    // Without the bytes the picture stays still.
    return try? await source?.loadRenditionBytes(
      of: rendition, meter: PhotoTransferProgressMeter {})
  }

  func cancelPhotoJobs(allBut requests: [PhotoRequest]) {
    let orders = Set(requests.map(\.boxedPhoto))
    let urls = Set(requests.map(\.rendition.url))
    for (url, transfer) in transfers where !urls.contains(url) { transfer.job.cancelPhotoJob() }
    for (order, decode) in decodes where !orders.contains(order) { decode.cancelPhotoJob() }
    encoded.trimUndecodedPhotos(keeping: urls)
  }

  /// Cancels all transfers and decodings of photos; late results are ignored.
  func cancelAllPhotoJobs() {
    for transfer in transfers.values { transfer.job.cancelPhotoJob() }
    for decode in decodes.values { decode.cancelPhotoJob() }
    transfers = [:]
    decodes = [:]
  }

  func setPhotoSource(to source: PhotoSource?) {
    self.source = source
    cancelAllPhotoJobs()
    encoded.removeAllUndecodedPhotos()
    placeholders = []
  }

  /// A result of loading a photo: its bytes, or cached pixels.
  private enum PhotoBytesOrPixels {
    case pixels(PixelImage)
    case bytes([UInt8])
    /// A result of loading a photo offline: the cached bytes of a smaller rendition.
    case smallerRendition([UInt8])
  }

  private func beginPhotoFetch(
    _ photoRequest: PhotoRequest, telling told: @escaping @MainActor () -> Void
  ) {
    guard let source else { return }
    let rendition = photoRequest.rendition
    let meter = PhotoTransferProgressMeter { Task { @MainActor in told() } }
    let job = TransferOrDecodingJob()
    transfers[rendition.url] = (job, meter)
    job.task = Task { [weak self] in
      let sizes = photoRequest.boxedPhoto.photo.renditions
      let result: Result<PhotoBytesOrPixels, FeedError>
      do throws(FeedError) {
        if let thumbnail = photoRequest.thumbnail,
          let image = await source.cachedPixels(of: thumbnail)
        {
          result = .success(.pixels(image))
        } else {
          result = .success(
            .bytes(try await source.loadRenditionBytes(of: rendition, among: sizes, meter: meter)))
        }
      } catch {
        let kept =
          error.isOutOfReach
          ? await source.cachedBytesOfSmallerRendition(for: rendition, among: sizes) : nil
        result = kept.map { .success(.smallerRendition($0)) } ?? .failure(error)
      }
      self?.finishPhotoFetch(job, result, of: photoRequest)
    }
  }

  private func finishPhotoFetch(
    _ job: TransferOrDecodingJob, _ result: Result<PhotoBytesOrPixels, FeedError>,
    of photoRequest: PhotoRequest
  ) {
    let url = photoRequest.rendition.url
    guard transfers[url]?.job === job else { return }
    transfers[url] = nil
    switch result {
    case .success(.bytes(let bytes)):
      encoded[url] = bytes
      placeholders.remove(url)
      onJobEnd(photoRequest, .stopped)
    case .success(.smallerRendition(let bytes)):
      encoded[url] = bytes
      placeholders.insert(url)
      onJobEnd(photoRequest, .stopped)
    case .success(.pixels(let image)): onJobEnd(photoRequest, .decoded(StillPicture(image)))
    case .failure(let error) where error != .cancelled && !job.isCancelled:
      log.writeLogLine(.pictures, .info, "a photo could not be fetched: \(error)")
      onJobEnd(photoRequest, .failed(.notFetched(error)))
    case .failure: onJobEnd(photoRequest, .stopped)
    }
  }

  private func beginDecodingPhoto(_ bytes: [UInt8], for photoRequest: PhotoRequest) {
    let job = TransferOrDecodingJob()
    decodes[photoRequest.boxedPhoto] = job
    job.task = Task { [weak self, decoder, ground] in
      let result: Result<StillPicture, PhotoDecodingError>
      do throws(PhotoDecodingError) {
        result = .success(
          try await decoder.decodedStillPicture(
            of: bytes, for: photoRequest.size, photoRequest.boxedPhoto.cropping, on: ground)
        )
      } catch {
        result = .failure(error)
      }
      self?.finishDecodingPhoto(job, result, of: photoRequest)
    }
  }

  private func finishDecodingPhoto(
    _ job: TransferOrDecodingJob, _ result: Result<StillPicture, PhotoDecodingError>,
    of photoRequest: PhotoRequest
  ) {
    guard decodes[photoRequest.boxedPhoto] === job else { return }
    decodes[photoRequest.boxedPhoto] = nil
    switch result {
    case .success(let still):
      // Only the bytes show whether a picture is animated.
      if let thumbnail = photoRequest.thumbnail, !still.moves,
        !placeholders.contains(photoRequest.rendition.url)
      {
        source?.storePixels(still.image, as: thumbnail)
      }
      onJobEnd(photoRequest, .decoded(still))
    case .failure(let error) where !job.isCancelled:
      log.writeLogLine(.pictures, .info, "a photo cannot be shown: \(error.reason)")
      let failure =
        error.missing.map { PhotoFailureReason.unreadable($0) }
        ?? (error.mayPass ? .tookTooLong : .notShowable)
      onJobEnd(photoRequest, .failed(failure))
    case .failure: onJobEnd(photoRequest, .stopped)
    }
  }
}

@MainActor private final class TransferOrDecodingJob {
  var task: Task<Void, Never>?
  private(set) var isCancelled = false

  func cancelPhotoJob() {
    isCancelled = true
    task?.cancel()
  }
}

/// A request for a photo in a box, with the rendition to load and its size on this terminal.
struct PhotoRequest {
  let boxedPhoto: BoxedPhoto
  let rendition: Photo.PhotoRendition
  let size: PixelSize

  /// Creates a request for a photo with the rendition selected for its box; nil if the photo has
  /// none, or if no pictures are shown.
  init?(_ boxedPhoto: BoxedPhoto, _ detail: TerminalPictureResolution?) {
    guard let size = detail?.pixelSize(for: boxedPhoto.box),
      let rendition = boxedPhoto.photo.smallestOrElseLargestRendition(
        filling: size, boxedPhoto.cropping)
    else { return nil }
    (self.boxedPhoto, self.rendition, self.size) = (boxedPhoto, rendition, size)
  }

  /// The cache file of the decoded small picture; nil if caching is not worth it.
  var thumbnail: ThumbnailPixelFile? {
    ThumbnailPixelFile(of: rendition, boxedPhoto.cropping, in: size)
  }
}

/// A photo with the box in which it is shown, and the part of the photo that is shown there; equal
/// values share one decoded picture.
package struct BoxedPhoto {
  package let photo: Photo
  package let box: CellSize
  package let cropping: PictureCropping
}

extension BoxedPhoto: Hashable {
  package static func == (left: BoxedPhoto, right: BoxedPhoto) -> Bool {
    left.photo.id == right.photo.id && left.box == right.box && left.cropping == right.cropping
      && haveSameServer(left.photo, right.photo)
  }

  /// Returns true if the files of two photos are at the same host, since two servers may give
  /// photos the same id. The rest of an address may change at each fetch, as signatures do.
  private static func haveSameServer(_ one: Photo, _ other: Photo) -> Bool {
    let (left, right) = (one.renditions.first?.url, other.renditions.first?.url)
    return left == right || left.map(host) == right.map(host)
  }

  private static func host(of address: String) -> Substring? {
    address.split(separator: "/", maxSplits: 2).dropFirst().first
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(photo.id)
    hasher.combine(box)
    hasher.combine(cropping)
  }
}

/// A decoder of pictures in untrusted bytes.
package protocol PictureDecoding: Sendable {
  /// Decodes a picture, or a part of it, so that it fits a box or fills it; transparent pixels get
  /// the background colour. Stops when the task is cancelled.
  func decodedStillPicture(
    of bytes: [UInt8], for size: PixelSize, _ cut: PictureCropping, on ground: Colour
  ) async throws(PhotoDecodingError) -> StillPicture

  func decodedAnimationFrames(
    of bytes: [UInt8], for size: PixelSize, _ cut: PictureCropping, on ground: Colour
  ) async throws(PhotoDecodingError) -> [DecodedAnimationFrame]
}

/// A still picture decoded from a photo's file; of an animation, the first frame.
package struct StillPicture: Equatable {
  package let image: PixelImage
  /// True if the photo's file is an animated picture.
  package let moves: Bool

  package init(_ image: PixelImage, moves: Bool = false) {
    (self.image, self.moves) = (image, moves)
  }
}

/// An error of decoding a photo: its bytes are not a supported picture, or cannot be decoded now.
package struct PhotoDecodingError: Error, Equatable {
  package let reason: String
  /// True for a temporary error of decoding a photo, after which another attempt may succeed.
  package let mayPass: Bool
  /// The library that is missing for decoding the photo; nil for another reason.
  package let missing: SystemLibrary?

  package init(reason: String, mayPass: Bool = false, missing: SystemLibrary? = nil) {
    (self.reason, self.mayPass, self.missing) = (reason, mayPass, missing)
  }

  fileprivate init(_ refusal: PictureRefusal) {
    var missing: SystemLibrary?
    if case .missingLibrary(let name) = refusal { missing = SystemLibrary(rawValue: name) }
    self.init(reason: "\(refusal)", mayPass: refusal == .tooSlow, missing: missing)
  }
}

package struct SandboxedPictureDecoding: PictureDecoding {
  package let decoder: PictureDecoder

  package init(decoder: PictureDecoder) { self.decoder = decoder }

  package func decodedStillPicture(
    of bytes: [UInt8], for size: PixelSize, _ cut: PictureCropping, on ground: Colour
  ) async throws(PhotoDecodingError) -> StillPicture {
    do throws(PictureRefusal) {
      let picture = try await decoder.decodePicture(bytes, for: size, cut.framing, on: ground.pixel)
      return StillPicture(picture.image, moves: picture.frames > 1)
    } catch {
      throw PhotoDecodingError(error)
    }
  }

  package func decodedAnimationFrames(
    of bytes: [UInt8], for size: PixelSize, _ cut: PictureCropping, on ground: Colour
  ) async throws(PhotoDecodingError) -> [DecodedAnimationFrame] {
    do throws(PictureRefusal) {
      return try await decoder.decodeFrames(of: bytes, for: size, cut.framing, on: ground.pixel)
    } catch {
      throw PhotoDecodingError(error)
    }
  }
}

extension Colour {
  /// The red, green and blue of a theme's colour; black for a colour that the terminal defines.
  fileprivate var pixel: (red: UInt8, green: UInt8, blue: UInt8) {
    if case .rgb(let red, let green, let blue) = self { (red, green, blue) } else { (0, 0, 0) }
  }
}

extension PictureCropping {
  fileprivate var framing: PictureFraming {
    switch self {
    case .whole: .whole
    case .filling: .filling
    case .part(let x, let y, let width, let height): .part(x: x, y: y, width: width, height: height)
    }
  }
}
