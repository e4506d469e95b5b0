import Glibc
import PictureDecoder
import PictureSamples
import PictureWire
import TerminalRig
import Testing

/// Small files that say they are large pictures.
@Suite struct BombTests {
  private static var bombs: [[UInt8]] {
    let png = [
      (30_000, 30_000), (16_385, 1), (1, 16_385), (65_536, 65_536), (0x7FFF_FFFF, 0x7FFF_FFFF),
    ]
    let others = [(65_500, 65_500), (16_385, 1), (1, 16_385), (10_000, 4_001)]
    let webP = [(16_383, 16_383), (10_000, 4_001)]
    let zeros = ZerosSample.bytes(100_000)
    let frame = GIFSample.frame(.init(Raster("R")))
    return
      png.flatMap { width, height in
        [false, true].map { isInterlaced in
          PNGSample.header(width, height, isInterlaced: isInterlaced)
            + PNGSample.chunk(("IDAT", zeros)) + PNGSample.chunk(("IEND", []))
        }
      }
      + others.map { JPEGSample.header($0, $1) }
      + others.map { GIFSample.header($0, $1) + frame + [0x3B] }
      + webP.flatMap { width, height in
        [
          WebPSample.losslessHeader(width, height),
          WebPSample.animationHeader(width, height, frames: 1_000),
        ]
      }
  }

  /// In a process of its own, whose memory nobody else takes.
  @Test func `decompression bombs are refused before memory is allocated`() async {
    await #expect(processExitsWith: .success) {
      let bombs = Self.bombs
      _ = Shown.refusal(of: PNGSample.bytes(Raster("R")))
      let before = Self.peak
      for bomb in bombs {
        guard Shown.refusal(of: bomb) == .tooLarge else { exit(2) }
      }
      guard bombs.count >= 20, Self.peak - before < 16 << 20 else { exit(3) }
    }
  }

  /// Seventy megabytes of zeros come in half of one.
  @Test func `compressed chunks beside a picture are not decompressed`() async {
    await #expect(processExitsWith: .success) {
      let bomb = Array("name\0\0".utf8) + ZerosSample.bytes(300_000)
      let files = ["zTXt", "iCCP", "iTXt"].map { name in
        PNGSample.bytes(Raster("RG"), chunks: [(name, bomb), (name, bomb)])
      }
      let before = Self.peak
      for file in files {
        guard try Shown(file, in: PixelExtent(width: 2, height: 1)).drawing == "RG" else { exit(2) }
      }
      guard Self.peak - before < 16 << 20 else { exit(3) }
    }
  }

  /// The most memory that this process has had so far.
  private static var peak: Int { ProcessFacts(pid: getpid()).peakKilobytes << 10 }
}
