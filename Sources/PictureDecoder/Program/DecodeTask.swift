package import PictureWire

/// The decoding of one picture, from the order and the file's bytes to the result.
package struct DecodeTask {
  package struct DecodedProduct {
    package let facts: ReplyHeader.ReplyFacts
    /// The bytes of the decoded result: RGB pixels, or a JPEG.
    package let body: [UInt8]
  }

  private let order: DecodingOrder

  package init(_ order: DecodingOrder) { self.order = order }

  /// Maximum number of a picture's bytes to read from standard input.
  package var mostBytes: Int { caps.bytes }

  /// Decodes the untrusted bytes of a picture's file, or throws a refusal.
  package func decodedProduct(from bytes: [UInt8]) throws(DecoderRefusal) -> DecodedProduct {
    guard bytes.count <= caps.bytes else { throw .tooLarge }
    // A closure cannot yet throw a typed error through this function.
    let result = bytes.withUnsafeBytes { bytes in
      Result { () throws(DecoderRefusal) in try decodedProduct(from: ByteView(bytes)) }
    }
    return try result.get()
  }

  private var caps: SizeLimits {
    switch order.job {
    case .show, .move: .stranger
    case .upload: .own
    }
  }

  private func decodedProduct(from bytes: ByteView) throws(DecoderRefusal) -> DecodedProduct {
    guard let format = PictureFormat(bytes) else { throw .unknownFormat }
    switch order.job {
    case .move(let box, let cut):
      return try decodedAnimation(of: try animationSource(of: bytes, in: format), cut, in: box)
    case .show(let box, let cut, let frame):
      let (source, orientation) = try pictureSource(of: bytes, in: format, frame: frame)
      let framing = DecodedFraming(cut, of: orientation.uprightSize(source.size), in: box)
      let pixels = try decodedPixels(of: source, framing, orientation)
      return DecodedProduct(
        facts: decodedPictureFacts(of: source, orientation, framing.size, pixels), body: pixels)
    case .upload(let longestSide, let mostBytes):
      let (source, orientation) = try pictureSource(of: bytes, in: format)
      let framing = DecodedFraming(
        longestSide: longestSide, of: orientation.uprightSize(source.size))
      let pixels = try decodedPixels(of: source, framing, orientation)
      // Nobody means to post a part of a picture.
      guard !source.isDamaged else { throw .damaged }
      let upload = try EncodedUpload(pixels, framing.size, mostBytes: mostBytes)
      return DecodedProduct(
        facts: decodedPictureFacts(of: source, orientation, upload.size, upload.bytes),
        body: upload.bytes)
    }
  }

  /// Decodes the frames of an animated picture.
  private func decodedAnimation(
    of source: any AnimationSource, _ cut: DecodingOrder.PictureCropping, in box: PixelExtent
  ) throws(DecoderRefusal) -> DecodedProduct {
    try caps.checkSize(source.size)
    let frames = try AnimationFrames(source, cut, in: box, on: order.background)
    return DecodedProduct(
      facts: ReplyHeader.ReplyFacts(
        original: source.size, size: frames.size, bodyCount: frames.body.count,
        frames: frames.count,
        isDamaged: source.isDamaged), body: frames.body)
  }

  private func animationSource(
    of bytes: ByteView, in format: PictureFormat
  ) throws(DecoderRefusal) -> any AnimationSource {
    switch format {
    case .gif: return try GIFSource(bytes, frame: 0, on: order.background)
    case .png: return try AnimatedPNGSource(bytes, on: order.background)
    case .webp: return try bytes.animatedWebPSource(on: order.background)
    case .jpeg, .avif, .heic: throw .noSuchFrame
    }
  }

  /// Opens the decoder of a picture whose size is within the limits; returns it with the picture's
  /// orientation.
  private func pictureSource(
    of bytes: ByteView, in format: PictureFormat, frame: Int = 0
  ) throws(DecoderRefusal) -> (any PictureSource, Orientation) {
    let source = try openDecoder(of: bytes, in: format, frame: frame)
    try caps.checkSize(source.size)
    return (source, source.orientation ?? Orientation(of: bytes, in: format))
  }

  private func openDecoder(
    of bytes: ByteView, in format: PictureFormat, frame: Int
  ) throws(DecoderRefusal) -> any PictureSource {
    let background = order.background
    switch format {
    case .gif: return try GIFSource(bytes, frame: frame, on: background)
    case .webp: return try bytes.webPSource(frame: frame, on: background)
    case .heic:
      guard order.isUpload else { throw .unknownFormat }
      return try HEICSource(bytes, caps)
    case _ where frame > 0: throw .noSuchFrame
    case .jpeg: return try JPEGSource(bytes)
    case .png: return try PNGSource(bytes, on: background)
    case .avif: return try AVIFSource(bytes, caps, on: background)
    }
  }

  private func decodedPixels(
    of source: any PictureSource, _ framing: DecodedFraming, _ orientation: Orientation
  ) throws(DecoderRefusal) -> [UInt8] {
    let stored = orientation.storedSize(framing.size)
    let window = orientation.storedWindow(framing.window, in: orientation.uprightSize(source.size))
    let rows = try source.startDecoding(window, output: stored)
    let scaler = RowScaler(rows, to: stored, on: order.background)
    let row = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: rows.size.width * 3)
    defer { row.deallocate() }
    for number in 0..<scaler.rowsNeeded {
      guard try source.readRow(into: row) else {
        // Without a single row there is nothing to show.
        guard number > 0 else { throw .damaged }
        break
      }
      scaler.addRow(row)
    }
    return orientation.uprightPixels(scaler.result, of: stored)
  }

  private func decodedPictureFacts(
    of source: any PictureSource, _ orientation: Orientation, _ size: PixelExtent, _ body: [UInt8]
  ) -> ReplyHeader.ReplyFacts {
    ReplyHeader.ReplyFacts(
      original: orientation.uprightSize(source.size), size: size, bodyCount: body.count,
      frames: source.frames, milliseconds: source.milliseconds, isDamaged: source.isDamaged)
  }
}
