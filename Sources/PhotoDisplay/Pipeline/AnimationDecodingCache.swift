import FeedDomain
import Pictures
import Terminal

/// A provider of the animations of photos on the screen. It decodes the frames of one photo at a
/// time, after the photo has been visible for a moment, and caches them.
@MainActor
final class AnimationDecodingCache {
  /// Maximum size of cached animation frames in bytes.
  private static let room = 32 << 20
  /// The time for which an animated photo must be visible before its frames are decoded.
  static let visibleTime = Duration.milliseconds(150)

  let isAnimated: Bool
  /// True if the terminal has the keyboard focus; without focus, the cache returns no animations.
  var isWatched = true
  /// The closure that is called when a photo's animation became ready.
  var onReady: () -> Void = {}

  private let decoder: any PictureDecoding
  private let log: any Log
  private let timers: PipelineClockAndRedraw
  private var animatedURLs: Set<String> = []
  /// The cached animations, the least recently used first.
  private var cachedAnimations: [(order: BoxedPhoto, animation: Animation, size: Int)] = []
  private var requestedAnimations: [(photoRequest: PhotoRequest, picture: Picture)] = []
  /// The animated photo in its box whose frames will be decoded after `visibleTime`; nil if none.
  private var visibleOrder: BoxedPhoto?
  /// The number of the latest wait before decoding an animation's frames; the end of an older wait
  /// is ignored.
  private var waitNumber = 0
  private var job: (order: BoxedPhoto, task: Task<Void, Never>)?

  init(
    isAnimated: Bool, _ decoder: any PictureDecoding, _ log: any Log,
    _ timers: PipelineClockAndRedraw
  ) {
    self.isAnimated = isAnimated
    (self.decoder, self.log, self.timers) = (decoder, log, timers)
  }

  func markURLAsAnimated(_ url: String) { animatedURLs.insert(url) }

  func requestedAnimationIfDecoded(of photoRequest: PhotoRequest, _ picture: Picture) -> Animation?
  {
    guard isAnimated, isWatched, animatedURLs.contains(photoRequest.rendition.url) else {
      return nil
    }
    if let index = cachedAnimations.firstIndex(where: { $0.order == photoRequest.boxedPhoto }) {
      let entry = cachedAnimations.remove(at: index)
      cachedAnimations.append(entry)
      return entry.animation
    }
    requestedAnimations.append((photoRequest, picture))
    return nil
  }

  func beginScreenFrame() { requestedAnimations = [] }

  func endScreenFrame(
    on ground: Colour, _ bytes: @escaping @MainActor (Photo.PhotoRendition) async -> [UInt8]?
  ) {
    if let job, !requestedAnimations.contains(where: { $0.photoRequest.boxedPhoto == job.order }) {
      stopDecodingAnimation()
    }
    let order = job == nil ? requestedAnimations.first?.photoRequest.boxedPhoto : nil
    guard order != visibleOrder else { return }
    visibleOrder = order
    waitNumber += 1
    guard order != nil else { return }
    timers.runAfterDelay(Self.visibleTime) { [weak self, waitNumber] in
      // The user may have left the photo and returned during the delay, which started another wait.
      guard let self, waitNumber == self.waitNumber else { return }
      visibleOrder = nil
      beginDecodingFrames(on: ground, bytes)
    }
  }

  private func beginDecodingFrames(
    on ground: Colour, _ bytes: @escaping @MainActor (Photo.PhotoRendition) async -> [UInt8]?
  ) {
    guard job == nil, let (photoRequest, picture) = requestedAnimations.first else { return }
    let task = Task { [weak self, decoder] in
      let frames: Result<[DecodedAnimationFrame], PhotoDecodingError>
      do throws(PhotoDecodingError) {
        guard let bytes = await bytes(photoRequest.rendition) else {
          throw PhotoDecodingError(reason: "its file is missing")
        }
        frames = .success(
          try await decoder.decodedAnimationFrames(
            of: bytes, for: photoRequest.size, photoRequest.boxedPhoto.cropping, on: ground))
      } catch {
        frames = .failure(error)
      }
      if !Task.isCancelled { self?.finishDecodingFrames(frames, of: photoRequest, picture) }
    }
    job = (photoRequest.boxedPhoto, task)
  }

  func removeAllAnimations() {
    stopDecodingAnimation()
    (cachedAnimations, requestedAnimations, visibleOrder) = ([], [], nil)
  }

  private func stopDecodingAnimation() {
    job?.task.cancel()
    job = nil
  }

  private func finishDecodingFrames(
    _ frames: Result<[DecodedAnimationFrame], PhotoDecodingError>, of photoRequest: PhotoRequest,
    _ picture: Picture
  ) {
    job = nil
    switch frames {
    case .success(let frames):
      let pictures = frames.map {
        Animation.AnimationFrame(Picture($0.image, cells: picture.cells), for: $0.duration)
      }
      guard let animation = Animation(pictures) else {
        animatedURLs.remove(photoRequest.rendition.url)
        return
      }
      storeAnimation(animation, for: photoRequest.boxedPhoto)
      onReady()
    case .failure(let error):
      log.writeLogLine(.pictures, .info, "a picture cannot be animated: \(error.reason)")
      // The still picture stays, and decoding is not tried again in every frame.
      animatedURLs.remove(photoRequest.rendition.url)
    }
  }

  private func storeAnimation(_ animation: Animation, for order: BoxedPhoto) {
    let size = animation.frames.reduce(0) { $0 + $1.picture.image.pixels.count }
    cachedAnimations.append((order, animation, size))
    while cachedAnimations.count > 1, cachedAnimations.reduce(0, { $0 + $1.size }) > Self.room {
      cachedAnimations.removeFirst()
    }
  }
}
