package import FeedDomain
package import Terminal
package import Words

/// A protocol of providers of pictures for scenes. They request their photos while they draw a
/// frame, the most important first; loading a photo that the next frame does not request is
/// cancelled. The screen is redrawn when a picture is ready.
@MainActor
package protocol PictureProvider: AnyObject {
  /// True if photos are drawn as pictures; false if they are described in words.
  var isOn: Bool { get }
  var cell: PixelSize { get }
  /// True if the connection to the terminal is slow, so that scenes should request few pictures.
  var isLineSlow: Bool { get }
  /// True if small pictures, such as portraits and those of a photo wall, are recognisable on the
  /// terminal, which they are not in block characters without colours.
  var showsPortraits: Bool { get }
  /// True if pictures are drawn as block characters, of which a few show no face.
  var drawsBlocks: Bool { get }
  func pictureState(of photo: Photo, in box: CellSize, _ cut: PictureCropping) -> PictureState
  /// Requests a loaded photo's animation, and returns it if ready; otherwise nil, and the screen is
  /// redrawn later.
  func requestedAnimationIfReady(of photo: Photo, in box: CellSize, _ cut: PictureCropping)
    -> Animation?
  /// True if the terminal has the keyboard focus; without focus, nothing is animated.
  var isWatched: Bool { get set }
  /// The background colour seen through transparent pixels of photos.
  var ground: Colour { get set }
  /// Requests photos that will be needed next in the reading direction; they load last.
  func prefetchPhotos(_ photos: [Photo], in box: CellSize, _ cut: PictureCropping)
  func retryPhoto(_ photo: Photo.ID)
  func togglePictures()

  /// Returns the blur of a covered photo, without loading the photo; nil if the photo has no blur.
  func blurredPicture(of photo: Photo, in box: CellSize) -> Picture?
  /// True if a photo on the screen is loading.
  var isBusy: Bool { get }
  func retryShownPhotos()
  func beginScreenFrame()
  /// Ends a frame, and cancels loading photos that earlier frames requested and this frame did not.
  func endScreenFrame()
}

extension PictureProvider {
  package func requestedAnimationIfReady(of photo: Photo, in box: CellSize, _ cut: PictureCropping)
    -> Animation?
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
  package var showsPortraits: Bool { true }
  package var drawsBlocks: Bool { false }
  package func retryShownPhotos() {}
  package func beginScreenFrame() {}
  package func endScreenFrame() {}
}

/// A choice of the part of a photo that is shown in a box: the whole, as much as fills the box, or
/// a rectangle.
package enum PictureCropping: Hashable {
  /// A shown part of a photo: the whole, within the box.
  case whole
  /// A shown part of a photo: the middle, as much as fills the box.
  case filling
  /// A shown part of a photo: a rectangle in thousandths of width and height, within the box.
  case part(x: Int, y: Int, width: Int, height: Int)
}

/// A state of a requested photo: not loaded, loading, waiting for the slow connection to the
/// terminal, ready or failed.
package enum PictureState {
  /// A state of a requested photo: not loaded, as pictures are off or the photo must not be loaded.
  case off
  /// A state of a requested photo: loading, with its placeholder and progress if known.
  case loading(placeholder: Picture?, ByteTransferProgress?)
  /// A state of a requested photo: waiting for the slow connection to the terminal, with a
  /// placeholder if known.
  case waitingForLine(placeholder: Picture?)
  case ready(Picture)
  /// A state of a requested photo: loading or decoding failed; `retryPhoto` tries again.
  case failed(PhotoFailureReason)
}

package enum PhotoFailureReason: Equatable {
  /// A reason why a photo cannot be shown: its bytes could not be loaded.
  case notFetched(FeedError)
  /// A reason why a photo cannot be shown: decoding it fails for good, as with an unsupported
  /// format or a photo that is too large, or it has no address.
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
  package func pictureState(of photo: Photo, in box: CellSize, _ cut: PictureCropping)
    -> PictureState
  {
    .off
  }
  package func prefetchPhotos(_ photos: [Photo], in box: CellSize, _ cut: PictureCropping) {}
  package func retryPhoto(_ photo: Photo.ID) {}
  package func togglePictures() {}
}

