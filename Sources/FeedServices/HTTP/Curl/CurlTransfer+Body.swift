internal import CCurl
internal import Glibc

/// What a transfer sends.
extension CurlTransfer {
  func setBody() throws(TransportError) {
    let request = exchange.request
    switch request.body {
    case .none: setNothing(for: request.method)
    case .bytes(let bytes, _): post(bytes)
    case .form(let fields): post(Array(WebQuery(fields).text.utf8))
    case .multipart(let parts): try post(parts: parts)
    case .file(let path, let size, _): try post(fileAt: path, size: size)
    }
    switch request.method {
    case .get, .head: break
    case .post, .put, .patch, .delete: set(CURLOPT_CUSTOMREQUEST, request.method.rawValue)
    }
  }
}

extension CurlTransfer {
  private func setNothing(for method: HTTPRequest.Method) {
    switch method {
    case .get, .delete: set(CURLOPT_HTTPGET, 1)
    case .head: set(CURLOPT_NOBODY, 1)
    case .post, .put, .patch: post([])
    }
  }

  private func post(_ bytes: [UInt8]) {
    ccurl_set_offset(easy, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(bytes.count))
    bytes.withUnsafeBytes { bytes in
      let start = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
      // A copy, because the array's bytes stay in place only here. Not null, which would mean that
      // the bytes are to be read from a callback.
      if let start {
        note(ccurl_set_text(easy, CURLOPT_COPYPOSTFIELDS, start))
      } else {
        set(CURLOPT_COPYPOSTFIELDS, "")
      }
    }
    set(CURLOPT_POST, 1)
  }

  private func post(parts: [HTTPPart]) throws(TransportError) {
    outgoing.mime = ccurl_mime_init(easy)
    for part in parts {
      guard let handle = ccurl_mime_addpart(outgoing.mime) else { return note(CURLE_OUT_OF_MEMORY) }
      note(ccurl_mime_name(handle, part.name))
      switch part.content {
      case .text(let text):
        try add(Array(text.utf8), to: handle)
      case .bytes(let bytes, let fileName, let type):
        try add(bytes, to: handle)
        note(ccurl_mime_filename(handle, fileName))
        note(ccurl_mime_type(handle, type))
      case .file(let path, let fileName, let type):
        guard ccurl_mime_filedata(handle, path) == CURLE_OK else { throw .invalidRequest(.file) }
        note(ccurl_mime_filename(handle, fileName))
        note(ccurl_mime_type(handle, type))
      }
    }
    note(ccurl_set_mime(easy, outgoing.mime))
  }

  private func add(_ bytes: [UInt8], to part: OpaquePointer?) throws(TransportError) {
    let code = bytes.withUnsafeBytes { bytes in
      bytes.withMemoryRebound(to: CChar.self) { ccurl_mime_data(part, $0.baseAddress, $0.count) }
    }
    guard code == CURLE_OK else { throw .invalidRequest(.file) }
  }

  private func post(fileAt path: String, size: Int) throws(TransportError) {
    outgoing.file = open(path, O_RDONLY | O_CLOEXEC)
    guard outgoing.file >= 0 else { throw .invalidRequest(.file) }
    ccurl_set_offset(easy, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(size))
    set(CURLOPT_POST, 1)
    let context = Unmanaged.passUnretained(self).toOpaque()
    ccurl_set_read(
      easy,
      { buffer, size, count, context in
        let count = read(CurlTransfer.at(context).outgoing.file, buffer, size * count)
        return count < 0 ? Int(CURL_READFUNC_ABORT) : count
      }, context)
    ccurl_set_seek(
      easy,
      { context, offset, origin in
        lseek(CurlTransfer.at(context!).outgoing.file, off_t(offset), origin) < 0
          ? CInt(CURL_SEEKFUNC_FAIL) : CInt(CURL_SEEKFUNC_OK)
      }, context)
  }
}
