import CFaults
import PictureDecoder
import PictureSamples
import PictureWire
import Testing

/// Every allocation of a codec's fails once, the first, the second and so on, until all goes well
/// (HB11): the picture is refused, said to be damaged, or right.
@Suite(.enabled(if: cfaults_can_lack_memory() != 0)) struct ShortMemoryTests {
  private static let most = 5_000
  private static let drawing = "KRGY\nBMCW"
  private static let raster = Raster(drawing).enlarged(16)

  private static let samples = [
    "a progressive JPEG": ("libjpeg", JPEGSample.bytes(raster, .rgb, isProgressive: true)),
    "a printed JPEG": ("libjpeg", JPEGSample.bytes(raster, .cmyk, isProgressive: false)),
    "a PNG": ("libpng", PNGSample.bytes(raster)), "a GIF": ("libgif", GIFSample.bytes(raster)),
    "a lossy WebP": ("libwebp", WebPSample.bytes(raster, isLossless: false)),
  ]

  @Test(arguments: samples.keys.sorted())
  func `a codec without memory gives the right picture, a damaged one or a refusal`(sample: String)
    throws
  {
    let (library, bytes) = try #require(Self.samples[sample])
    let thread = cfaults_adopt_thread()
    var number: CInt = 0
    var isDone = false

    while !isDone, number < Self.most {
      let failures = cfaults_thread_failures(thread)
      cfaults_fail_allocation(thread, library, number)
      let result = Result { () throws(DecoderRefusal) in
        try Shown(bytes, in: PixelExtent(width: 4, height: 2))
      }
      cfaults_fail_allocation(thread, library, -1)
      isDone = cfaults_thread_failures(thread) == failures
      switch result {
      case .success(let shown):
        #expect(shown.drawing == Self.drawing || (!isDone && shown.facts.isDamaged), "\(number)")
      case .failure(let refusal):
        #expect(!isDone, "nothing failed, and it was refused: \(refusal)")
      }
      number += isDone ? 0 : 1
    }

    #expect(isDone, "it never went well")
    #expect(number > 0)
  }
}
