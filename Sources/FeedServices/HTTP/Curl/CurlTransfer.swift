internal import CCurl
internal import FeedDomain
internal import Glibc

final class CurlTransfer {
  enum ConnectionReuseChoice {
    /// A kind of choice of a transfer's connection: any connection, preferably one that is open
    /// already.
    case any
    case fresh
  }

  /// Maximum size in bytes of a reply's body that is kept in memory although the request names a
  /// file, such as the page of an error.
  private static let maximumBytesInPlaceOfFile = 8 << 20

  let easy: UnsafeMutableRawPointer
  let job: TransferJob
  let connection: ConnectionReuseChoice
  private let sockets: CurlConnectionSockets
  var origin = ""
  /// True if the transfer's connection carries one reply after the other (HTTP/1), so that it must
  /// hold no unread bytes before a request.
  var isSequential = false
  /// True if the transfer's request was not sent, since its reused connection had unread bytes or
  /// was closed by the server.
  private(set) var hasStrayBytes = false
  /// True if the transfer checks each address of the server before connecting, and refuses those
  /// that are not allowed.
  var filtersAddresses = false
  private let limits: TransferTimeLimits
  private var startedAt: ContinuousClock.Instant?
  /// The time at which the transfer last received bytes.
  private(set) var lastActivity = ContinuousClock.now
  /// The header list, multipart form and open file of the transfer's request, which curl reads
  /// until the transfer ends.
  var outgoing = CurlRequestMemory()
  /// True if the transfer was not allowed to connect to an address of the server; curl reports this
  /// as a failed connection.
  var hasRefusedAddress = false
  /// True if a curl option of the transfer could not be set for lack of memory; nothing is sent
  /// then.
  var hasFailedOption = false

  private var head = ReplyHeadParser()
  private var body = ReceivedReplyBody()
  /// The error for which a curl callback stopped the transfer; nil if none stopped it.
  private var failure: TransportError?
  private var reported: (sent: Int64, received: Int64) = (0, 0)

  init(
    _ job: TransferJob, on connection: ConnectionReuseChoice, sockets: CurlConnectionSockets,
    environment: NetworkEnvironment, limits: TransferTimeLimits
  ) throws(TransportError) {
    guard let easy = ccurl_easy_init() else { throw .unavailable("out of memory") }
    (self.easy, self.job, self.limits) = (easy, job, limits)
    (self.connection, self.sockets) = (connection, sockets)
    do throws(TransportError) {
      try checkAddressAndSetCurlOptions(environment: environment, limits: limits)
    } catch {
      freeTransferMemory()
      throw error
    }
  }

  /// Passes the transfer's result to the caller, and frees the transfer's memory; curl's multi
  /// handle must have released the transfer before.
  func endTransfer(with result: Result<HTTPReply, TransportError>) {
    freeTransferMemory()
    job.endTransferJob(with: result)
  }

  /// Returns the reply or the error of a transfer that libcurl ended with the result code `code`.
  func transferResult(of code: CURLcode) -> Result<HTTPReply, TransportError> {
    if let failure { return .failure(wasSent ? failure : failure.errorIfNothingWasSent) }
    guard code != CURLE_OK else {
      // To curl, a connection that breaks within the head looks like a reply without a body.
      guard head.isComplete else { return .failure(.connectionLost) }
      return .success(
        HTTPReply(
          status: head.status, headers: head.headers, body: body.bytes, url: job.request.url))
    }
    if hasRefusedAddress { return .failure(.forbiddenAddress) }
    if ccurl_get_long(easy, CURLINFO_HTTP_CONNECTCODE) >= 400 { return .failure(.proxyFailed) }
    let error = TransportError(code, certificate: ccurl_get_long(easy, CURLINFO_SSL_VERIFYRESULT))
    return .failure(wasSent ? error : error.errorIfNothingWasSent)
  }

  /// True if curl sent at least one byte of the transfer's request.
  private var wasSent: Bool { ccurl_get_long(easy, CURLINFO_REQUEST_SIZE) > 0 }

  func freeTransferMemory() {
    ccurl_easy_cleanup(easy)
    outgoing.freeRequestMemory()
  }

