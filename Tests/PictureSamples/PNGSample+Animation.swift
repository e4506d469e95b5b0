extension PNGSample {
  /// A frame of one that moves.
  public struct Frame: Sendable {
    /// What is drawn.
    public var raster: Raster
    /// How far from the left.
    public var x = 0
    /// How far from the top.
    public var y = 0
    /// What is done with it before the next: 0 nothing, 1 removed, 2 what was there before.
    public var disposal = 0
    /// Whether what is transparent in it lets the others through.
    public var isBlended = false
    /// For how long it is shown.
    public var milliseconds = 100

    /// A frame that is that picture.
    public init(_ raster: Raster) { self.raster = raster }
  }

  /// An animation on a canvas of that size, the first frame of which is also the still picture; it
  /// may say that it has more frames than it has.
  public static func animation(
    width: Int, height: Int, _ frames: [Frame], _ kind: Kind = .rgba(8), counted: Int? = nil
  ) -> [UInt8] {
    let count = counted ?? frames.count
    var sequence = 0
    func next() -> [UInt8] {
      defer { sequence += 1 }
      return PictureSamples.bytes(sequence, 4)
    }
    let chunks = frames.enumerated().flatMap { number, frame in
      let raster = frame.raster
      let numbers = [raster.width, raster.height, frame.x, frame.y].flatMap {
        PictureSamples.bytes($0, 4)
      }
      let time = PictureSamples.bytes(frame.milliseconds, 2) + PictureSamples.bytes(1000, 2)
      let ways = [UInt8(frame.disposal), frame.isBlended ? 1 : 0]
      let control = chunk(("fcTL", next() + numbers + time + ways))
      let pixels = pixels(of: raster, kind)
      return control
        + (number == 0 ? chunk(("IDAT", pixels)) : chunk(("fdAT", next() + pixels)))
    }
    return header(width, height, kind)
      + chunk(("acTL", PictureSamples.bytes(count, 4) + [0, 0, 0, 0])) + chunks
      + chunk(("IEND", []))
  }
}
