package import FeedDomain
package import Pictures
package import Terminal

/// Loads and decodes a few photos at a time.
@MainActor final class PhotoJobs {
  /// The most transfers.
  static let transfersAtOnce = 4
  /// The most decodings: two at work, and two that follow at once.
  static let decodesAtOnce = 4
  /// The most loaded photos waiting for decoding.
  static let mostWaiting = 8

  /// The end of a job.
  enum Outcome {
    case made(StillPicture)
    /// Loaded and not decoded, or cancelled.
    case stopped
    case failed(PictureFailure)
  }

  private(set) var source: PhotoSource?
  /// The colour under transparent pixels.
  var ground = Colour.standard
  /// Called when a job ends.
  var ended: (PhotoRequest, Outcome) -> Void = { _, _ in }

  private let decoder: any PictureDecoding
  private let log: any Log
  /// Transfers by address.
  private var transfers: [String: (job: PhotoJob, meter: TransferMeter)] = [:]
  /// What is being decoded.
  private var decodes: [PictureOrder: PhotoJob] = [:]
  /// Addresses with smaller renditions in place; the results are not cached.
  private var placeholders: Set<String> = []
  private var encoded = EncodedPhotos(limit: 4 * 1024 * 1024)

  init(_ decoder: any PictureDecoding, _ log: any Log) { (self.decoder, self.log) = (decoder, log) }

  /// The count of jobs.
  var count: Int { transfers.count + decodes.count }

  /// nil without progress.
  func transfer(of url: String) -> Transfer? { transfers[url]?.meter.transfer }

  /// Begins the most wanted work that room and line allow. A transfer reports once its size is
  /// known.
  func begin(
    _ commissions: [PhotoRequest], where isAffordable: (PhotoRequest) -> Bool,
    telling told: @escaping @MainActor () -> Void
  ) {
    var waiting = encoded.count(of: Set(commissions.map(\.rendition.url)))
    for photoRequest in commissions {
      let url = photoRequest.rendition.url
      guard decodes[photoRequest.order] == nil, transfers[url] == nil, isAffordable(photoRequest)
      else { continue }
      if let bytes = encoded[url] {
        if decodes.count < Self.decodesAtOnce { decode(bytes, for: photoRequest) }
      } else if transfers.count < Self.transfersAtOnce, waiting < Self.mostWaiting {
        waiting += 1
        fetch(photoRequest, telling: told)
      }
    }
  }

  /// The bytes of a shown photo, from memory, cache or service; nil if they cannot be had.
  func bytes(of rendition: Photo.Rendition) async -> [UInt8]? {
    if let bytes = encoded[rendition.url] { return bytes }
    // Whoever asks does without: the picture is there, and stands still.
    return try? await source?.bytes(of: rendition, meter: TransferMeter {})
  }

  func callOff(allBut commissions: [PhotoRequest]) {
    let orders = Set(commissions.map(\.order))
    let urls = Set(commissions.map(\.rendition.url))
    for (url, transfer) in transfers where !urls.contains(url) { transfer.job.callOff() }
    for (order, decode) in decodes where !orders.contains(order) { decode.callOff() }
    encoded.trim(keeping: urls)
  }

  /// Cancels everything and ignores late results.
  func dropAll() {
    for transfer in transfers.values { transfer.job.callOff() }
    for decode in decodes.values { decode.callOff() }
    transfers = [:]
    decodes = [:]
  }

  /// Changes the source.
  func use(_ source: PhotoSource?) {
    self.source = source
    dropAll()
    encoded.clear()
    placeholders = []
  }

  /// A loaded photo; pixels need no decoding.
  private enum Fetched {
    case pixels(PixelImage)
    case bytes([UInt8])
    /// The bytes of a smaller rendition, without a connection.
    case standIn([UInt8])
  }

  private func fetch(_ photoRequest: PhotoRequest, telling told: @escaping @MainActor () -> Void) {
    guard let source else { return }
    let rendition = photoRequest.rendition
    let meter = TransferMeter { Task { @MainActor in told() } }
    let job = PhotoJob()
    transfers[rendition.url] = (job, meter)
    job.task = Task { [weak self] in
      let sizes = photoRequest.order.photo.renditions
      let result: Result<Fetched, FeedError>
      do throws(FeedError) {
        if let thumbnail = photoRequest.thumbnail, let image = await source.pixels(of: thumbnail) {
          result = .success(.pixels(image))
        } else {
          result = .success(
            .bytes(try await source.bytes(of: rendition, among: sizes, meter: meter)))
        }
      } catch {
        let kept = error.isOutOfReach ? await source.standIn(for: rendition, among: sizes) : nil
        result = kept.map { .success(.standIn($0)) } ?? .failure(error)
      }
      self?.end(job, result, of: photoRequest)
    }
  }

  private func end(
    _ job: PhotoJob, _ result: Result<Fetched, FeedError>, of photoRequest: PhotoRequest
  ) {
    let url = photoRequest.rendition.url
    guard transfers[url]?.job === job else { return }
    transfers[url] = nil
    switch result {
    case .success(.bytes(let bytes)):
      encoded[url] = bytes
      placeholders.remove(url)
      ended(photoRequest, .stopped)
    case .success(.standIn(let bytes)):
      encoded[url] = bytes
      placeholders.insert(url)
      ended(photoRequest, .stopped)
    case .success(.pixels(let image)): ended(photoRequest, .made(StillPicture(image)))
    case .failure(let error) where error != .cancelled && !job.isCalledOff:
      log.note(.pictures, .info, "a photo could not be fetched: \(error)")
      ended(photoRequest, .failed(.notFetched(error)))
    case .failure: ended(photoRequest, .stopped)
    }
  }

