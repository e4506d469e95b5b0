import CPictures

/// The libraries that read pictures, one a line, as in "libpng 1.6.39".
enum CodecVersions {
  static var text: String {
    let webP = WebPGetDecoderVersion()
    let parts = [
      ("libjpeg", String(cString: cp_jpeg_version())),
      ("libpng", String(cString: cp_png_version())),
      ("libwebp", "\(webP >> 16).\(webP >> 8 & 0xff).\(webP & 0xff)"),
      ("giflib", "\(GIFLIB_MAJOR).\(GIFLIB_MINOR).\(GIFLIB_RELEASE)"),
    ]
    let others = [("libavif", cp_avif_version()), ("libheif", cp_heif_version())]
      .compactMap { name, version in version.map { (name, String(cString: $0)) } }
    return (parts + others).map { "\($0.0) \($0.1)\n" }.joined()
  }
}