  func receiveHeader(_ line: UnsafeRawBufferPointer) -> Bool {
    lastActivity = .now
    let step = head.readHeaderLine(line) { ccurl_get_long(easy, CURLINFO_RESPONSE_CODE) }
    switch step {
    case .incomplete: return true
    case .complete: return beginReplyBody()
    case .tooLong: return stopTransfer(.tooLarge(.headers))
    }
  }

  func receiveBody(_ bytes: UnsafeRawBufferPointer) -> Bool {
    lastActivity = .now
    let most = job.request.maximumBytes
    body.count += bytes.count
    if let file = job.request.file, file.takesBody {
      return file.writeBytes(bytes, most: most).map(stopTransfer) ?? true
    }
    // A file may be larger than memory; an error in its place is kept in memory.
    let mostInMemory =
      job.request.file == nil ? most : min(most, Self.maximumBytesInPlaceOfFile)
    guard body.count <= mostInMemory else { return stopTransfer(.tooLarge(.body)) }
    switch job.receiver {
    case .whole:
      body.appendBytesReservingRoom(bytes, most: mostInMemory)
      return true
    case .pieces: return deliverPiece(.bytes(Array(bytes)))
    }
  }

  /// Reports the progress of the transfer; returns false, which makes curl stop the transfer, if it
  /// was cancelled or exceeds a time limit.
  func reportProgressCheckingTimeLimits(
    received: Int64, of expected: Int64, sent: Int64, of all: Int64
  )
    -> Bool
  {
    guard !job.handle.isCancelled else { return stopTransfer(.cancelled) }
    let (now, moved) = (ContinuousClock.now, Int(clamping: received &+ sent))
    let startedAt = self.startedAt ?? now
    self.startedAt = startedAt
    let isTooLong = limits.exceedsTimeLimit(
      startedAt.duration(to: now), for: job.request.kind, moved: moved,
      sending: Int(clamping: all))
    guard !isTooLong else { return stopTransfer(.timedOut) }
    guard case .whole(let progress?) = job.receiver else { return true }
    if sent != reported.sent {
      progress(
        .sent(ByteTransferProgress(receivedBytes: Int(sent), totalBytes: all > 0 ? Int(all) : nil)))
    }
    if received != reported.received {
      progress(
        .received(
          ByteTransferProgress(
            receivedBytes: Int(received), totalBytes: expected > 0 ? Int(expected) : nil)))
    }
    reported = (sent, received)
    return true
  }

  /// Returns true if the request may be sent on the connection that curl chose; false if the
  /// address is not allowed, or if a reused connection holds unread bytes, which curl would take
  /// for the head of the reply.
  func canSendOnChosenConnection(
    to address: IPAddress?, from own: IPAddress?, _ port: CInt, to remotePort: CInt
  ) -> Bool {
    // A connection between two equal addresses is one to this machine, also where no interface has
    // the address, but a route of the system's.
    let isOwn = address == own && job.request.allowedHosts == .publicHosts
    if filtersAddresses, !canConnect(to: isOwn ? .other : address ?? .other) { return false }
    guard isSequential, connection == .any, ccurl_get_long(easy, CURLINFO_NUM_CONNECTS) == 0 else {
      return true
    }
    hasStrayBytes = sockets.hasUnreadInputOrEnd(from: port, to: remotePort)
    return !hasStrayBytes
  }

  func canConnect(to address: IPAddress) -> Bool {
    let isAllowed =
      job.request.allowedHosts == .publicHosts
      ? address.isPublic && !address.isOfThisMachine : address.isLoopback
    guard !isAllowed else { return true }
    hasRefusedAddress = true
    return false
  }

  /// Returns true if a socket may be opened for an address; false if the address is not allowed, or
  /// if the system routes it to this machine, whose server would see the greeting of TLS before
  /// `canSendOnChosenConnection` refuses it.
  func canOpenSocket(to address: UnsafePointer<sockaddr>, length: socklen_t) -> Bool {
    let isLocalRoute =
      job.request.allowedHosts == .publicHosts
      && IPAddress.isRoutedToThisMachine(address, length: length)
    return canConnect(to: isLocalRoute ? .other : IPAddress(address, length: Int(length)))
  }

