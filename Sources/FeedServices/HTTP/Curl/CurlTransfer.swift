internal import CCurl
internal import FeedDomain
internal import Glibc

/// One transfer: an easy handle, what it was given, and what has come. The network thread's alone.
final class CurlTransfer {
  /// Which connection a transfer goes by.
  enum Connection {
    /// One that is kept, where there is any.
    case any
    case fresh
  }

  let easy: UnsafeMutableRawPointer
  let exchange: Exchange
  let connection: Connection
  private let sockets: CurlSockets
  /// The origin of its address; empty until it is set up.
  var origin = ""
  /// Whether its server is known to send one reply after the other: then nothing may stand on a kept
  /// connection before a request was sent.
  var isSequential = false
  /// Whether a kept connection held what belongs to no request: nothing was sent.
  private(set) var hasFoundLeftovers = false
  /// Whether every address is looked at before it connects there.
  var filtersAddresses = false
  private let limits: TransferLimits
  /// When it began, which others before it may have delayed.
  private var begun: ContinuousClock.Instant?
  /// The last time that something came.
  private(set) var lastSign = ContinuousClock.now
  /// What curl reads from until the transfer ends.
  var outgoing = CurlOutgoing()
  /// Whether an address was refused, which curl reports as no connection.
  var hasRefusedAddress = false
  /// Whether something could not be set up: what is left would be another request.
  var lacksMemory = false

  private var head = ReplyHead()
  private var body = ReplyBody()
  /// Why a callback stopped the transfer; curl only knows that one did.
  private var failure: TransportError?
  private var told: (sent: Int64, received: Int64) = (0, 0)

  init(
    _ exchange: Exchange, on connection: Connection, sockets: CurlSockets,
    surroundings: NetworkSurroundings, limits: TransferLimits
  ) throws(TransportError) {
    guard let easy = ccurl_easy_init() else { throw .unavailable("out of memory") }
    (self.easy, self.exchange, self.limits) = (easy, exchange, limits)
    (self.connection, self.sockets) = (connection, sockets)
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
    if let failure { return .failure(wasSent ? failure : failure.beforeSending) }
    guard code != CURLE_OK else {
      // A line that breaks within the head looks to curl like a reply without a body.
      guard head.isComplete else { return .failure(.cutShort) }
      return .success(
        HTTPReply(
          status: head.status, headers: head.headers, body: body.bytes, url: exchange.request.url))
    }
    if hasRefusedAddress { return .failure(.forbiddenAddress) }
    if ccurl_get_long(easy, CURLINFO_HTTP_CONNECTCODE) >= 400 { return .failure(.proxyFailed) }
    let error = TransportError(
      code, certificate: ccurl_get_long(easy, CURLINFO_SSL_VERIFYRESULT))
    return .failure(wasSent ? error : error.beforeSending)
  }

  /// Whether anything of the request left this machine.
  private var wasSent: Bool { ccurl_get_long(easy, CURLINFO_REQUEST_SIZE) > 0 }

  /// Frees everything without an answer.
  func free() {
    ccurl_easy_cleanup(easy)
    outgoing.free()
  }
}

/// What curl's callbacks do. Each returns what tells curl to go on, or not to.
extension CurlTransfer {
  func receive(header line: UnsafeRawBufferPointer) -> Bool {
    lastSign = .now
    let step = head.take(line) { ccurl_get_long(easy, CURLINFO_RESPONSE_CODE) }
    switch step {
    case .goesOn: return true
    case .isComplete: return open()
    case .isTooLong: return stop(.tooLarge(.headers))
    }
  }

  func receive(body bytes: UnsafeRawBufferPointer) -> Bool {
    lastSign = .now
    let most = exchange.request.maximumBytes
    body.count += bytes.count
    guard body.count <= most else { return stop(.tooLarge(.body)) }
    switch exchange.consumer {
    case .whole:
      body.keep(bytes, most: most)
      return true
    case .pieces: return yield(.bytes(Array(bytes)))
    }
  }

