package import FeedDomain
package import Terminal
package import Words

/// A provider of pictures for scenes. A scene requests its photos while drawing: requests of one
/// frame that the next does not repeat are cancelled. The first request loads first. The screen is
/// redrawn when a request is ready. `PictureBox` requests and draws pictures.
@MainActor package protocol PictureProvider: AnyObject {
  /// True if photos are drawn as pictures, rather than described in words.
  var isOn: Bool { get }
  var cell: PixelSize { get }
  /// True if the line to the terminal is slow, so that only worthwhile pictures are requested.
  var isLineSlow: Bool { get }
  func pictureState(of photo: Photo, in box: CellSize, _ cut: PictureCut) -> PictureState
  /// Requests the animation of a loaded photo; nil until the animation is ready, when the screen is
  /// redrawn.
  func playingAnimation(of photo: Photo, in box: CellSize, _ cut: PictureCut) -> Animation?
  /// True if the terminal has the keyboard focus: else nothing is animated.
  var isWatched: Bool { get set }
  /// The background colour that shows through transparent pixels of photos.
  var ground: Colour { get set }
  /// Requests photos needed next in the reading direction, which load last.
  func prefetchPhotos(_ photos: [Photo], in box: CellSize, _ cut: PictureCut)
  func retryPhoto(_ photo: Photo.ID)
  func togglePictures()

  /// Draws a covered photo as a blur, without loading the photo.
  func blurredPicture(of photo: Photo, in box: CellSize) -> Picture?
  /// True if a photo on the screen is loading.
  var isBusy: Bool { get }
  func retryShownPhotos()
  func beginFrame()
  /// Ends a frame: photo requests of earlier frames that this frame did not repeat are cancelled.
  func endFrame()
}

extension PictureProvider {
  package func playingAnimation(of photo: Photo, in box: CellSize, _ cut: PictureCut) -> Animation?
  { nil }
  package var ground: Colour {
    get { .standard }
    set {}
  }
  package var isWatched: Bool {
    get { true }
    set {}
  }
  package func blurredPicture(of photo: Photo, in box: CellSize) -> Picture? { nil }
  package var isBusy: Bool { false }
  package var isLineSlow: Bool { false }
  package func retryShownPhotos() {}
  package func beginFrame() {}
  package func endFrame() {}
}

/// The rectangle of a photo that is shown in a box.
package enum PictureCut: Hashable {
  /// A shown rectangle of a photo: the whole photo, within the box.
  case whole
  /// A shown rectangle of a photo: the middle, as much as fills the box.
  case filling
  /// A shown rectangle of a photo, in thousandths of width and height, within the box.
  case part(x: Int, y: Int, width: Int, height: Int)
}

/// The state of a requested photo.
package enum PictureState {
  /// A state of a requested photo: not loaded, as pictures are off or the photo must not be loaded.
  case off
  /// A state of a requested photo: loading; its placeholder is shown, if one is known.
  case loading(placeholder: Picture?, ByteProgress?)
  /// A state of a requested photo: waiting for the slow line, with a placeholder if one is known.
  case waitingForLine(placeholder: Picture?)
  case ready(Picture)
  /// A state of a requested photo: loading or decoding failed; `retryPhoto` tries again.
  case failed(PictureFailure)
}

/// The reason why a photo cannot be shown.
package enum PictureFailure: Equatable {
  /// A reason why a photo cannot be shown: its bytes could not be loaded.
  case notFetched(FeedError)
  /// A reason why a photo cannot be shown: the format is unsupported, or the photo too large.
  case notShowable
  /// A reason why a photo cannot be shown: decoding took too long, as on a busy machine.
  case tookTooLong
  /// A reason why a photo cannot be shown: the library of the format is not installed.
  case unreadable(SystemLibrary)
}

package final class NoPictures: PictureProvider {
  package let isOn = false
  package let cell = PixelSize(width: 10, height: 20)
  package nonisolated init() {}
  package func pictureState(of photo: Photo, in box: CellSize, _ cut: PictureCut) -> PictureState {
    .off
  }
  package func prefetchPhotos(_ photos: [Photo], in box: CellSize, _ cut: PictureCut) {}
  package func retryPhoto(_ photo: Photo.ID) {}
  package func togglePictures() {}
}