  /// Records the error that ends the transfer, and returns false, by which curl's callbacks stop a
  /// transfer.
  private func stopTransfer(_ error: TransportError) -> Bool {
    failure = error
    return false
  }

  private func beginReplyBody() -> Bool {
    if head.isAmbiguous { setCurlOption(CURLOPT_FORBID_REUSE, 1) }
    if let file = job.request.file, head.status >= 200, body.count == 0 {
      let most = job.request.maximumBytes
      if let error = file.prepareForReply(head.status, head.headers, most: most) {
        return stopTransfer(error)
      }
    }
    // A status below 200 announces the actual reply.
    guard case .pieces = job.receiver, head.status >= 200, body.count == 0 else { return true }
    return deliverPiece(
      .opened(HTTPReply(status: head.status, headers: head.headers, url: job.request.url)))
  }

  private func deliverPiece(_ piece: HTTPReplyPiece) -> Bool {
    guard case .pieces(let continuation) = job.receiver else { return true }
    switch continuation.yield(.success(piece)) {
    case .enqueued: return true
    case .dropped: return stopTransfer(.tooLarge(.backlog))
    case .terminated: return stopTransfer(.cancelled)
    @unknown default: return stopTransfer(.cancelled)
    }
  }

  static func curlTransfer(at context: UnsafeMutableRawPointer?) -> CurlTransfer {
    Unmanaged<CurlTransfer>.fromOpaque(context!).takeUnretainedValue()
  }

  func setCurlCallbacks() {
    let context = Unmanaged.passUnretained(self).toOpaque()
    ccurl_set_header(
      easy,
      { bytes, size, count, context in
        let line = UnsafeRawBufferPointer(start: bytes, count: size * count)
        return CurlTransfer.curlTransfer(at: context).receiveHeader(line) ? line.count : 0
      }, context)
    ccurl_set_write(
      easy,
      { bytes, size, count, context in
        let part = UnsafeRawBufferPointer(start: bytes, count: size * count)
        // Any other count than that of the given bytes stops the transfer; 0 may be a valid count.
        return CurlTransfer.curlTransfer(at: context).receiveBody(part)
          ? part.count : part.count + 1
      }, context)
    guard job.request.kind != .stream else { return }
    setCurlOption(CURLOPT_NOPROGRESS, 0)
    ccurl_set_progress(
      easy,
      { context, expected, received, all, sent in
        CurlTransfer.curlTransfer(at: context).reportProgressCheckingTimeLimits(
          received: Int64(received), of: Int64(expected), sent: Int64(sent), of: Int64(all))
          ? 0 : 1
      }, context)
  }

  /// Sets curl callbacks that check the address of each connection and, on a reused one, its unread
  /// bytes before it is used.
  func setConnectionCheckCallbacks() {
    let context = Unmanaged.passUnretained(self).toOpaque()
    ccurl_set_open_socket(
      easy,
      { context, _, address in
        let transfer = CurlTransfer.curlTransfer(at: context)
        guard let address else { return CURL_SOCKET_BAD }
        if transfer.filtersAddresses {
          let isAllowed = withUnsafePointer(to: &address.pointee.addr) { sockaddr in
            transfer.canOpenSocket(to: sockaddr, length: address.pointee.addrlen)
          }
          guard isAllowed else { return CURL_SOCKET_BAD }
        }
        let opened = socket(
          address.pointee.family, address.pointee.socktype | CInt(SOCK_CLOEXEC.rawValue),
          address.pointee.protocol)
        transfer.sockets.addConnectionSocket(opened)
        return opened
      }, context)
    ccurl_set_pre_request(
      easy,
      { context, there, here, remotePort, port in
        let (there, here) = (
          there.flatMap { IPAddress(String(cString: $0)) },
          here.flatMap { IPAddress(String(cString: $0)) }
        )
        return CurlTransfer.curlTransfer(at: context).canSendOnChosenConnection(
          to: there, from: here, port, to: remotePort)
          ? CInt(CURL_PREREQFUNC_OK) : CInt(CURL_PREREQFUNC_ABORT)
      }, context)
  }

