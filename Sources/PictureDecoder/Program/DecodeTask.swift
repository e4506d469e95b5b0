package import PictureWire

/// A task of the decoder program: decodes one picture file into the result that a request demands.
package struct DecodeTask {
  package struct DecodingResult {
    package let facts: DecoderReplyHeader.DecodedPictureFacts
    /// The bytes of the decoded result: RGB pixels, or a JPEG.
    package let body: [UInt8]
  }

  private let request: PictureDecodingRequest

  package init(_ request: PictureDecodingRequest) { self.request = request }

  /// The maximum number of bytes that the decoder program reads of a picture file from standard
  /// input.
  package var mostBytes: Int { caps.bytes }

  /// Returns the result of decoding the untrusted bytes of a picture file; throws the reason why
  /// the file is refused.
  package func decodePictureFile(from bytes: [UInt8]) throws(DecoderRefusal) -> DecodingResult {
    guard bytes.count <= caps.bytes else { throw .tooLarge }
    // Typed errors cannot be thrown through `withUnsafeBytes`, hence a `Result`.
    let result = bytes.withUnsafeBytes { bytes in
      Result { () throws(DecoderRefusal) in try decodePictureFile(from: ByteView(bytes)) }
    }
    return try result.get()
  }

  private var caps: PictureSizeLimits {
    switch request.job {
    case .show, .move: .stranger
    case .upload: .picturesToPost
    }
  }

  private func decodePictureFile(from bytes: ByteView) throws(DecoderRefusal) -> DecodingResult {
    guard let format = PictureFormat(bytes) else { throw .unknownFormat }
    switch request.job {
    case .move(let box, let cut):
      return try decodedAnimation(of: try animationFileDecoder(of: bytes, in: format), cut, in: box)
    case .show(let box, let cut, let frame):
      let (source, orientation) = try sizeCheckedDecoderAndOrientation(
        of: bytes, in: format, frame: frame)
      let framing = DecodedRegionAndSize(cut, of: orientation.uprightSize(source.size), in: box)
      let pixels = try decodedPixels(of: source, framing, orientation)
      return DecodingResult(
        facts: decodedPictureFacts(of: source, orientation, framing.size, pixels), body: pixels)
    case .upload(let longestSide, let mostBytes):
      let (source, orientation) = try sizeCheckedDecoderAndOrientation(of: bytes, in: format)
      let framing = DecodedRegionAndSize(
        longestSide: longestSide, of: orientation.uprightSize(source.size))
      let pixels = try decodedPixels(of: source, framing, orientation)
      // A damaged picture is not posted in part.
      guard !source.isDamaged else { throw .damaged }
      let upload = try EncodedUploadJPEG(pixels, framing.size, mostBytes: mostBytes)
      return DecodingResult(
        facts: decodedPictureFacts(of: source, orientation, upload.size, upload.bytes),
        body: upload.bytes)
    }
  }

  private func decodedAnimation(
    of source: any AnimationFileDecoder, _ cut: PictureDecodingRequest.PictureCropping,
    in box: PixelExtent
  ) throws(DecoderRefusal) -> DecodingResult {
    try caps.rejectUnusableSize(source.size)
    let frames = try DecodedFrameList(source, cut, in: box, on: request.background)
    return DecodingResult(
      facts: DecoderReplyHeader.DecodedPictureFacts(
        original: source.size, size: frames.size, bodyCount: frames.body.count,
        frames: frames.count,
        isDamaged: source.isDamaged), body: frames.body)
  }

  private func animationFileDecoder(
    of bytes: ByteView, in format: PictureFormat
  ) throws(DecoderRefusal) -> any AnimationFileDecoder {
    switch format {
    case .gif: return try GIFFileDecoder(bytes, frame: 0, on: request.background)
    case .png: return try AnimatedPNGFileDecoder(bytes, on: request.background)
    case .webp: return try bytes.animatedWebPFileDecoder(on: request.background)
    case .jpeg, .avif, .heic: throw .noSuchFrame
    }
  }

  /// Opens the decoder of a picture within the size limits; returns it with the orientation.
  private func sizeCheckedDecoderAndOrientation(
    of bytes: ByteView, in format: PictureFormat, frame: Int = 0
  ) throws(DecoderRefusal) -> (any PictureFileDecoder, PictureOrientation) {
    let source = try openFileDecoder(of: bytes, in: format, frame: frame)
    try caps.rejectUnusableSize(source.size)
    return (source, source.orientation ?? PictureOrientation(of: bytes, in: format))
  }

  private func openFileDecoder(
    of bytes: ByteView, in format: PictureFormat, frame: Int
  ) throws(DecoderRefusal) -> any PictureFileDecoder {
    let background = request.background
    switch format {
    case .gif: return try GIFFileDecoder(bytes, frame: frame, on: background)
    case .webp: return try bytes.webPFileDecoder(frame: frame, on: background)
    case .heic:
      guard request.isUpload else { throw .unknownFormat }
      return try HEICFileDecoder(bytes, caps)
    case _ where frame > 0: throw .noSuchFrame
    case .jpeg: return try JPEGFileDecoder(bytes)
    case .png: return try PNGFileDecoder(bytes, on: background)
    case .avif: return try AVIFFileDecoder(bytes, caps, on: background)
    }
  }

  private func decodedPixels(
    of source: any PictureFileDecoder, _ framing: DecodedRegionAndSize,
    _ orientation: PictureOrientation
  ) throws(DecoderRefusal) -> [UInt8] {
    let stored = orientation.storedSize(framing.size)
    let window = orientation.storedRegion(framing.window, in: orientation.uprightSize(source.size))
    let rows = try source.startDecoding(window, output: stored)
    let scaler = RowScaler(rows, to: stored, on: request.background)
    let row = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: rows.size.width * 3)
    defer { row.deallocate() }
    for number in 0..<scaler.rowsNeeded {
      guard try source.readRowUnlessTruncated(into: row) else {
        // A picture without a single decoded row cannot be shown.
        guard number > 0 else { throw .damaged }
        break
      }
      scaler.addSourceRow(row)
    }
    return orientation.uprightPixels(scaler.result, of: stored)
  }

  private func decodedPictureFacts(
    of source: any PictureFileDecoder, _ orientation: PictureOrientation, _ size: PixelExtent,
    _ body: [UInt8]
  ) -> DecoderReplyHeader.DecodedPictureFacts {
    DecoderReplyHeader.DecodedPictureFacts(
      original: orientation.uprightSize(source.size), size: size, bodyCount: body.count,
      frames: source.frames, milliseconds: source.milliseconds, isDamaged: source.isDamaged)
  }
}
