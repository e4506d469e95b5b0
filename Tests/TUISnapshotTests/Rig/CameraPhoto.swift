import Glibc
import PictureSamples
import TerminalRig

/// A photo as a camera leaves it: larger than services take, and telling where it was taken.
enum CameraPhoto {
  /// What the camera wrote into it that nobody is to learn.
  static let secret = "38.7223N 9.1393W"

  /// The file. Noise, so that it cannot be made small without being made worse.
  static let bytes = JPEGSample.bytes(
    Raster(width: 2100, height: 300) { x, y in
      var hash = UInt32(truncatingIfNeeded: x &* 73_856_093 ^ y &* 19_349_663)
      hash = (hash ^ hash >> 13) &* 0x5bd1_e995
      hash ^= hash >> 15
      return [UInt8(truncatingIfNeeded: hash), UInt8(truncatingIfNeeded: hash >> 8), 128, 255]
    }, exif: ExifSample.bytes(orientation: 1) + Array(secret.utf8))

  /// How large the picture in a file is, as its frame says.
  static func size(of file: [UInt8]) -> (width: Int, height: Int)? {
    var place = 2
    while place + 9 < file.count, file[place] == 0xff {
      if (0xc0...0xc2).contains(file[place + 1]) {
        let numbers = file[(place + 5)..<(place + 9)].map { Int($0) }
        return (numbers[2] << 8 | numbers[3], numbers[0] << 8 | numbers[1])
      }
      place += 2 + (Int(file[place + 2]) << 8) + Int(file[place + 3])
    }
    return nil
  }
}

extension TemporaryHome {
  /// Writes a file of bytes.
  func write(_ bytes: [UInt8], to path: String) {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    precondition(descriptor >= 0, "\(path): \(String(cString: strerror(errno)))")
    defer { close(descriptor) }
    precondition(Glibc.write(descriptor, bytes, bytes.count) == bytes.count)
  }
}
