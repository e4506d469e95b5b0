internal import CCurl
internal import Glibc
internal import Threads

/// A transport that sends HTTP requests by libcurl on a thread of its own, which the first request
/// starts. When the transport is released, the thread and its transfers end.
package final class CurlTransport: HTTPTransport {
  private let thread: CurlThread
  /// True in restricted mode, in which no server on this machine or in its network is contacted.
  private let isRestricted: Bool

  package convenience init(environment: NetworkEnvironment) {
    self.init(environment: environment, limits: .standard)
  }

  init(environment: NetworkEnvironment, limits: TransferTimeLimits) {
    thread = CurlThread(environment: environment, limits: limits)
    isRestricted = environment.isRestricted
  }

  deinit { thread.stopThread() }

  func sendRequest(
    _ request: HTTPRequest, progress: (@Sendable (TransferProgress) -> Void)?
  ) async throws(TransportError) -> HTTPReply {
    var request = request
    var redirects = RedirectPolicy()
    while true {
      let reply = try await sendRequestWithoutRedirects(request, progress: progress)
      guard let next = try redirects.redirectedRequest(after: reply, to: request) else {
        return reply
      }
      request = next
    }
  }

  func streamReply(to request: HTTPRequest) -> HTTPReplyPieces {
    let handle = AwaitedTransferHandle()
    let request = restrictingToPublicHosts(request)
    let (results, continuation) = AsyncStream.makeStream(
      of: Result<HTTPReplyPiece, TransportError>.self, bufferingPolicy: .bufferingOldest(256))
    continuation.onTermination = { [thread] _ in thread.cancelTransfer(handle) }
    thread.beginTransferJob(
      TransferJob(handle: handle, request: request, receiver: .pieces(continuation)))
    return HTTPReplyPieces(results)
  }

  private func sendRequestWithoutRedirects(
    _ request: HTTPRequest, progress: (@Sendable (TransferProgress) -> Void)?
  ) async throws(TransportError) -> HTTPReply {
    let handle = AwaitedTransferHandle()
    let asked = request.allowedHosts
    let request = restrictingToPublicHosts(request)
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        guard handle.storeResultReceiverUnlessCancelled(continuation) else { return }
        thread.beginTransferJob(
          TransferJob(handle: handle, request: request, receiver: .whole(progress: progress)))
      }
    } onCancel: {
      thread.cancelTransfer(handle)
    }
    if isRestricted, asked == .anywhere, result == .failure(.forbiddenAddress) {
      throw .ownNetworkForbidden
    }
    return try result.get()
  }

  private func restrictingToPublicHosts(_ request: HTTPRequest) -> HTTPRequest {
    guard isRestricted else { return request }
    var request = request
    request.allowedHosts = .publicHosts
    return request
  }
}

/// A thread that runs the network loop and owns libcurl's handles; the first request starts it.
final class CurlThread: Sendable {
  /// A mailbox of the network thread: the transfers that other threads ask it to start and to
  /// cancel, and the thread's state.
  private struct CurlThreadMailbox {
    var started: [TransferJob] = []
    var cancelled: [AwaitedTransferHandle] = []
    var isRunning = false
    var isStopped = false
    /// The closure that wakes the network thread; nil before its setup and after its end.
    var wake: (() -> Void)?
  }

  private let mailbox = LockedValue(CurlThreadMailbox())
  private let environment: NetworkEnvironment
  private let limits: TransferTimeLimits

  init(environment: NetworkEnvironment, limits: TransferTimeLimits) {
    (self.environment, self.limits) = (environment, limits)
  }

  func beginTransferJob(_ exchange: TransferJob) {
    let mustStart = changeMailbox { mailbox in
      mailbox.started.append(exchange)
      defer { mailbox.isRunning = true }
      return !mailbox.isRunning
    }
    if mustStart { DetachedThread.startThread(named: "network") { self.runNetworkLoop() } }
  }

