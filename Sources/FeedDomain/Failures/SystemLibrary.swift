/// A system library loaded on demand, which may be missing.
public enum SystemLibrary: String, Hashable, Sendable, CaseIterable {
  case curl = "libcurl"
  case crypto = "libcrypto"
  case expat = "libexpat"
  case jpeg = "libjpeg"
  case png = "libpng"
  case webp = "libwebp"
  case webpdemux = "libwebpdemux"
  case gif = "giflib"
  case avif = "libavif"
  case heif = "libheif"
}