  func note(received: Int64, of expected: Int64, sent: Int64, of all: Int64) -> Bool {
    guard !exchange.ticket.isCancelled else { return stop(.cancelled) }
    let (now, moved) = (ContinuousClock.now, Int(clamping: received &+ sent))
    let begun = self.begun ?? now
    self.begun = begun
    let isTooLong = limits.isTooLong(
      begun.duration(to: now), for: exchange.request.kind, moved: moved,
      sending: Int(clamping: all))
    guard !isTooLong else { return stop(.timedOut) }
    guard case .whole(let progress?) = exchange.consumer else { return true }
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

  /// Whether the request may leave on the connection that curl has chosen, which leads to that address
  /// and has those ports here and there.
  ///
  /// A server that sent more than it said, a moment late, has left bytes on a connection that was kept.
  /// curl would take them for the head of the next reply.
  func maySend(to address: SocketAddress?, from port: CInt, to remotePort: CInt) -> Bool {
    if filtersAddresses, !mayConnect(to: address ?? .other) { return false }
    guard isSequential, connection == .any, ccurl_get_long(easy, CURLINFO_NUM_CONNECTS) == 0 else {
      return true
    }
    hasFoundLeftovers = sockets.hasInput(from: port, to: remotePort)
    return !hasFoundLeftovers
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
    if head.isDoubtful { set(CURLOPT_FORBID_REUSE, 1) }
    // What is below 200 announces the reply that follows.
    guard case .pieces = exchange.consumer, head.status >= 200, body.count == 0 else { return true }
    return yield(
      .opened(HTTPReply(status: head.status, headers: head.headers, url: exchange.request.url)))
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

  /// Makes every socket here, where its address is looked at before, and, since a connection that is
  /// kept may be used again, looks at that and at the address it leads to before anything is sent.
  func setConnectionChecks() {
    let context = Unmanaged.passUnretained(self).toOpaque()
    ccurl_set_open_socket(
      easy,
      { context, _, address in
        let transfer = CurlTransfer.at(context)
        guard let address else { return CURL_SOCKET_BAD }
        if transfer.filtersAddresses {
          let isAllowed = withUnsafePointer(to: &address.pointee.addr) { sockaddr in
            transfer.mayConnect(
              to: SocketAddress(sockaddr, length: Int(address.pointee.addrlen)))
          }
          guard isAllowed else { return CURL_SOCKET_BAD }
        }
        let opened = socket(
          address.pointee.family, address.pointee.socktype | CInt(SOCK_CLOEXEC.rawValue),
          address.pointee.protocol)
        transfer.sockets.note(opened)
        return opened
      }, context)
    ccurl_set_pre_request(
      easy,
      { context, there, _, remotePort, port in
        let address = there.flatMap { SocketAddress(String(cString: $0)) }
        return CurlTransfer.at(context).maySend(to: address, from: port, to: remotePort)
          ? CInt(CURL_PREREQFUNC_OK) : CInt(CURL_PREREQFUNC_ABORT)
      }, context)
  }
}

/// The sockets that were made for connections. curl tells the ports of the connection that a transfer
/// goes by, but not its socket.
final class CurlSockets {
  private var sockets: Set<CInt> = []

  func note(_ socket: CInt) { if socket >= 0 { sockets.insert(socket) } }

  /// Whether there is anything to be read on the connection between those ports, be it its end.
  func hasInput(from port: CInt, to remotePort: CInt) -> Bool {
    for socket in sockets {
      // What curl has closed may be somebody else's by now, who has other ports, or none.
      guard let own = Self.port(of: socket, { getsockname($0, $1, $2) }),
        let there = Self.port(of: socket, { getpeername($0, $1, $2) })
      else {
        sockets.remove(socket)
        continue
      }
      guard own == port, there == remotePort else { continue }
      var byte: UInt8 = 0
      // Nothing to be read is an error.
      return recv(socket, &byte, 1, CInt(MSG_PEEK | MSG_DONTWAIT)) >= 0
    }
    return false
  }

  private static func port(
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
      // Of both families it stands at the same place, the higher byte first.
      case AF_INET, AF_INET6: CInt(bytes[2]) << 8 | CInt(bytes[3])
      default: nil
      }
    }
  }
}

/// The body of a reply, as far as it has come.
private struct ReplyBody {
  /// How many bytes came, kept or handed on.
  var count = 0
  private(set) var bytes: [UInt8] = []

  mutating func keep(_ more: UnsafeRawBufferPointer, most: Int) {
    // A long one that grows bit by bit would be there twice each time it is moved.
    if count > 1 << 20 { bytes.reserveCapacity(most) }
    bytes.append(contentsOf: more)
  }
}
