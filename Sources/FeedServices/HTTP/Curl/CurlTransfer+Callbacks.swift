internal import CCurl
internal import Glibc

/// What curl calls while it works: on the network thread, and only while the transfer is held by
/// the loop, which takes the handle out before it lets go.
extension CurlTransfer {
  static func at(_ context: UnsafeMutableRawPointer?) -> CurlTransfer {
    Unmanaged<CurlTransfer>.fromOpaque(context!).takeUnretainedValue()
  }

  func setCallbacks() {
    let context = Unmanaged.passUnretained(self).toOpaque()
    ccurl_set_header(
      easy,
      { bytes, size, count, context in
        let line = UnsafeRawBufferPointer(start: bytes, count: size * count)
        return CurlTransfer.at(context).receive(header: line) ? line.count : 0
      }, context)
    ccurl_set_write(
      easy,
      { bytes, size, count, context in
        let part = UnsafeRawBufferPointer(start: bytes, count: size * count)
        // Any other number than the one that came stops the transfer, 0 being what may have come.
        return CurlTransfer.at(context).receive(body: part) ? part.count : part.count + 1
      }, context)
    guard exchange.request.kind != .stream else { return }
    set(CURLOPT_NOPROGRESS, 0)
    ccurl_set_progress(
      easy,
      { context, expected, received, all, sent in
        CurlTransfer.at(context).note(
          received: Int64(received), of: Int64(expected), sent: Int64(sent), of: Int64(all))
          ? 0 : 1
      }, context)
  }

  /// Looks at every address before a socket for it is made, and, since a connection that is kept
  /// may be used again, at the address it leads to before anything is sent.
  func setAddressFilter() {
    let context = Unmanaged.passUnretained(self).toOpaque()
    ccurl_set_open_socket(
      easy,
      { context, _, address in
        guard let address,
          withUnsafePointer(
            to: &address.pointee.addr,
            { sockaddr in
              CurlTransfer.at(context).mayConnect(
                to: SocketAddress(sockaddr, length: Int(address.pointee.addrlen)))
            })
        else { return CURL_SOCKET_BAD }
        return socket(
          address.pointee.family, address.pointee.socktype | CInt(SOCK_CLOEXEC.rawValue),
          address.pointee.protocol)
      }, context)
    ccurl_set_pre_request(
      easy,
      { context, there, _, _, _ in
        let address = there.flatMap { SocketAddress(String(cString: $0)) } ?? .other
        return CurlTransfer.at(context).mayConnect(to: address)
          ? CInt(CURL_PREREQFUNC_OK) : CInt(CURL_PREREQFUNC_ABORT)
      }, context)
  }
}
