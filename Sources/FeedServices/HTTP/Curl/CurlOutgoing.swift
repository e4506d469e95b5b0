internal import CCurl
internal import Glibc

/// What curl reads from while it sends, which is not its own to free.
struct CurlOutgoing {
  var headers: UnsafeMutablePointer<curl_slist>?
  var mime: OpaquePointer?
  /// The file that is sent.
  var file: CInt = -1

  /// Frees all of it; curl has been told to forget it.
  func free() {
    if let mime { ccurl_mime_free(mime) }
    ccurl_slist_free_all(headers)
    if file >= 0 { close(file) }
  }
}
