package import FeedDomain
package import Terminal
package import Words

/// Photos as pictures for scenes to draw, as far as they are here.
///
/// A scene asks while it draws, for what it shows and no more: what one frame asked for and the
/// next does not is given up. What is asked for first is fetched first. When something asked for
/// has come, the screen is drawn again. `PictureBox` asks, and draws what it gets.
@MainActor package protocol PictureShelf: AnyObject {
  /// Whether pictures are shown at all; where they are not, words stand in their place.
  var isOn: Bool { get }
  /// How large a cell of the terminal is.
  var cell: PixelSize { get }
  /// Whether the line has few bytes to spare: then only what is worth them is asked for.
  var isThrifty: Bool { get }
  /// The picture of a photo for a box.
  func picture(of photo: Photo, in box: CellSize, _ cut: PictureCut) -> ShelvedPicture
  /// How a picture that is here moves; nil where it does not, may not or cannot yet. Whoever asks has
  /// it drawn again when it can.
  func motion(of photo: Photo, in box: CellSize, _ cut: PictureCut) -> Motion?
  /// Whether somebody looks at the screen: else nothing moves.
  var isWatched: Bool { get set }
  /// What lies under transparent pixels.
  var ground: Colour { get set }
  /// Photos that will be looked at next, in the reading direction: fetched when nothing else is.
  func expect(_ photos: [Photo], in box: CellSize, _ cut: PictureCut)
  /// Tries again what failed.
  func retry(_ photo: Photo.ID)
  /// Switches pictures off or on.
  func toggle()

  /// A blurred picture in place of one that is covered; nothing is fetched for it.
  func cover(of photo: Photo, in box: CellSize) -> Picture?
  /// Whether something that is shown is on its way, so that its progress is drawn.
  var isBusy: Bool { get }
  /// Tries again what failed of what is shown.
  func retryShown()
  /// A frame begins to be drawn.
  func frameBegan()
  /// A frame is drawn: what it did not ask for is given up.
  func frameEnded()
}

extension PictureShelf {
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

/// Which part of a photo a box shows; sizes are given in cells, whatever a photo's own pixels are.
package enum PictureCut: Hashable {
  /// All of it: where the box has another shape, the picture is smaller than the box.
  case whole
  /// As much as fills the box, from the middle.
  case filling
  /// A part, as large as fits into the box, in thousandths of the photo's width and height from its top left.
  case part(x: Int, y: Int, width: Int, height: Int)
}

/// A photo as far as it is here.
package enum ShelvedPicture {
  /// Pictures are off, or this one may not be fetched.
  case off
  /// It is on its way: until then a blurred or coloured picture, where one is known.
  case coming(standIn: Picture?, Transfer?)
  /// The line is slow and has had its share of pictures: this one waits its turn.
  case held(standIn: Picture?)
  case here(Picture)
  /// It could not be had; `retry` tries again.
  case failed(PictureFailure)
}

/// Why a photo cannot be shown.
package enum PictureFailure: Hashable {
  /// Its bytes could not be had.
  case notFetched(FeedError)
  /// They are no picture that can be shown, or one too large.
  case notShowable
  /// They were worked on for so long that it was given up, as on a busy machine.
  case tookTooLong
  /// The library that reads pictures of its format is not installed.
  case unreadable(SystemLibrary)
}

package final class NoPictures: PictureShelf {
  package let isOn = false
  package let cell = PixelSize(width: 10, height: 20)
  package nonisolated init() {}
  package func picture(of photo: Photo, in box: CellSize, _ cut: PictureCut) -> ShelvedPicture {
    .off
  }
  package func expect(_ photos: [Photo], in box: CellSize, _ cut: PictureCut) {}
  package func retry(_ photo: Photo.ID) {}
  package func toggle() {}
}

/// Pictures that are ready, as many as there is room for; what was shown longest ago goes first.
struct PictureMemory {
  /// How many bytes of pixels are kept.
  let limit: Int
  private(set) var size = 0
  private var pictures: [PictureOrder: (picture: Picture, seen: Int)] = [:]
  private var clock = 0
  /// Of each photo the order of which most pixels are here.
  private var largest: [Photo.ID: PictureOrder] = [:]

  init(limit: Int) { self.limit = limit }

  /// Whether it is here, without counting as shown.
  func contains(_ order: PictureOrder) -> Bool { pictures[order] != nil }

  /// The picture, which counts as shown now.
  mutating func picture(for order: PictureOrder) -> Picture? {
    guard let index = pictures.index(forKey: order) else { return nil }
    clock += 1
    pictures.values[index].seen = clock
    return pictures.values[index].picture
  }

  /// The largest picture of all or most of a photo that is here, in whatever box, without counting
  /// as shown.
  func largest(of photo: Photo.ID) -> (order: PictureOrder, picture: Picture)? {
    guard let order = largest[photo], let entry = pictures[order] else { return nil }
    return (order, entry.picture)
  }

  /// Keeps a picture, and forgets others where it has to; never the one that came just now.
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

  /// Forgets the pictures of those photos.
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

/// What is said of pictures.
extension Wording {
  /// Why a picture is not shown, in the few words that fit into its box.
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