  private func decode(_ bytes: [UInt8], for photoRequest: PhotoRequest) {
    let job = PhotoJob()
    decodes[photoRequest.order] = job
    job.task = Task { [weak self, decoder, ground] in
      let result: Result<StillPicture, UnshowablePicture>
      do throws(UnshowablePicture) {
        result = .success(
          try await decoder.still(
            of: bytes, for: photoRequest.size, photoRequest.order.cut, on: ground)
        )
      } catch {
        result = .failure(error)
      }
      self?.end(job, result, of: photoRequest)
    }
  }

  private func end(
    _ job: PhotoJob, _ result: Result<StillPicture, UnshowablePicture>,
    of photoRequest: PhotoRequest
  ) {
    guard decodes[photoRequest.order] === job else { return }
    decodes[photoRequest.order] = nil
    switch result {
    case .success(let still):
      // Whether it moves is only to be seen in its bytes.
      if let thumbnail = photoRequest.thumbnail, !still.moves,
        !placeholders.contains(photoRequest.rendition.url)
      {
        source?.keep(still.image, as: thumbnail)
      }
      ended(photoRequest, .made(still))
    case .failure(let error) where !job.isCalledOff:
      log.note(.pictures, .info, "a photo cannot be shown: \(error.reason)")
      let failure =
        error.missing.map { PictureFailure.unreadable($0) }
        ?? (error.mayPass ? .tookTooLong : .notShowable)
      ended(photoRequest, .failed(failure))
    case .failure: ended(photoRequest, .stopped)
    }
  }
}

/// A running job.
@MainActor private final class PhotoJob {
  var task: Task<Void, Never>?
  /// Whether the job was cancelled.
  private(set) var isCalledOff = false

  func callOff() {
    isCalledOff = true
    task?.cancel()
  }
}

/// An order with its rendition and size on this terminal.
struct PhotoRequest {
  let order: PictureOrder
  let rendition: Photo.Rendition
  let size: PixelSize

  /// nil without a rendition, or without pictures.
  init?(_ order: PictureOrder, _ detail: PictureDetail?) {
    guard let size = detail?.pixels(for: order.box),
      let rendition = order.photo.rendition(filling: size, order.cut)
    else { return nil }
    (self.order, self.rendition, self.size) = (order, rendition, size)
  }

  /// The cache entry; nil if it is not worth it.
  var thumbnail: Thumbnail? { Thumbnail(of: rendition, order.cut, in: size) }
}

/// A photo for a box. The same photo, box and cut are the same order.
package struct PictureOrder {
  package let photo: Photo
  package let box: CellSize
  package let cut: PictureCut
}

extension PictureOrder: Hashable {
  package static func == (left: PictureOrder, right: PictureOrder) -> Bool {
    left.photo.id == right.photo.id && left.box == right.box && left.cut == right.cut
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(photo.id)
    hasher.combine(box)
    hasher.combine(cut)
  }
}

/// Decodes untrusted pictures.
package protocol PictureDecoding: Sendable {
  /// The cut of a picture within the size, or filling it exactly. Transparent pixels get the
  /// ground's colour. Stops when the task is cancelled.
  func still(
    of bytes: [UInt8], for size: PixelSize, _ cut: PictureCut, on ground: Colour
  ) async throws(UnshowablePicture) -> StillPicture

  /// The frames of a moving picture.
  func frames(
    of bytes: [UInt8], for size: PixelSize, _ cut: PictureCut, on ground: Colour
  ) async throws(UnshowablePicture) -> [MovingFrame]
}

/// The first picture of a file.
package struct StillPicture: Equatable {
  package let image: PixelImage
  /// Whether the picture moves.
  package let moves: Bool

  package init(_ image: PixelImage, moves: Bool = false) {
    (self.image, self.moves) = (image, moves)
  }
}

/// Bytes that are no supported picture.
package struct UnshowablePicture: Error, Equatable {
  /// The reason for the log.
  package let reason: String
  /// Whether trying again may help.
  package let mayPass: Bool
  /// The missing library; nil for another reason.
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

package struct ConfinedDecoding: PictureDecoding {
  package let decoder: PictureDecoder

  package init(
    decoder: PictureDecoder
  ) {
    self.decoder = decoder
  }

  package func still(
    of bytes: [UInt8], for size: PixelSize, _ cut: PictureCut, on ground: Colour
  ) async throws(UnshowablePicture) -> StillPicture {
    do throws(PictureRefusal) {
      let picture = try await decoder.decode(
        bytes, for: size, cut.framing, on: ground.pixel)
      return StillPicture(picture.image, moves: picture.frames > 1)
    } catch {
      throw UnshowablePicture(error)
    }
  }

  package func frames(
    of bytes: [UInt8], for size: PixelSize, _ cut: PictureCut, on ground: Colour
  ) async throws(UnshowablePicture) -> [MovingFrame] {
    do throws(PictureRefusal) {
      return try await decoder.frames(
        of: bytes, for: size, cut.framing, on: ground.pixel)
    } catch {
      throw UnshowablePicture(error)
    }
  }
}

extension Colour {
  /// Black if it has no number.
  fileprivate var pixel: (red: UInt8, green: UInt8, blue: UInt8) {
    if case .rgb(let red, let green, let blue) = self { (red, green, blue) } else { (0, 0, 0) }
  }
}

extension PictureCut {
  fileprivate var framing: PictureFraming {
    switch self {
    case .whole: .whole
    case .filling: .filling
    case .part(let x, let y, let width, let height): .part(x: x, y: y, width: width, height: height)
    }
  }
}