  func checkAddressAndSetCurlOptions(environment: NetworkEnvironment, limits: TransferTimeLimits)
    throws(TransportError)
  {
    guard let address = WebAddress(job.request.url) else { throw .invalidRequest(.address) }
    let mayBePlain = request.allowsPlain && address.scheme == "http"
    guard address.isSecureOrLocal || mayBePlain else { throw .invalidRequest(.scheme) }
    guard request.allowedHosts == .anywhere || address.mayBePublic else { throw .forbiddenAddress }
    origin = address.origin
    setCurlOption(CURLOPT_URL, address.text)
    setCurlOption(CURLOPT_PROTOCOLS_STR, address.scheme)
    ccurl_set_context(easy, Unmanaged.passUnretained(self).toOpaque())
    setGeneralCurlOptions()
    setHTTP2AndConnectionSharing(of: address)
    setTimeouts(limits)
    setTLSVerification(environment)
    setProxyAndUserAgent(to: address, environment)
    setCurlCallbacks()
    setConnectionCheckCallbacks()
    try setCurlRequestBody()
    try setCurlRequestHeaders()
    guard !hasFailedOption else { throw .unavailable("out of memory") }
  }

  func setCurlOption(_ option: CURLoption, _ value: String) {
    recordOptionMemoryFailure(ccurl_set_text(easy, option, value))
  }
  func setCurlOption(_ option: CURLoption, _ value: Int) {
    recordOptionMemoryFailure(ccurl_set_long(easy, option, value))
  }

  /// Records that a curl option of the transfer could not be set for lack of memory; other
  /// failures, as for options unknown to an older curl, are ignored.
  func recordOptionMemoryFailure(_ code: CURLcode) {
    if code == CURLE_OUT_OF_MEMORY { hasFailedOption = true }
  }

  private var request: HTTPRequest { job.request }

  private func setGeneralCurlOptions() {
    setCurlOption(CURLOPT_NOSIGNAL, 1)
    // Without this option, a cancelled transfer waits some seconds for the resolver of names.
    setCurlOption(CURLOPT_QUICK_EXIT, 1)
    setCurlOption(CURLOPT_REDIR_PROTOCOLS_STR, "https")
    setCurlOption(CURLOPT_FOLLOWLOCATION, 0)
    setCurlOption(CURLOPT_MAXREDIRS, 0)
    setCurlOption(CURLOPT_UNRESTRICTED_AUTH, 0)
    setCurlOption(CURLOPT_NETRC, Int(CURL_NETRC_IGNORED.rawValue))
    setCurlOption(CURLOPT_TCP_KEEPALIVE, 1)
    setCurlOption(CURLOPT_MAXLIFETIME_CONN, 600)
    // On a kept connection that turns out to be closed, curl repeats the request without knowing
    // whether the server has seen it.
    if !request.isRepeatable || connection == .fresh { setCurlOption(CURLOPT_FRESH_CONNECT, 1) }
    // Every encoding that libcurl can decode is accepted, except for streams, whose lines a
    // decompressor would hold back, and downloads, which are continued at a byte of the file.
    if request.kind != .stream, request.kind != .download {
      setCurlOption(CURLOPT_ACCEPT_ENCODING, "")
    }
  }