/// A cache of decoded photos within a memory limit; the least recently shown are removed first.
struct DecodedPictureCache {
  let limit: Int
  private(set) var size = 0
  private var pictures: [BoxedPhoto: (picture: Picture, seen: Int)] = [:]
  private var clock = 0
  private var largest: [Photo.ID: BoxedPhoto] = [:]

  init(limit: Int) { self.limit = limit }

  /// Returns true if a photo's picture in a box is cached; the picture does not count as shown.
  func containsPicture(_ order: BoxedPhoto) -> Bool { pictures[order] != nil }

  /// Returns the cached picture of a photo in a box, and marks it as shown; nil if not cached.
  mutating func cachedPictureMarkingUse(for order: BoxedPhoto) -> Picture? {
    guard let index = pictures.index(forKey: order) else { return nil }
    clock += 1
    pictures.values[index].seen = clock
    return pictures.values[index].picture
  }

  /// Returns the largest cached picture that contains most of a photo, for any box; nil if none is
  /// cached. The picture does not count as shown.
  func largestCachedPicture(of photo: Photo.ID) -> (order: BoxedPhoto, picture: Picture)? {
    guard let order = largest[photo], let entry = pictures[order] else { return nil }
    return (order, entry.picture)
  }

  /// Returns all cached pictures of a photo, the largest first; empty if only pictures of small
  /// parts are cached.
  func cachedPictures(of photo: Photo.ID) -> [(order: BoxedPhoto, picture: Picture)] {
    guard largest[photo] != nil else { return [] }
    return pictures.filter { $0.key.photo.id == photo }
      .map { ($0.key, $0.value.picture) }
      .sorted { $0.picture.image.pixels.count > $1.picture.image.pixels.count }
  }

  /// Adds a decoded photo to the cache, and removes the least recently shown beyond the limit.
  mutating func storePicture(_ picture: Picture, for order: BoxedPhoto) {
    clock += 1
    size += picture.image.pixels.count - (pictures[order]?.picture.image.pixels.count ?? 0)
    pictures[order] = (picture, clock)
    rememberPictureIfLargest(order, picture)
    guard size > limit else { return }
    // A tenth of the limit is freed at a time, so that pictures are not sorted for each new one.
    let byAge = pictures.sorted { $0.value.seen < $1.value.seen }.dropLast()
    for order in byAge.map(\.key) where size > limit - limit / 10 { removePicture(order) }
  }

  mutating func removePictures(where isForgotten: (Photo) -> Bool) {
    for order in pictures.keys where isForgotten(order.photo) { removePicture(order) }
  }

  private mutating func removePicture(_ order: BoxedPhoto) {
    size -= pictures.removeValue(forKey: order)?.picture.image.pixels.count ?? 0
    if largest[order.photo.id] == order { largest[order.photo.id] = nil }
  }

  private mutating func rememberPictureIfLargest(_ order: BoxedPhoto, _ picture: Picture) {
    if case .part = order.cropping { return }
    let known = largestCachedPicture(of: order.photo.id)?.picture.image.pixels.count ?? 0
    if picture.image.pixels.count >= known { largest[order.photo.id] = order }
  }

  mutating func removeAllPictures() {
    pictures = [:]
    largest = [:]
    size = 0
  }
}

extension Wording {
  /// Returns the short sentence, shown in a photo's box, that says why the photo could not be
  /// loaded or decoded.
  package func failureSentence(for failure: PhotoFailureReason, retryKey: String) -> SafeText {
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

  package func picturesSwitchedMessage(areOn: Bool) -> SafeText {
    areOn ? say("Pictures are shown.") : say("Pictures are hidden.")
  }

  /// The message that photos cannot be enlarged in plain mode.
  package var noPicturesInWords: SafeText { say("Plain mode shows photo descriptions only.") }
}
