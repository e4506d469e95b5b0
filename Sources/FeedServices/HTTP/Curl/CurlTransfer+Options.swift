internal import CCurl
internal import FeedDomain
internal import Glibc

/// How a transfer is set up.
extension CurlTransfer {
  func prepare(
    surroundings: NetworkSurroundings, limits: TransferLimits
  ) throws(TransportError) {
    guard let address = WebAddress(exchange.request.url) else { throw .invalidRequest(.address) }
    guard address.isAllowed else { throw .invalidRequest(.scheme) }
    guard request.reach == .anywhere || address.mayBePublic else { throw .forbiddenAddress }
    origin = address.origin
    set(CURLOPT_URL, address.text)
    set(CURLOPT_PROTOCOLS_STR, address.scheme)
    ccurl_set_context(easy, Unmanaged.passUnretained(self).toOpaque())
    setRules()
    setSharing(of: address)
    setPatience(limits)
    setTrust(surroundings)
    setWay(to: address, surroundings)
    setCallbacks()
    setConnectionChecks()
    try setBody()
    try setHeaders()
    guard !lacksMemory else { throw .unavailable("out of memory") }
  }

  func set(_ option: CURLoption, _ value: String) { note(ccurl_set_text(easy, option, value)) }
  func set(_ option: CURLoption, _ value: Int) { note(ccurl_set_long(easy, option, value)) }

  /// Takes note of what curl says to an option; one that this version lacks it can do without.
  func note(_ code: CURLcode) { if code == CURLE_OUT_OF_MEMORY { lacksMemory = true } }
}

extension CurlTransfer {
  private var request: HTTPRequest { exchange.request }

  private func setRules() {
    set(CURLOPT_NOSIGNAL, 1)
    // Without it, giving up on a name server waits until the resolver does, for seconds.
    set(CURLOPT_QUICK_EXIT, 1)
    set(CURLOPT_REDIR_PROTOCOLS_STR, "https")
    set(CURLOPT_FOLLOWLOCATION, 0)
    set(CURLOPT_MAXREDIRS, 0)
    set(CURLOPT_UNRESTRICTED_AUTH, 0)
    set(CURLOPT_NETRC, Int(CURL_NETRC_IGNORED.rawValue))
    set(CURLOPT_TCP_KEEPALIVE, 1)
    set(CURLOPT_MAXLIFETIME_CONN, 600)
    // On a kept connection that turns out to be closed curl sends again by itself, and cannot know
    // whether the server has seen the first attempt.
    if !request.isRepeatable || connection == .fresh { set(CURLOPT_FRESH_CONNECT, 1) }
    // A stream's lines would wait in the decompressor.
    if request.kind != .stream { set(CURLOPT_ACCEPT_ENCODING, "gzip") }
  }

  /// A request waits for a connection that is being made, in case that it can be shared; without a
  /// handshake that tells there is only the end of what is on it, and a stream has none.
  private func setSharing(of address: WebAddress) {
    set(CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_2TLS))
    set(CURLOPT_PIPEWAIT, address.isSecure ? 1 : 0)
  }

  private func setPatience(_ limits: TransferLimits) {
    set(CURLOPT_CONNECTTIMEOUT_MS, Int(limits.connecting.wholeMilliseconds))
    guard request.kind != .stream else { return }
    set(CURLOPT_LOW_SPEED_LIMIT, limits.slowBytesPerSecond)
    set(CURLOPT_LOW_SPEED_TIME, Int(limits.slowness.components.seconds))
  }

  private func setTrust(_ surroundings: NetworkSurroundings) {
    set(CURLOPT_SSL_VERIFYPEER, 1)
    set(CURLOPT_SSL_VERIFYHOST, 2)
    set(CURLOPT_SSLVERSION, Int(CURL_SSLVERSION_TLSv1_2))
    if let file = surroundings.certificateFile { set(CURLOPT_CAINFO, file) }
    if let directory = surroundings.certificateDirectory { set(CURLOPT_CAPATH, directory) }
  }

  private func setWay(to address: WebAddress, _ surroundings: NetworkSurroundings) {
    let proxy = surroundings.proxy(for: address)
    set(CURLOPT_USERAGENT, surroundings.userAgent)
    set(CURLOPT_PROXY, proxy ?? "")
    set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
    switch (request.reach, proxy) {
    case (.anywhere, _):
      set(CURLOPT_NOPROXY, surroundings.unproxiedHosts ?? "")
      // A name that is this machine's must not lead elsewhere, whoever looked it up.
      if !address.isSecure, proxy == nil { filtersAddresses = true }
    case (.publicHosts, nil):
      filtersAddresses = true
    case (.publicHosts, .some):
      // The proxy looks names up, so there is no address to look at here; but hosts that need no
      // proxy are those of the person's own network, so that none is exempt.
      set(CURLOPT_NOPROXY, "")
    }
  }

  private func setHeaders() throws(TransportError) {
    var headers = request.headers
    // curl would wait a second for permission to send a long body.
    headers.add("Expect", "")
    switch request.body {
    case .bytes(_, let type), .file(_, _, let type): headers["Content-Type"] = type
    case .form: headers["Content-Type"] = "application/x-www-form-urlencoded"
    case .none where headers["Content-Type"] == nil: headers.add("Content-Type", "")
    case .none, .multipart: break
    }
    for line in headers.lines {
      guard line.isSafe else { throw .invalidRequest(.header) }
      // "Name:" takes away what curl would send by itself.
      let list = ccurl_slist_append(
        outgoing.headers, line.value.isEmpty ? "\(line.name):" : "\(line.name): \(line.value)")
      guard list != nil else { return note(CURLE_OUT_OF_MEMORY) }
      outgoing.headers = list
    }
    note(ccurl_set_list(easy, outgoing.headers))
  }
}
