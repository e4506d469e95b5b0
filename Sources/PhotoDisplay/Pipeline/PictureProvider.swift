package import FeedDomain
package import Terminal
package import Words

/// Pictures for scenes. A scene asks while drawing for what it shows: requests of one frame that
/// the next does not repeat are cancelled. The first request loads first. The screen is redrawn
/// when a request is ready. `PictureBox` asks, and draws the result.
@MainActor package protocol PictureProvider: AnyObject {
  /// Whether photos are drawn as pictures; otherwise their descriptions stand in their place.
  var isOn: Bool { get }
  /// How large a cell of the terminal is.
  var cell: PixelSize { get }
  /// Whether the line is slow, so that only worthwhile pictures are asked for.
  var isThrifty: Bool { get }
  /// The picture of a photo for a box.
  func picture(of photo: Photo, in box: CellSize, _ cut: PictureCut) -> PictureState
  /// The motion of a loaded picture; nil if there is none yet. The screen is redrawn when it is
  /// ready.
  func motion(of photo: Photo, in box: CellSize, _ cut: PictureCut) -> Motion?
  /// Whether the terminal has the focus: else nothing moves.
  var isWatched: Bool { get set }
  /// The colour under transparent pixels.
  var ground: Colour { get set }
  /// Photos needed next in the reading direction, loaded last.
  func expect(_ photos: [Photo], in box: CellSize, _ cut: PictureCut)
  func retry(_ photo: Photo.ID)
  func toggle()

  /// A blur of a covered photo; nothing is loaded.
  func cover(of photo: Photo, in box: CellSize) -> Picture?
  /// Whether a shown photo is loading.
  var isBusy: Bool { get }
  func retryShown()
  func frameBegan()
  /// Ends a frame: what it did not ask for is cancelled.
  func frameEnded()
}

extension PictureProvider {
  package func motion(of photo: Photo, in box: CellSize, _ cut: PictureCut) -> Motion? { nil }
  package var ground: Colour {
    get { .standard }
    set {}
  }
  package var isWatched: Bool {
    get { true }
    set {}
  }
  package func cover(of photo: Photo, in box: CellSize) -> Picture? { nil }
  package var isBusy: Bool { false }
  package var isThrifty: Bool { false }
  package func retryShown() {}
  package func frameBegan() {}
  package func frameEnded() {}
}

/// The shown part of a photo.
package enum PictureCut: Hashable {
  /// All of it, within the box.
  case whole
  /// As much as fills the box, from the middle.
  case filling
  /// A part in thousandths of width and height, within the box.
  case part(x: Int, y: Int, width: Int, height: Int)
}

/// The state of a photo.
package enum PictureState {
  /// Pictures are off, or this one may not be loaded.
  case off
  /// Loading, with a placeholder if one is known.
  case coming(standIn: Picture?, Transfer?)
  /// Waiting for the slow line.
  case held(standIn: Picture?)
  case here(Picture)
  /// Failed; `retry` tries again.
  case failed(PictureFailure)
}

/// Why a photo cannot be shown.
package enum PictureFailure: Hashable {
  /// The bytes could not be loaded.
  case notFetched(FeedError)
  /// Unsupported or too large.
  case notShowable
  /// Decoding took too long, as on a busy machine.
  case tookTooLong
  /// The library of the format is not installed.
  case unreadable(SystemLibrary)
}

package final class NoPictures: PictureProvider {
  package let isOn = false
  package let cell = PixelSize(width: 10, height: 20)
  package nonisolated init() {}
  package func picture(of photo: Photo, in box: CellSize, _ cut: PictureCut) -> PictureState {
    .off
  }
  package func expect(_ photos: [Photo], in box: CellSize, _ cut: PictureCut) {}
  package func retry(_ photo: Photo.ID) {}
  package func toggle() {}
}

/// Decoded pictures within a limit; the least recently shown go first.
struct PictureMemory {
  let limit: Int
  private(set) var size = 0
  private var pictures: [PictureOrder: (picture: Picture, seen: Int)] = [:]
  private var clock = 0
  /// The order with the most pixels of each photo.
  private var largest: [Photo.ID: PictureOrder] = [:]

  init(limit: Int) { self.limit = limit }

  /// Whether a picture is there, without counting as shown.
  func contains(_ order: PictureOrder) -> Bool { pictures[order] != nil }

  /// The picture, marked as shown.
  mutating func picture(for order: PictureOrder) -> Picture? {
    guard let index = pictures.index(forKey: order) else { return nil }
    clock += 1
    pictures.values[index].seen = clock
    return pictures.values[index].picture
  }

  /// The largest picture of most of a photo, in any box, without counting as shown.
  func largest(of photo: Photo.ID) -> (order: PictureOrder, picture: Picture)? {
    guard let order = largest[photo], let entry = pictures[order] else { return nil }
    return (order, entry.picture)
  }

  /// Adds a picture, removing others beyond the limit.
  mutating func keep(_ picture: Picture, for order: PictureOrder) {
    clock += 1
    size += picture.image.pixels.count - (pictures[order]?.picture.image.pixels.count ?? 0)
    pictures[order] = (picture, clock)
    noteLargest(order, picture)
    guard size > limit else { return }
    // A tenth at once, so that a full memory is not sorted for every picture.
    let byAge = pictures.sorted { $0.value.seen < $1.value.seen }.dropLast()
    for (order, entry) in byAge where size > limit - limit / 10 {
      size -= entry.picture.image.pixels.count
      pictures[order] = nil
      if largest[order.photo.id] == order { largest[order.photo.id] = nil }
    }
  }

  mutating func forget(where isForgotten: (Photo) -> Bool) {
    for (order, entry) in pictures where isForgotten(order.photo) {
      size -= entry.picture.image.pixels.count
      pictures[order] = nil
      if largest[order.photo.id] == order { largest[order.photo.id] = nil }
    }
  }

  private mutating func noteLargest(_ order: PictureOrder, _ picture: Picture) {
    if case .part = order.cut { return }
    let known = largest(of: order.photo.id)?.picture.image.pixels.count ?? 0
    if picture.image.pixels.count >= known { largest[order.photo.id] = order }
  }

  mutating func clear() {
    pictures = [:]
    largest = [:]
    size = 0
  }
}

extension Wording {
  /// The reason in few words, for the box.
  package func sentence(for failure: PictureFailure, retryKey: String) -> SafeText {
    switch failure {
    case .notFetched(.notFound): say("This picture is gone.")
    case .notFetched(.misconfigured(let words)): SafeText(sanitizing: words)
    case .notFetched(.missingLibrary(let library)), .unreadable(let library):
      sentence(forMissing: library)
    case .notFetched: say("It could not be fetched. {key} tries again.", ["key": retryKey])
    case .notShowable: say("This picture cannot be shown.")
    case .tookTooLong: say("It took too long to open. {key} tries again.", ["key": retryKey])
    }
  }

  /// That pictures were switched off or on.
  package func pictures(areOn: Bool) -> SafeText {
    areOn ? say("Pictures are shown.") : say("Pictures are hidden.")
  }

  /// Why nothing is looked at more closely.
  package var noPicturesInWords: SafeText { say("Plain mode shows photos in words.") }
}
