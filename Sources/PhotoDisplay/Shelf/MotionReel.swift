import FeedDomain
import Pictures
import Terminal

/// What moves, as far as it is looked at: its frames are decoded once its picture is here and was
/// looked at for a moment, one such picture after the other, and kept as long as there is room.
@MainActor final class MotionReel {
  /// How many bytes of frames are kept.
  private static let room = 32 << 20
  /// So long something is looked at before its frames are decoded: what is only passed costs nothing.
  static let glance = Duration.milliseconds(150)

  /// Whether anything moves at all.
  let isAnimated: Bool
  /// Whether somebody looks.
  var isWatched = true
  /// Is told when something can move now.
  var changed: () -> Void = {}

  private let decoder: any PictureDecoding
  private let log: any Log
  private let clockwork: PictureClockwork
  /// The addresses of what moves; what turned out not to is taken away again.
  private var moving: Set<String> = []
  /// The one used last is at the end.
  private var kept: [(order: PictureOrder, motion: Motion, size: Int)] = []
  /// What the frame that is drawn now wants to move.
  private var wanted: [(commission: Commission, picture: Picture)] = []
  /// What was begun to be looked at.
  private var glanced: PictureOrder?
  /// How often something was begun to be looked at, or no longer.
  private var glances = 0
  private var job: (order: PictureOrder, task: Task<Void, Never>)?

  init(
    isAnimated: Bool, _ decoder: any PictureDecoding, _ log: any Log, _ clockwork: PictureClockwork
  ) {
    self.isAnimated = isAnimated
    (self.decoder, self.log, self.clockwork) = (decoder, log, clockwork)
  }

  /// Learns that what is at an address moves.
  func note(moving url: String) { moving.insert(url) }

  /// How a picture that is here moves; nil where it does not, or not yet.
  func motion(of commission: Commission, _ picture: Picture) -> Motion? {
    guard isAnimated, isWatched, moving.contains(commission.rendition.url) else { return nil }
    if let index = kept.firstIndex(where: { $0.order == commission.order }) {
      let entry = kept.remove(at: index)
      kept.append(entry)
      return entry.motion
    }
    wanted.append((commission, picture))
    return nil
  }

  func frameBegan() { wanted = [] }

  /// Works on what the frame wanted, and on nothing else.
  func frameEnded(
    on ground: Colour, _ bytes: @escaping @MainActor (Photo.Rendition) async -> [UInt8]?
  ) {
    if let job, !wanted.contains(where: { $0.commission.order == job.order }) { stop() }
    let order = job == nil ? wanted.first?.commission.order : nil
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
    guard job == nil, let (commission, picture) = wanted.first else { return }
    let task = Task { [weak self, decoder] in
      let frames: Result<[MovingFrame], UnshowablePicture>
      do throws(UnshowablePicture) {
        guard let bytes = await bytes(commission.rendition) else {
          throw UnshowablePicture(reason: "its bytes are gone")
        }
        frames = .success(
          try await decoder.frames(
            of: bytes, for: commission.size, commission.order.cut, on: ground))
      } catch {
        frames = .failure(error)
      }
      if !Task.isCancelled { self?.take(frames, of: commission, picture) }
    }
    job = (commission.order, task)
  }

  /// Forgets everything but what is known to move.
  func empty() {
    stop()
    (kept, wanted, glanced) = ([], [], nil)
  }

  private func stop() {
    job?.task.cancel()
    job = nil
  }

  private func take(
    _ frames: Result<[MovingFrame], UnshowablePicture>, of commission: Commission,
    _ picture: Picture
  ) {
    job = nil
    switch frames {
    case .success(let frames):
      let pictures = frames.map {
        Motion.Frame(Picture($0.image, cells: picture.cells), for: $0.duration)
      }
      guard let motion = Motion(pictures) else {
        moving.remove(commission.rendition.url)
        return
      }
      keep(motion, for: commission.order)
      changed()
    case .failure(let error):
      log.note(.pictures, .info, "a picture cannot move: \(error.reason)")
      // It is shown all the same; trying again in every frame would help nobody.
      moving.remove(commission.rendition.url)
    }
  }

  private func keep(_ motion: Motion, for order: PictureOrder) {
    let size = motion.frames.reduce(0) { $0 + $1.picture.image.pixels.count }
    kept.append((order, motion, size))
    while kept.count > 1, kept.reduce(0, { $0 + $1.size }) > Self.room { kept.removeFirst() }
  }
}