/// A cache of decoded photos within a memory limit; the least recently shown are removed first.
struct PictureMemory {
  let limit: Int
  private(set) var size = 0
  private var pictures: [PictureOrder: (picture: Picture, seen: Int)] = [:]
  private var clock = 0
  private var largest: [Photo.ID: PictureOrder] = [:]

  init(limit: Int) { self.limit = limit }

  /// True if the picture for an order is cached; asking does not count as showing the picture.
  func containsPicture(_ order: PictureOrder) -> Bool { pictures[order] != nil }

  /// Returns the cached picture for an order, marked as shown.
  mutating func cachedPicture(for order: PictureOrder) -> Picture? {
    guard let index = pictures.index(forKey: order) else { return nil }
    clock += 1
    pictures.values[index].seen = clock
    return pictures.values[index].picture
  }

  /// Returns the largest cached picture of most of a photo, in any box; asking does not count as
  /// showing the picture.
  func largestPicture(of photo: Photo.ID) -> (order: PictureOrder, picture: Picture)? {
    guard let order = largest[photo], let entry = pictures[order] else { return nil }
    return (order, entry.picture)
  }

  /// Returns all cached pictures of a photo, the largest first; empty if only parts are cached.
  func cachedPictures(of photo: Photo.ID) -> [(order: PictureOrder, picture: Picture)] {
    guard largest[photo] != nil else { return [] }
    return pictures.filter { $0.key.photo.id == photo }
      .map { ($0.key, $0.value.picture) }
      .sorted { $0.picture.image.pixels.count > $1.picture.image.pixels.count }
  }

  /// Adds a decoded photo to the cache, removing others beyond the limit.
  mutating func storePicture(_ picture: Picture, for order: PictureOrder) {
    clock += 1
    size += picture.image.pixels.count - (pictures[order]?.picture.image.pixels.count ?? 0)
    pictures[order] = (picture, clock)
    recordLargest(order, picture)
    guard size > limit else { return }
    // A tenth at once, so that a full memory is not sorted for every picture.
    let byAge = pictures.sorted { $0.value.seen < $1.value.seen }.dropLast()
    for (order, entry) in byAge where size > limit - limit / 10 {
      size -= entry.picture.image.pixels.count
      pictures[order] = nil
      if largest[order.photo.id] == order { largest[order.photo.id] = nil }
    }
  }

  mutating func removePictures(where isForgotten: (Photo) -> Bool) {
    for (order, entry) in pictures where isForgotten(order.photo) {
      size -= entry.picture.image.pixels.count
      pictures[order] = nil
      if largest[order.photo.id] == order { largest[order.photo.id] = nil }
    }
  }

  private mutating func recordLargest(_ order: PictureOrder, _ picture: Picture) {
    if case .part = order.cut { return }
    let known = largestPicture(of: order.photo.id)?.picture.image.pixels.count ?? 0
    if picture.image.pixels.count >= known { largest[order.photo.id] = order }
  }

  mutating func clearPictures() {
    pictures = [:]
    largest = [:]
    size = 0
  }
}

extension Wording {
  /// Returns the message why a photo is not shown, in few words for its box.
  package func sentence(for failure: PictureFailure, retryKey: String) -> SafeText {
    switch failure {
    case .notFetched(.notFound): say("This picture no longer exists.")
    case .notFetched(.misconfigured(let words)): SafeText(sanitizing: words)
    case .notFetched(.missingLibrary(let library)), .unreadable(let library):
      sentence(forMissing: library)
    case .notFetched: say("The picture could not be fetched. {key} tries again.", ["key": retryKey])
    case .notShowable: say("This picture cannot be shown.")
    case .tookTooLong:
      say("The picture took too long to open. {key} tries again.", ["key": retryKey])
    }
  }

  /// Returns the message that pictures were switched off or on.
  package func picturesSwitchedMessage(areOn: Bool) -> SafeText {
    areOn ? say("Pictures are shown.") : say("Pictures are hidden.")
  }

  /// The message that photos cannot be enlarged in plain mode.
  package var noPicturesInWords: SafeText { say("Plain mode shows photo descriptions only.") }
}
