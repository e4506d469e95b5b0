internal import CCurl
internal import FeedDomain
internal import Glibc

/// One transfer: an easy handle, what it was given, and what has come. The network thread's alone.
final class CurlTransfer {
  private static let mostHeaderBytes = 256 << 10

  let easy: UnsafeMutableRawPointer
  let exchange: Exchange
  private let limits: TransferLimits
  /// When it began, which others before it may have delayed.
  private var begun: ContinuousClock.Instant?
  /// The last time that something came.
  private(set) var lastSign = ContinuousClock.now
  /// What is freed when the transfer ends.
  var headerList: UnsafeMutablePointer<curl_slist>?
  var mime: OpaquePointer?
  var upload: CInt = -1
  /// Whether an address was refused, which curl reports as no connection.
  var hasRefusedAddress = false
  /// Whether something could not be set up: what is left would be another request.
  var lacksMemory = false

  private var status = 0
  private var headers = HTTPHeaders()
  private var headerBytes = 0
  private var isHeadComplete = false
  private var framing = ReplyFraming()
  private var body: [UInt8] = []
  private var bodyBytes = 0
  /// Why a callback stopped the transfer; curl only knows that one did.
  private var failure: TransportError?
  private var told: (sent: Int64, received: Int64) = (0, 0)

  init(
    _ exchange: Exchange, surroundings: NetworkSurroundings, limits: TransferLimits
  ) throws(TransportError) {
    guard let easy = ccurl_easy_init() else { throw .unavailable("out of memory") }
    (self.easy, self.exchange, self.limits) = (easy, exchange, limits)
    do throws(TransportError) {
      try prepare(surroundings: surroundings, limits: limits)
    } catch {
      free()
      throw error
    }
  }

  /// Frees everything and gives the answer; the handle is in no multi handle any more.
  func end(_ result: Result<HTTPReply, TransportError>) {
    free()
    exchange.end(result)
  }

  /// What came of it, once curl has done all it could.
  func result(of code: CURLcode) -> Result<HTTPReply, TransportError> {
    if let failure { return .failure(failure) }
    guard code != CURLE_OK else {
      // A line that breaks within the head looks to curl like a reply without a body.
      guard isHeadComplete else { return .failure(.cutShort) }
      return .success(
        HTTPReply(status: status, headers: headers, body: body, url: exchange.request.url))
    }
    if hasRefusedAddress { return .failure(.forbiddenAddress) }
    if ccurl_get_long(easy, CURLINFO_HTTP_CONNECTCODE) >= 400 { return .failure(.proxyFailed) }
    return .failure(
      TransportError(
        code, certificate: ccurl_get_long(easy, CURLINFO_SSL_VERIFYRESULT)))
  }

  private func free() {
    ccurl_easy_cleanup(easy)
    if let mime { ccurl_mime_free(mime) }
    ccurl_slist_free_all(headerList)
    if upload >= 0 { close(upload) }
  }
}

/// What curl's callbacks do. Each returns what tells curl to go on, or not to.
extension CurlTransfer {
  func receive(header line: UnsafeRawBufferPointer) -> Bool {
    lastSign = .now
    headerBytes += line.count
    guard headerBytes <= Self.mostHeaderBytes else { return stop(.tooLarge(.headers)) }
    let text = String(decoding: line, as: UTF8.self)
    if text.hasPrefix("HTTP/") {
      // The head of a reply; of another one, after a preliminary one.
      status = ccurl_get_long(easy, CURLINFO_RESPONSE_CODE)
      headers = HTTPHeaders()
      isHeadComplete = false
      framing.begin(status: status, line: text)
      return true
    }
    let bare = text.trimmingBlanks
    if bare.isEmpty { return open() }
    if !isHeadComplete { framing.note(text) }
    // What comes after the body began is a trailer, which nobody here asks for.
    guard bodyBytes == 0, let colon = bare.firstIndex(of: ":") else { return true }
    headers.add(
      bare[..<colon].trimmingBlanks, bare[bare.index(after: colon)...].trimmingBlanks)
    return true
  }

  func receive(body bytes: UnsafeRawBufferPointer) -> Bool {
    lastSign = .now
    bodyBytes += bytes.count
    guard bodyBytes <= exchange.request.maximumBytes else { return stop(.tooLarge(.body)) }
    switch exchange.consumer {
    case .whole:
      // A long one that grows bit by bit would be there twice each time it is moved.
      if bodyBytes > 1 << 20 { body.reserveCapacity(exchange.request.maximumBytes) }
      body.append(contentsOf: bytes)
    case .pieces: return yield(.bytes(Array(bytes)))
    }
    return true
  }

  func note(received: Int64, of expected: Int64, sent: Int64, of all: Int64) -> Bool {
    let (now, moved) = (ContinuousClock.now, Int(clamping: received &+ sent))
    let begun = self.begun ?? now
    self.begun = begun
    let isTooLong = limits.isTooLong(
      begun.duration(to: now), for: exchange.request.kind, moved: moved,
      sending: Int(clamping: all))
    guard !isTooLong else { return stop(.timedOut) }
    guard case .whole(_, let progress?) = exchange.consumer else { return true }
    if sent != told.sent {
      progress(.sent(Transfer(received: Int(sent), expected: all > 0 ? Int(all) : nil)))
    }
    if received != told.received {
      progress(
        .received(Transfer(received: Int(received), expected: expected > 0 ? Int(expected) : nil)))
    }
    told = (sent, received)
    return true
  }

  func mayConnect(to address: SocketAddress) -> Bool {
    let isAllowed = exchange.request.reach == .publicHosts ? address.isPublic : address.isLoopback
    guard !isAllowed else { return true }
    hasRefusedAddress = true
    return false
  }
}

extension CurlTransfer {
  private func stop(_ error: TransportError) -> Bool {
    failure = error
    return false
  }

  private func open() -> Bool {
    isHeadComplete = true
    if framing.isDoubtful { set(CURLOPT_FORBID_REUSE, 1) }
    // What is below 200 announces the reply that follows.
    guard case .pieces = exchange.consumer, status >= 200, bodyBytes == 0 else { return true }
    return yield(
      .opened(HTTPReply(status: status, headers: headers, url: exchange.request.url)))
  }

  private func yield(_ piece: HTTPPiece) -> Bool {
    guard case .pieces(let continuation) = exchange.consumer else { return true }
    switch continuation.yield(.success(piece)) {
    case .enqueued: return true
    case .dropped: return stop(.tooLarge(.backlog))
    case .terminated: return stop(.cancelled)
    @unknown default: return stop(.cancelled)
    }
  }
}