  func cancelTransfer(_ handle: AwaitedTransferHandle) {
    handle.cancelTransfer()
    changeMailbox { $0.cancelled.append(handle) }
  }

  func stopThread() { changeMailbox { $0.isStopped = true } }

  private func changeMailbox<Result>(_ message: (inout CurlThreadMailbox) -> Result)
    -> Result
  {
    mailbox.withLock { mailbox in
      defer { mailbox.wake?() }
      return message(&mailbox)
    }
  }

  private func runNetworkLoop() {
    blockBrokenPipeSignal()
    guard let loop = CurlTransferLoop(environment: environment, limits: limits) else {
      return failRequestsForMissingLibcurl()
    }
    mailbox.withLock { mailbox in mailbox.wake = { loop.wakeLoop() } }
    while true {
      let (started, cancelled, isStopped) = mailbox.withLock { mailbox in
        defer {
          mailbox.started = []
          mailbox.cancelled = []
          if mailbox.isStopped { mailbox.wake = nil }
        }
        return (mailbox.started, mailbox.cancelled, mailbox.isStopped)
      }
      for exchange in started { loop.beginTransferJob(exchange) }
      for handle in cancelled { loop.cancelTransfer(handle) }
      if isStopped { return loop.closeLoop() }
      loop.runLoopOnce()
    }
  }

  /// Blocks the signal SIGPIPE in the network thread, since libcurl is told not to change signals,
  /// and then does not prevent this one under TLS.
  private func blockBrokenPipeSignal() {
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGPIPE)
    pthread_sigmask(SIG_BLOCK, &signals, nil)
  }

  /// Ends all requests that wait for the network thread with an error, if libcurl is missing; the
  /// next request tries to load it again.
  private func failRequestsForMissingLibcurl() {
    let started = mailbox.withLock { mailbox in
      defer {
        mailbox.started = []
        mailbox.cancelled = []
        mailbox.isRunning = false
      }
      return mailbox.started
    }
    // libcurl is installed, but cannot create a handle.
    let error: TransportError =
      InstalledCurl.isCurlUsable ? .unavailable("no handle") : .missingLibrary
    for exchange in started { exchange.endTransferJob(with: .failure(error)) }
  }
}

/// A handle by which the caller of a transfer gets the result, and by which the transfer is
/// cancelled, even before its start; a cancelled caller gets its error at once, without waiting for
/// the network thread.
final class AwaitedTransferHandle: Sendable {
  typealias Waiting = CheckedContinuation<Result<HTTPReply, TransportError>, Never>

  private struct CancellationAndWaitingCaller {
    var isCancelled = false
    var waiting: Waiting?
  }

  private let state = LockedValue(CancellationAndWaitingCaller())

  var isCancelled: Bool { state.withLock { $0.isCancelled } }

  /// Stores the caller that waits for the transfer's result; returns false if the transfer was
  /// cancelled, and the caller has already got the error.
  func storeResultReceiverUnlessCancelled(_ waiting: Waiting) -> Bool {
    let isWanted = state.withLock { state in
      if !state.isCancelled { state.waiting = waiting }
      return !state.isCancelled
    }
    if !isWanted { waiting.resume(returning: .failure(.cancelled)) }
    return isWanted
  }

  func resumeWaitingCaller(with result: Result<HTTPReply, TransportError>) {
    let waiting = state.withLock { state in
      defer { state.waiting = nil }
      return state.waiting
    }
    waiting?.resume(returning: result)
  }

  func cancelTransfer() {
    state.withLock { $0.isCancelled = true }
    resumeWaitingCaller(with: .failure(.cancelled))
  }
}

/// A request that is handed to the network thread, with the receiver of its reply.
struct TransferJob: Sendable {
  enum ReplyReceiver: Sendable {
    /// A kind of receiver of an HTTP reply: a caller that waits at the transfer's handle for the
    /// whole reply.
    case whole(progress: (@Sendable (TransferProgress) -> Void)?)
    case pieces(AsyncStream<Result<HTTPReplyPiece, TransportError>>.Continuation)
  }

