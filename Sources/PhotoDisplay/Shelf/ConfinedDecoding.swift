internal import FeedDomain
package import Pictures
package import Terminal

/// Decoding in the processes that can do nothing else.
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
  /// Black where it has no number.
  fileprivate var pixel: (red: UInt8, green: UInt8, blue: UInt8) {
    if case .rgb(let red, let green, let blue) = self { (red, green, blue) } else { (0, 0, 0) }
  }
}

extension UnshowablePicture {
  fileprivate init(_ refusal: PictureRefusal) {
    var missing: SystemLibrary?
    if case .missingLibrary(let name) = refusal { missing = SystemLibrary(rawValue: name) }
    self.init(reason: "\(refusal)", mayPass: refusal == .tooSlow, missing: missing)
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