  /// Sets curl's options of a transfer to allow HTTP/2, and lets a transfer over TLS wait for a
  /// connection that is being opened, to share it with other transfers.
  private func setHTTP2AndConnectionSharing(of address: WebAddress) {
    setCurlOption(CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_2TLS))
    setCurlOption(CURLOPT_PIPEWAIT, address.isSecure ? 1 : 0)
  }

  private func setTimeouts(_ limits: TransferTimeLimits) {
    setCurlOption(CURLOPT_CONNECTTIMEOUT_MS, Int(limits.connectTimeout.wholeMilliseconds))
    guard request.kind != .stream else { return }
    setCurlOption(CURLOPT_LOW_SPEED_LIMIT, limits.slowBytesPerSecond)
    setCurlOption(CURLOPT_LOW_SPEED_TIME, Int(limits.slowTimeout.components.seconds))
  }

  private func setTLSVerification(_ environment: NetworkEnvironment) {
    setCurlOption(CURLOPT_SSL_VERIFYPEER, 1)
    setCurlOption(CURLOPT_SSL_VERIFYHOST, 2)
    setCurlOption(CURLOPT_SSLVERSION, Int(CURL_SSLVERSION_TLSv1_2))
    if let file = environment.certificateFile { setCurlOption(CURLOPT_CAINFO, file) }
    if let directory = environment.certificateDirectory { setCurlOption(CURLOPT_CAPATH, directory) }
  }

  private func setProxyAndUserAgent(to address: WebAddress, _ environment: NetworkEnvironment) {
    let proxy = environment.proxyAddress(for: address)
    setCurlOption(CURLOPT_USERAGENT, environment.userAgent)
    setCurlOption(CURLOPT_PROXY, proxy ?? "")
    setCurlOption(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
    switch (request.allowedHosts, proxy) {
    case (.anywhere, _):
      setCurlOption(CURLOPT_NOPROXY, environment.unproxiedHosts ?? "")
      // A name of this machine must not lead to another one without encryption.
      if !address.isSecure, address.isLoopback, proxy == nil { filtersAddresses = true }
    case (.publicHosts, nil):
      filtersAddresses = true
    case (.publicHosts, .some):
      // The proxy resolves names, so addresses cannot be checked here; hosts exempt from the proxy
      // are in the user's own network, so none is exempt.
      setCurlOption(CURLOPT_NOPROXY, "")
    }
  }

  private func setCurlRequestHeaders() throws(TransportError) {
    var headers = request.headers
    // curl would wait a second for permission to send a long body.
    headers.addHeader("Expect", "")
    switch request.body {
    case .bytes(_, let type), .file(_, _, let type): headers["Content-Type"] = type
    case .form: headers["Content-Type"] = "application/x-www-form-urlencoded"
    case .none where headers["Content-Type"] == nil: headers.addHeader("Content-Type", "")
    case .none, .multipart: break
    }
    for line in headers.lines {
      guard line.isSafe else { throw .invalidRequest(.header) }
      // "Name:" removes a header that curl would add.
      let list = ccurl_slist_append(
        outgoing.headers, line.value.isEmpty ? "\(line.name):" : "\(line.name): \(line.value)")
      guard list != nil else { return recordOptionMemoryFailure(CURLE_OUT_OF_MEMORY) }
      outgoing.headers = list
    }
    recordOptionMemoryFailure(ccurl_set_list(easy, outgoing.headers))
  }

  func setCurlRequestBody() throws(TransportError) {
    let request = job.request
    switch request.body {
    case .none: setEmptyBody(for: request.method)
    case .bytes(let bytes, _): setRequestBody(bytes)
    case .form(let fields): setRequestBody(Array(WebAddressQuery(fields).text.utf8))
    case .multipart(let parts): try setMultipartBody(parts)
    case .file(let path, let size, _): try setFileBody(at: path, size: size)
    }
    switch request.method {
    case .get, .head: break
    case .post, .put, .patch, .delete: setCurlOption(CURLOPT_CUSTOMREQUEST, request.method.rawValue)
    }
  }

  private func setEmptyBody(for method: HTTPRequest.HTTPMethod) {
    switch method {
    case .get, .delete: setCurlOption(CURLOPT_HTTPGET, 1)
    case .head: setCurlOption(CURLOPT_NOBODY, 1)
    case .post, .put, .patch: setRequestBody([])
    }
  }

  private func setRequestBody(_ bytes: [UInt8]) {
    ccurl_set_offset(easy, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(bytes.count))
    bytes.withUnsafeBytes { bytes in
      let start = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
      // curl copies the bytes, as the array's pointer is only valid here. A null pointer would mean
      // that a callback provides the bytes.
      if let start {
        recordOptionMemoryFailure(ccurl_set_text(easy, CURLOPT_COPYPOSTFIELDS, start))
      } else {
        setCurlOption(CURLOPT_COPYPOSTFIELDS, "")
      }
    }
    setCurlOption(CURLOPT_POST, 1)
  }

  private func setMultipartBody(_ parts: [HTTPFormPart]) throws(TransportError) {
    outgoing.mime = ccurl_mime_init(easy)
    for part in parts {
      guard let handle = ccurl_mime_addpart(outgoing.mime) else {
        return recordOptionMemoryFailure(CURLE_OUT_OF_MEMORY)
      }
      recordOptionMemoryFailure(ccurl_mime_name(handle, part.name))
      switch part.content {
      case .text(let text):
        try setFormPartBytes(Array(text.utf8), to: handle)
      case .bytes(let bytes, let fileName, let type):
        try setFormPartBytes(bytes, to: handle)
        recordOptionMemoryFailure(ccurl_mime_filename(handle, fileName))
        recordOptionMemoryFailure(ccurl_mime_type(handle, type))
      case .file(let path, let fileName, let type):
        guard ccurl_mime_filedata(handle, path) == CURLE_OK else { throw .invalidRequest(.file) }
        recordOptionMemoryFailure(ccurl_mime_filename(handle, fileName))
        recordOptionMemoryFailure(ccurl_mime_type(handle, type))
      }
    }
    recordOptionMemoryFailure(ccurl_set_mime(easy, outgoing.mime))
  }

  private func setFormPartBytes(_ bytes: [UInt8], to part: OpaquePointer?) throws(TransportError) {
    let code = bytes.withUnsafeBytes { bytes in
      bytes.withMemoryRebound(to: CChar.self) { ccurl_mime_data(part, $0.baseAddress, $0.count) }
    }
    guard code == CURLE_OK else { throw .invalidRequest(.file) }
  }

  private func setFileBody(at path: String, size: Int) throws(TransportError) {
    outgoing.file = Glibc.open(path, O_RDONLY | O_CLOEXEC)
    guard outgoing.file >= 0 else { throw .invalidRequest(.file) }
    ccurl_set_offset(easy, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(size))
    setCurlOption(CURLOPT_POST, 1)
    let context = Unmanaged.passUnretained(self).toOpaque()
    ccurl_set_read(
      easy,
      { buffer, size, count, context in
        let count = read(CurlTransfer.curlTransfer(at: context).outgoing.file, buffer, size * count)
        return count < 0 ? Int(CURL_READFUNC_ABORT) : count
      }, context)
    ccurl_set_seek(
      easy,
      { context, offset, origin in
        lseek(CurlTransfer.curlTransfer(at: context!).outgoing.file, off_t(offset), origin) < 0
          ? CInt(CURL_SEEKFUNC_FAIL) : CInt(CURL_SEEKFUNC_OK)
      }, context)
  }
}