  let handle: AwaitedTransferHandle
  let request: HTTPRequest
  let receiver: ReplyReceiver

  /// Passes the result of a transfer to the caller that waits for it, or ends the caller's stream
  /// of pieces, with an error after a failure.
  func endTransferJob(with result: Result<HTTPReply, TransportError>) {
    switch (receiver, result) {
    case (.whole, _):
      handle.resumeWaitingCaller(with: result)
    case (.pieces(let continuation), .success):
      continuation.finish()
    case (.pieces(let continuation), .failure(let error)):
      continuation.yield(.failure(error))
      continuation.finish()
    }
  }
}

/// A namespace for the versions of libcurl and its libraries, which `tweetie doctor` prints.
package enum InstalledCurl {
  /// True if libcurl is installed and recent enough; reading the value loads libcurl.
  static var isCurlUsable: Bool { ccurl_load() == 1 }

  /// The names and versions of libcurl and the libraries it uses; reading the list loads libcurl.
  package static var parts: [(name: String, version: String)] {
    guard ccurl_load() == 1, let info = ccurl_version()?.pointee else {
      return [("libcurl", "not loaded: " + String(cString: ccurl_load_error()))]
    }
    // An older libcurl has a shorter structure.
    func libraryVersionText(_ text: UnsafePointer<CChar>?, since age: CURLversion) -> String {
      info.age.rawValue >= age.rawValue ? text.map { String(cString: $0) } ?? "" : ""
    }
    let parts = [
      ("libcurl", libraryVersionText(info.version, since: CURLVERSION_FIRST)),
      ("TLS", libraryVersionText(info.ssl_version, since: CURLVERSION_FIRST)),
      ("zlib", libraryVersionText(info.libz_version, since: CURLVERSION_FIRST)),
      ("brotli", libraryVersionText(info.brotli_version, since: CURLVERSION_FIFTH)),
      ("zstd", libraryVersionText(info.zstd_version, since: CURLVERSION_EIGHTH)),
      ("nghttp2", libraryVersionText(info.nghttp2_version, since: CURLVERSION_SIXTH)),
    ]
    return parts.map { ($0.0, $0.1.isEmpty ? "without it" : $0.1) }
  }
}

/// A record of the program's network settings from environment variables, which are named as by
/// curl and OpenSSL. Only the lower-case `http_proxy` is read, since a web server sets the
/// upper-case one from a stranger's request.
package struct NetworkEnvironment: Equatable, Sendable {
  let secureProxy: String?
  let plainProxy: String?
  let unproxiedHosts: String?
  /// The path of a file with certificate authorities to trust in place of the system's; nil for
  /// none.
  let certificateFile: String?
  let certificateDirectory: String?
  let userAgent: String
  /// True in restricted mode: the environment variable `TWEETIE_RESTRICTED` is neither empty nor 0.
  let isRestricted: Bool

  package init(version: String, variable: (String) -> String?) {
    func firstEnvironmentValue(_ names: String...) -> String? {
      names.lazy.compactMap(variable).first { !$0.isEmpty }
    }
    secureProxy = firstEnvironmentValue("https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY")
    plainProxy = firstEnvironmentValue("http_proxy", "all_proxy", "ALL_PROXY")
    unproxiedHosts = firstEnvironmentValue("no_proxy", "NO_PROXY")
    certificateFile = firstEnvironmentValue("SSL_CERT_FILE")
    certificateDirectory = firstEnvironmentValue("SSL_CERT_DIR")
    userAgent = "Tweetie/\(version)"
    isRestricted = firstEnvironmentValue("TWEETIE_RESTRICTED").map { $0 != "0" } ?? false
  }

  func proxyAddress(for address: WebAddress) -> String? {
    address.isSecure ? secureProxy : plainProxy
  }
}
