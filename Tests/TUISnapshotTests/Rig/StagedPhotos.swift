import FeedDomain
import Pictures
import Terminal

@testable import PhotoDisplay

/// A service's photos, each of which comes when the test says so.
@MainActor final class StagedPhotos: PhotoGateway {
  private(set) var asked: [String] = []
  private(set) var calledOff: [String] = []
  private var waiting: [String: CheckedContinuation<Result<[UInt8], FeedError>, Never>] = [:]
  private var tellers: [String: @Sendable (ByteTransferProgress) -> Void] = [:]

  /// What is being fetched.
  var open: Set<String> { Set(waiting.keys) }

  @MainActor func fetchPhotoBytes(
    of rendition: Photo.PhotoRendition, progress: @escaping @Sendable (ByteTransferProgress) -> Void
  ) async throws(FeedError) -> [UInt8] {
    let url = rendition.url
    asked.append(url)
    tellers[url] = progress
    let answer = await withTaskCancellationHandler {
      await withCheckedContinuation { waiting[url] = $0 }
    } onCancel: {
      Task { @MainActor in
        self.calledOff.append(url)
        self.answer(url, .failure(.cancelled))
      }
    }
    return try answer.get()
  }

  func photoDetails(ofPhoto photo: Photo.ID, in post: Post.ID) async throws(FeedError)
    -> PhotoDetails
  {
    PhotoDetails()
  }

  /// Lets a photo come, or fail.
  func answer(_ url: String, _ result: Result<[UInt8], FeedError> = .success([1])) {
    waiting.removeValue(forKey: url)?.resume(returning: result)
  }

  /// Tells how far a transfer is.
  func tell(_ url: String, _ transfer: ByteTransferProgress) { tellers[url]?(transfer) }
}

/// A decoder that paints what it is asked for in one colour, when the test says so.
@MainActor final class StagedDecoder: PictureDecoding {
  /// Whether pictures wait until they are let go.
  var isHolding = false
  /// The reason for which it refuses everything.
  var refusal: String?
  /// Whether that may pass.
  var mayPass = false
  private(set) var sizes: [PixelSize] = []
  private(set) var most = 0
  private var waiting: [CheckedContinuation<Void, Never>] = []

  /// The frames of everything, where there are any.
  var frames: [DecodedAnimationFrame] = []
  /// How often frames were asked for.
  private(set) var frameRequests = 0

  @MainActor func decodedAnimationFrames(
    of bytes: [UInt8], for size: PixelSize, _ cut: PictureCropping, on ground: Colour
  ) async throws(PhotoDecodingError) -> [DecodedAnimationFrame] {
    frameRequests += 1
    return frames
  }

  @MainActor func decodedStillPicture(
    of bytes: [UInt8], for size: PixelSize, _ cut: PictureCropping, on ground: Colour
  ) async throws(PhotoDecodingError) -> StillPicture {
    sizes.append(size)
    if isHolding {
      await withCheckedContinuation { continuation in
        waiting.append(continuation)
        most = max(most, waiting.count)
      }
    }
    let pixels = [UInt8](repeating: 0x80, count: size.width * size.height * 3)
    guard refusal == nil, let image = PixelImage(size: size, pixels: pixels) else {
      throw PhotoDecodingError(reason: refusal ?? "no size", mayPass: mayPass)
    }
    return StillPicture(image, moves: !frames.isEmpty)
  }

  /// How many wait.
  var waitingCount: Int { waiting.count }

  /// Lets the one that waits longest go.
  func letGo() { waiting.removeFirst().resume() }
}

/// A clock that the test moves, with its alarms.
@MainActor final class StagedClock {
  /// The moment, which a world reads from any thread.
  final class Moment: World, @unchecked Sendable {
    // Only the main actor reads and writes it: everything here runs there.
    var now = Posts.now
    func sleep(for duration: Duration) async throws(CancellationError) {}
    func randomKey() -> String { "key" }
    func randomFraction() -> Double { 0.5 }
  }

  let moment = Moment()
  private(set) var redraws = 0
  private var alarms: [(at: Timestamp, ring: @MainActor () -> Void)] = []

  /// What pictures go by.
  var timers: PipelineClockAndRedraw {
    PipelineClockAndRedraw(
      world: moment,
      runAfterDelay: { self.alarms.append((self.moment.now.timeAdvanced(by: $0), $1)) },
      redraw: { self.redraws += 1 })
  }

  /// Lets time pass.
  func pass(_ duration: Duration) {
    moment.now = moment.now.timeAdvanced(by: duration)
    let due = alarms.filter { $0.at <= moment.now }
    alarms.removeAll { $0.at <= moment.now }
    for alarm in due { alarm.ring() }
  }
}
