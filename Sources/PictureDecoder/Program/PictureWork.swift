package import PictureWire

/// One picture, from its bytes to what was ordered.
package struct PictureWork {
  package struct Product {
    /// What the header says about it.
    package let facts: ReplyHeader.Facts
    /// Pixels, three bytes each, or a JPEG.
    package let body: [UInt8]
  }

  private let order: PictureOrder

  package init(_ order: PictureOrder) { self.order = order }

  /// The most bytes of a picture that are read.
  package var mostBytes: Int { caps.bytes }

  /// Decodes untrusted bytes; whatever they are, this ends with a product or a refusal.
  package func product(from bytes: [UInt8]) throws(WireRefusal) -> Product {
    guard bytes.count <= caps.bytes else { throw .tooLarge }
    // A closure cannot yet throw a type of its own through this function.
    let result = bytes.withUnsafeBytes { bytes in
      Result { () throws(WireRefusal) in try product(from: ByteView(bytes)) }
    }
    return try result.get()
  }
}

extension PictureWork {
  private var caps: Caps {
    switch order.job {
    case .show: .stranger
    case .upload: .own
    }
  }

  private func product(from bytes: ByteView) throws(WireRefusal) -> Product {
    guard let format = PictureFormat(bytes) else { throw .unknownFormat }
    let source = try source(of: bytes, in: format)
    try caps.check(source.size)
    let orientation = source.orientation ?? Orientation(of: bytes, in: format)
    switch order.job {
    case .show(let box, let cut, _):
      let framing = Framing(cut, of: orientation.upright(source.size), in: box)
      let pixels = try pixels(of: source, framing, orientation)
      return Product(facts: facts(of: source, orientation, framing.size, pixels), body: pixels)
    case .upload(let longestSide, let mostBytes):
      let framing = Framing(longestSide: longestSide, of: orientation.upright(source.size))
      let pixels = try pixels(of: source, framing, orientation)
      // Nobody means to send a part of a picture.
      guard !source.isDamaged else { throw .damaged }
      let upload = try Upload(pixels, framing.size, mostBytes: mostBytes)
      return Product(
        facts: facts(of: source, orientation, upload.size, upload.bytes), body: upload.bytes)
    }
  }

  private func source(
    of bytes: ByteView, in format: PictureFormat
  ) throws(WireRefusal) -> any PictureSource {
    var frame = 0
    if case .show(_, _, let number) = order.job { frame = number }
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

  private func pixels(
    of source: any PictureSource, _ framing: Framing, _ orientation: Orientation
  ) throws(WireRefusal) -> [UInt8] {
    let stored = orientation.stored(framing.size)
    let window = orientation.stored(framing.window, in: orientation.upright(source.size))
    let rows = try source.start(window, output: stored)
    let scaler = RowScaler(rows, to: stored, on: order.background)
    let row = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: rows.size.width * 3)
    defer { row.deallocate() }
    for number in 0..<scaler.rowsNeeded {
      guard try source.read(into: row) else {
        // Without a single row there is nothing to show.
        guard number > 0 else { throw .damaged }
        break
      }
      scaler.add(row)
    }
    return orientation.upright(scaler.result, of: stored)
  }

  private func facts(
    of source: any PictureSource, _ orientation: Orientation, _ size: Extent, _ body: [UInt8]
  ) -> ReplyHeader.Facts {
    ReplyHeader.Facts(
      original: orientation.upright(source.size), size: size, bodyCount: body.count,
      frames: source.frames, milliseconds: source.milliseconds, isDamaged: source.isDamaged)
  }
}