/// A set of the sockets of curl's open connections. A socket is found by its ports, as curl tells a
/// transfer its ports but not its socket.
final class CurlConnectionSockets {
  private var sockets: Set<CInt> = []

  func addConnectionSocket(_ socket: CInt) { if socket >= 0 { sockets.insert(socket) } }

  /// Returns true if the connection between two ports has unread bytes, or the server closed it.
  func hasUnreadInputOrEnd(from port: CInt, to remotePort: CInt) -> Bool {
    for socket in sockets {
      // curl may have closed the socket, whose number may now belong to another file.
      guard let own = Self.socketPortNumber(of: socket, { getsockname($0, $1, $2) }),
        let there = Self.socketPortNumber(of: socket, { getpeername($0, $1, $2) })
      else {
        sockets.remove(socket)
        continue
      }
      guard own == port, there == remotePort else { continue }
      var byte: UInt8 = 0
      // With nothing to read, `recv` returns an error.
      return recv(socket, &byte, 1, CInt(MSG_PEEK | MSG_DONTWAIT)) >= 0
    }
    return false
  }

  private static func socketPortNumber(
    of socket: CInt,
    _ ask: (CInt, UnsafeMutablePointer<sockaddr>?, UnsafeMutablePointer<socklen_t>?) -> CInt
  ) -> CInt? {
    var address = sockaddr_storage()
    var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
    let code = withUnsafeMutablePointer(to: &address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) { ask(socket, $0, &length) }
    }
    guard code == 0 else { return nil }
    return withUnsafeBytes(of: address) { bytes -> CInt? in
      switch CInt(address.ss_family) {
      // Both address families store the port at the same place, with the higher byte first.
      case AF_INET, AF_INET6: CInt(bytes[2]) << 8 | CInt(bytes[3])
      default: nil
      }
    }
  }
}

