internal import CCurl

/// What `tweetie doctor` tells about the library that speaks to the network.
package enum NetworkLibrary {
  /// Whether libcurl is installed and new enough; loads it.
  static var isThere: Bool { ccurl_load() == 1 }

  /// Its version and those of what it is made of, by their names; loads it.
  package static var parts: [(name: String, version: String)] {
    guard ccurl_load() == 1, let told = ccurl_version()?.pointee else {
      return [("libcurl", "not loaded: " + String(cString: ccurl_load_error()))]
    }
    // What an older one does not know of is not there to be read.
    func part(_ text: UnsafePointer<CChar>?, since age: CURLversion) -> String {
      told.age.rawValue >= age.rawValue ? text.map { String(cString: $0) } ?? "" : ""
    }
    let parts = [
      ("libcurl", part(told.version, since: CURLVERSION_FIRST)),
      ("TLS", part(told.ssl_version, since: CURLVERSION_FIRST)),
      ("zlib", part(told.libz_version, since: CURLVERSION_FIRST)),
      ("brotli", part(told.brotli_version, since: CURLVERSION_FIFTH)),
      ("zstd", part(told.zstd_version, since: CURLVERSION_EIGHTH)),
      ("nghttp2", part(told.nghttp2_version, since: CURLVERSION_SIXTH)),
    ]
    return parts.map { ($0.0, $0.1.isEmpty ? "without it" : $0.1) }
  }
}
