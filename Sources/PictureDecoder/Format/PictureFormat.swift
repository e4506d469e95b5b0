import CPictures

enum PictureFormat {
  case jpeg, png, webp, gif, avif
  /// A picture format: HEIC, of phones' photos to be posted. Never shown, as libheif is not made
  /// for strangers' files.
  case heic

  /// The number of a file's first bytes that identify the picture format.
  static let mark = 128

  /// Creates the format of a picture file from its first bytes alone; nil for an unknown format.
  init?(_ bytes: ByteView) {
    if bytes.bigEndianNumber(at: 0, bytes: 3) == 0xFFD8FF {
      self = .jpeg
    } else if bytes.bigEndianNumber(at: 0, bytes: 4) == 0x8950_4E47
      && bytes.bigEndianNumber(at: 4, bytes: 4) == 0x0D0A_1A0A
    {
      self = .png
    } else if bytes.hasText("RIFF", at: 0) && bytes.hasText("WEBP", at: 8) {
      self = .webp
    } else if bytes.hasText("GIF87a", at: 0) || bytes.hasText("GIF89a", at: 0) {
      self = .gif
    } else if Self.hasFileBrand(bytes, anyOf: "avif", "avis") {
      self = .avif
    } else if Self.hasFileBrand(bytes, anyOf: "heic", "heix", "heim", "heis") {
      self = .heic
    } else {
      return nil
    }
  }

  /// Returns true if a picture file made of boxes (as AVIF and HEIC) names one of the brands, as
  /// its own or a compatible one.
  private static func hasFileBrand(_ bytes: ByteView, anyOf brands: StaticString...) -> Bool {
    guard bytes.hasText("ftyp", at: 4), let size = bytes.bigEndianNumber(at: 0, bytes: 4) else {
      return false
    }
    // After the first name comes a version.
    return stride(from: 8, to: min(size, mark), by: 4).contains { place in
      place != 12 && brands.contains { bytes.hasText($0, at: place) }
    }
  }

  func loadDecodingLibrary() {
    switch self {
    case .avif: _ = cp_avif_load()
    case .heic: _ = cp_heif_load()
    case .jpeg, .png, .webp, .gif: break
    }
  }
}
