import FeedDomain
import Pictures
import Terminal

/// Motions on the screen: frames are decoded one picture at a time, once it has been visible for a
/// moment, and cached.
@MainActor final class AnimationPlayer {
  /// The most bytes of cached frames.
  private static let room = 32 << 20
  /// The time before frames are decoded.
  static let glance = Duration.milliseconds(150)

  let isAnimated: Bool
  /// Whether the terminal has the focus.
  var isWatched = true
  /// Called when a motion is ready.
  var changed: () -> Void = {}

  private let decoder: any PictureDecoding
  private let log: any Log
  private let clockwork: PictureTimers
  /// Addresses of moving pictures.
  private var moving: Set<String> = []
  /// The last used is at the end.
  private var kept: [(order: PictureOrder, motion: Motion, size: Int)] = []
  /// Motions wanted by the current frame.
  private var wanted: [(photoRequest: PhotoRequest, picture: Picture)] = []
  /// The order that became visible last.
  private var glanced: PictureOrder?
  /// A counter that invalidates older waits.
  private var glances = 0
  private var job: (order: PictureOrder, task: Task<Void, Never>)?

  init(
    isAnimated: Bool, _ decoder: any PictureDecoding, _ log: any Log, _ clockwork: PictureTimers
  ) {
    self.isAnimated = isAnimated
    (self.decoder, self.log, self.clockwork) = (decoder, log, clockwork)
  }

  func note(moving url: String) { moving.insert(url) }

  func motion(of photoRequest: PhotoRequest, _ picture: Picture) -> Motion? {
    guard isAnimated, isWatched, moving.contains(photoRequest.rendition.url) else { return nil }
    if let index = kept.firstIndex(where: { $0.order == photoRequest.order }) {
      let entry = kept.remove(at: index)
      kept.append(entry)
      return entry.motion
    }
    wanted.append((photoRequest, picture))
    return nil
  }

  func frameBegan() { wanted = [] }

  /// Decodes what the frame wanted.
  func frameEnded(
    on ground: Colour, _ bytes: @escaping @MainActor (Photo.Rendition) async -> [UInt8]?
  ) {
    if let job, !wanted.contains(where: { $0.photoRequest.order == job.order }) { stop() }
    let order = job == nil ? wanted.first?.photoRequest.order : nil
    guard order != glanced else { return }
    glanced = order
    glances += 1
    guard order != nil else { return }
    clockwork.after(Self.glance) { [weak self, glances] in
      // Meanwhile somebody may have looked elsewhere, and be back.
      guard let self, glances == self.glances else { return }
      glanced = nil
      begin(on: ground, bytes)
    }
  }

  private func begin(
    on ground: Colour, _ bytes: @escaping @MainActor (Photo.Rendition) async -> [UInt8]?
  ) {
    guard job == nil, let (photoRequest, picture) = wanted.first else { return }
    let task = Task { [weak self, decoder] in
      let frames: Result<[MovingFrame], UnshowablePicture>
      do throws(UnshowablePicture) {
        guard let bytes = await bytes(photoRequest.rendition) else {
          throw UnshowablePicture(reason: "its bytes are gone")
        }
        frames = .success(
          try await decoder.frames(
            of: bytes, for: photoRequest.size, photoRequest.order.cut, on: ground))
      } catch {
        frames = .failure(error)
      }
      if !Task.isCancelled { self?.take(frames, of: photoRequest, picture) }
    }
    job = (photoRequest.order, task)
  }

  func empty() {
    stop()
    (kept, wanted, glanced) = ([], [], nil)
  }

  private func stop() {
    job?.task.cancel()
    job = nil
  }

  private func take(
    _ frames: Result<[MovingFrame], UnshowablePicture>, of photoRequest: PhotoRequest,
    _ picture: Picture
  ) {
    job = nil
    switch frames {
    case .success(let frames):
      let pictures = frames.map {
        Motion.Frame(Picture($0.image, cells: picture.cells), for: $0.duration)
      }
      guard let motion = Motion(pictures) else {
        moving.remove(photoRequest.rendition.url)
        return
      }
      keep(motion, for: photoRequest.order)
      changed()
    case .failure(let error):
      log.note(.pictures, .info, "a picture cannot move: \(error.reason)")
      // It is shown all the same; trying again in every frame would help nobody.
      moving.remove(photoRequest.rendition.url)
    }
  }

  private func keep(_ motion: Motion, for order: PictureOrder) {
    let size = motion.frames.reduce(0) { $0 + $1.picture.image.pixels.count }
    kept.append((order, motion, size))
    while kept.count > 1, kept.reduce(0, { $0 + $1.size }) > Self.room { kept.removeFirst() }
  }
}
