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

  package func pixels(
    of bytes: [UInt8], for size: PixelSize, _ cut: PictureCut
  ) async throws(UnshowablePicture) -> PixelImage {
    do throws(PictureRefusal) {
      return try await decoder.decode(bytes, for: size, cut.framing).image
    } catch {
      throw UnshowablePicture(reason: "\(error)", mayPass: error == .tooSlow)
    }
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
