import CPictures

enum PictureFormat {
  case jpeg, png, webp, gif, avif
  /// A picture format: HEIC, in which phones store photos. Only the user's own files are decoded,
  /// to be posted, since libheif is not made for untrusted files.
  case heic

  /// The number of bytes at the beginning of a file that suffice to identify the picture format.
  static let signatureLength = 128

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

  /// Returns true if a picture file made of boxes (as AVIF and HEIC) names one of `brands` as its
  /// own or as a compatible brand.
  private static func hasFileBrand(_ bytes: ByteView, anyOf brands: StaticString...) -> Bool {
    guard bytes.hasText("ftyp", at: 4), let size = bytes.bigEndianNumber(at: 0, bytes: 4) else {
      return false
    }
    // The file's own brand is followed by a version.
    return stride(from: 8, to: min(size, signatureLength), by: 4).contains { place in
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
