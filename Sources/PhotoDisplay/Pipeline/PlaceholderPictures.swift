import FeedDomain
import Glibc
import Terminal

/// A cache of the placeholders in boxes whose photos are loading: the photo in another size, or a
/// blur. A box keeps its placeholder, which is sent to the terminal once; in the first frame, boxes
/// have none.
struct PlaceholderPictures {
  /// The range of the number of pixels of the longer side of a photo's blur; a slow connection to
  /// the terminal gets the lower bound.
  private static let steps = 24...96
  /// The number of screen pixels for each pixel of a photo's blur, on a fast connection to the
  /// terminal.
  private static let pixelsPerStep = 4
  /// The number of pixels of the longer side of a placeholder made from another size of the photo.
  /// The number is small, since the placeholder is shown for a moment.
  private static let longSideOfResizedPicture = 96
  private static let capacity = 256

  private var blurs: [BoxedPhoto: Picture?] = [:]
  private var resizedPictures: [BoxedPhoto: Picture] = [:]
  private var hasShownFrame = false
  /// True if blurs of photos were left out of the first frame.
  private var lacksBlurs = false

  /// Records that a frame was shown; returns true if the frame is to be drawn again because blurs
  /// were left out.
  mutating func recordShownFrameReturningRedrawNeed() -> Bool {
    defer { (hasShownFrame, lacksBlurs) = (true, false) }
    return lacksBlurs
  }

  /// Returns the blur of a photo, coarse on a slow connection to the terminal; nil for a photo
  /// without a Blurhash, and in the first frame.
  mutating func blurredPicture(
    of photo: Photo, in box: CellSize, cell: PixelSize, isCoarse: Bool = false
  ) -> Picture? {
    guard hasShownFrame else {
      lacksBlurs = true
      return nil
    }
    guard let hash = photo.blurhash else { return nil }
    let order = BoxedPhoto(photo: photo, box: box, cropping: .filling)
    if let known = blurs[order] { return known }
    if blurs.count >= Self.capacity { blurs = [:] }
    let longest = max(box.columns * cell.width, box.rows * cell.height)
    let steps = isCoarse ? Self.steps.lowerBound : longest / Self.pixelsPerStep
    let size = Self.placeholderSize(
      for: box, cell: cell,
      longSide: min(max(steps, Self.steps.lowerBound), Self.steps.upperBound))
    let picture = BlurHashImage(hash)?.decodedImage(size).map { Picture($0, cells: box) }
    blurs[order] = .some(picture)
    return picture
  }

  /// Returns a placeholder from another size of the photo; nil if too much of it is missing.
  mutating func placeholderFromOtherSize(
    for order: BoxedPhoto, cell: PixelSize, held: () -> (order: BoxedPhoto, picture: Picture)?
  ) -> Picture? {
    if let known = resizedPictures[order] { return known }
    guard hasShownFrame, let held = held() else { return nil }
    let photo = order.photo.size
    let box = PixelSize(width: order.box.columns * cell.width, height: order.box.rows * cell.height)
    let shown = PhotoRegion(held.order.cropping, of: photo, in: held.picture.image.size)
    let wanted = PhotoRegion(order.cropping, of: photo, in: box)
    guard let place = shown.relativeRegion(of: wanted) else { return nil }
    if resizedPictures.count >= Self.capacity { resizedPictures = [:] }
    let size = Self.placeholderSize(
      for: order.box, cell: cell, longSide: Self.longSideOfResizedPicture)
    let picture = held.picture.image.scaledImageOfRegion(place, in: size).map {
      Picture($0, cells: order.box)
    }
    resizedPictures[order] = picture
    return picture
  }

  mutating func removeResizedPicture(_ order: BoxedPhoto) { resizedPictures[order] = nil }

  mutating func removeAllPlaceholders() {
    blurs = [:]
    resizedPictures = [:]
  }

  private static func placeholderSize(for box: CellSize, cell: PixelSize, longSide: Int)
    -> PixelSize
  {
    let (width, height) = (box.columns * cell.width, box.rows * cell.height)
    let longest = max(1, width, height)
    return PixelSize(
      width: max(1, width * longSide / longest), height: max(1, height * longSide / longest))
  }
}

struct BlurHashImage {
  private let across: Int
  private let down: Int
  /// The colours of the waves that a Blurhash adds up to a blurred picture, in linear light; the
  /// first is the average colour.
  private let waves: [SIMD3<Float>]

  /// Creates the blurred image of a photo from its Blurhash text; nil if the text is invalid.
  init?(_ text: String) {
    var digits: [Int] = []
    for byte in text.utf8.prefix(200) {
      guard let digit = Self.digits.firstIndex(of: byte) else { return nil }
      digits.append(digit)
    }
    guard digits.count >= 6 else { return nil }
    let (across, down) = (digits[0] % 9 + 1, digits[0] / 9 + 1)
    guard down <= 9, digits.count == 4 + 2 * across * down else { return nil }
    func base83Number(_ range: Range<Int>) -> Int { digits[range].reduce(0) { $0 * 83 + $1 } }
    let largest = Float(digits[1] + 1) / 166
    let average = base83Number(2..<6)
    guard average <= 0xff_ffff else { return nil }
    var waves = [
      SIMD3(
        Self.linearLight(average >> 16 & 0xff), Self.linearLight(average >> 8 & 0xff),
        Self.linearLight(average & 0xff))
    ]
    for index in 1..<max(1, across * down) {
      let value = base83Number((4 + 2 * index)..<(6 + 2 * index))
      guard value < 19 * 19 * 19 else { return nil }
      func blurHashComponent(_ digit: Int) -> Float {
        let share = (Float(digit) - 9) / 9
        return share * abs(share) * largest
      }
      waves.append(
        SIMD3(
          blurHashComponent(value / 361), blurHashComponent(value / 19 % 19),
          blurHashComponent(value % 19)))
    }
    (self.across, self.down, self.waves) = (across, down, waves)
  }

  func decodedImage(_ size: PixelSize) -> PixelImage? {
    guard size.width > 0, size.height > 0 else { return nil }
    let horizontal = Self.cosineTable(waves: across, steps: size.width)
    let vertical = Self.cosineTable(waves: down, steps: size.height)
    var pixels: [UInt8] = []
    pixels.reserveCapacity(size.width * size.height * 3)
    for y in 0..<size.height {
      for x in 0..<size.width {
        var light = SIMD3<Float>()
        for j in 0..<down {
          for i in 0..<across {
            light +=
              waves[j * across + i]
              * (horizontal[i * size.width + x] * vertical[j * size.height + y])
          }
        }
        for channel in 0..<3 { pixels.append(Self.colourByte(light[channel])) }
      }
    }
    return PixelImage(size: size, pixels: pixels)
  }

  private static let digits = Array(
    "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz#$%*+,-.:;=?@[]^_{|}~".utf8)

  private static func cosineTable(waves: Int, steps: Int) -> [Float] {
    (0..<waves).flatMap { wave in
      (0..<steps).map { step in cosf(.pi * Float(wave) * (Float(step) + 0.5) / Float(steps)) }
    }
  }

  private static func linearLight(_ byte: Int) -> Float {
    let value = Float(byte) / 255
    return value <= 0.04045 ? value / 12.92 : powf((value + 0.055) / 1.055, 2.4)
  }

  private static func colourByte(_ light: Float) -> UInt8 {
    let light = min(1, max(0, light))
    let value = light <= 0.0031308 ? light * 12.92 : 1.055 * powf(light, 1 / 2.4) - 0.055
    return UInt8(value * 255 + 0.5)
  }
}