private struct ReceivedReplyBody {
  /// The number of received bytes of the reply's body, including those passed on in pieces or
  /// written to a file.
  var count = 0
  private(set) var bytes: [UInt8] = []

  mutating func appendBytesReservingRoom(_ more: UnsafeRawBufferPointer, most: Int) {
    // A long array that grows in steps would exist twice at each reallocation.
    if count > 1 << 20 { bytes.reserveCapacity(most) }
    bytes.append(contentsOf: more)
  }
}

struct CurlRequestMemory {
  var headers: UnsafeMutablePointer<curl_slist>?
  var mime: OpaquePointer?
  var file: CInt = -1

  func freeRequestMemory() {
    if let mime { ccurl_mime_free(mime) }
    ccurl_slist_free_all(headers)
    if file >= 0 { close(file) }
  }
}

extension TransportError {
  /// Creates the transport error for curl's result code and OpenSSL's code for the certificate.
  init(_ code: CURLcode, certificate: Int) {
    switch code {
    case CURLE_URL_MALFORMAT: self = .invalidRequest(.address)
    // curl also reports a reply in an unknown version of HTTP as an unsupported protocol; the
    // scheme of the address has been checked before.
    // A write error without a callback's error is that of a decompressor, as for bytes behind the
    // end of a compressed reply.
    case CURLE_UNSUPPORTED_PROTOCOL, CURLE_WEIRD_SERVER_REPLY, CURLE_BAD_CONTENT_ENCODING,
      CURLE_WRITE_ERROR:
      self = .malformed
    case CURLE_COULDNT_RESOLVE_HOST: self = .nameNotFound
    case CURLE_COULDNT_RESOLVE_PROXY, CURLE_PROXY: self = .proxyFailed
    case CURLE_COULDNT_CONNECT, CURLE_INTERFACE_FAILED: self = .notConnected
    case CURLE_OPERATION_TIMEDOUT: self = .timedOut
    case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_ISSUER_ERROR:
      // A certificate without OpenSSL errors belongs to another host, which curl checks itself.
      self = .untrusted(FeedError.CertificateProblem(certificate: certificate) ?? .otherServer)
    case CURLE_SSL_CACERT_BADFILE: self = .untrusted(.noAuthorities)
    case CURLE_SSL_INVALIDCERTSTATUS: self = .untrusted(.revoked)
    case CURLE_SSL_CONNECT_ERROR, CURLE_SSL_CIPHER, CURLE_SSL_CERTPROBLEM,
      CURLE_SSL_ENGINE_INITFAILED, CURLE_USE_SSL_FAILED:
      self = .untrusted(FeedError.CertificateProblem(certificate: certificate) ?? .handshake)
    case CURLE_READ_ERROR: self = .invalidRequest(.file)
    case CURLE_TOO_MANY_REDIRECTS: self = .badRedirect
    // The connection was reset, truncated, never answered, or ended within a frame.
    default: self = .connectionLost
    }
  }

  /// The error to report if this transport error ended a transfer before anything was sent:
  /// `notConnected` for a timeout or lost connection, otherwise the error itself.
  var errorIfNothingWasSent: TransportError {
    switch self {
    case .timedOut, .connectionLost: .notConnected
    default: self
    }
  }
}

extension FeedError.CertificateProblem {
  /// Creates the problem of a server's certificate from OpenSSL's code (X509_V_ERR); nil if the
  /// code states none.
  fileprivate init?(certificate code: Int) {
    switch code {
    // A valid certificate, and curl's value before the check.
    case 0, 1: return nil
    case 9: self = .notYetValid
    case 10: self = .expired
    case 23: self = .revoked
    case 62...64: self = .otherServer
    case 66...68: self = .weak
    default: self = .unknownIssuer
    }
  }
}
