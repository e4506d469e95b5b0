internal import FeedDomain
internal import Threads

/// An HTTP client for one account at one server, which signs requests, refuses them during rate
/// limits, renews the token, and translates errors. It runs on a serial thread, where replies are
/// parsed as well.
actor ServiceClient {
  nonisolated let server: String
  private let requestRules: any ServiceRequestRules
  private let transport: any HTTPTransport
  private let world: any World
  private let log: any Log
  private let renewal: TokenRenewer?
  private let thread: SerialThread

  /// True if all clients of the account refuse their requests, since the account's token belongs to
  /// another account.
  private let isRefused: LockedValue<Bool>
  private var token: Secret?
  private var renewalTask: Task<Result<TokenRenewer.StoredOrRenewedToken, FeedError>, Never>?
  private var limits: ServerRateLimitPauses
  private var replyCache = ReplyCache()
  /// The difference of the clock of the client's server from this machine's, by the last reply with
  /// a date; positive if the server's clock is ahead.
  private(set) var clockOffset = Duration.zero
  /// The transport's error of the client's last request, which is more specific than the error that
  /// was thrown; nil if a reply came.
  private(set) var transportFailure: TransportError?

  /// Creates a client for a server such as "https://example.org", whose thread other clients may
  /// share. Without a token, the client makes public calls only.
  init(
    server: String, token: Secret?, requestRules: any ServiceRequestRules,
    transport: any HTTPTransport,
    world: any World, log: any Log, thread: SerialThread, renewal: TokenRenewer? = nil,
    accountQuota: AccountQuotaHandle? = nil, isRefused: LockedValue<Bool> = LockedValue(false)
  ) {
    self.server = server
    self.token = token
    self.requestRules = requestRules
    self.transport = transport
    self.world = world
    self.log = log
    self.thread = thread
    self.renewal = renewal
    self.isRefused = isRefused
    limits = ServerRateLimitPauses(accountQuota: accountQuota)
  }

  nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

  /// Makes the account's clients refuse all requests and streams from now on, with the error for an
  /// account that is signed out.
  func refuseAllRequests() { isRefused.withLock { $0 = true } }

  /// Sends a request, whose URL is a whole address or a path at the client's server, and returns
  /// the reply; throws an error for a status other than success.
  func sendRequest(
    _ request: HTTPRequest, progress: (@Sendable (TransferProgress) -> Void)? = nil
  ) async throws(FeedError) -> HTTPReply {
    let logged = try await fetchReplyAndLogText(to: request, progress: progress)
    try throwIfReplyFailed(of: logged)
    return logged.reply
  }

  func fetchReplyOfAnyStatus(to request: HTTPRequest) async throws(FeedError) -> HTTPReply {
    let logged = try await fetchReplyAndLogText(to: request, progress: nil)
    logReply(logged)
    return logged.reply
  }

  /// Sends a request whose reply is written to a file; returns the reply, whatever its status.
  func downloadToFileWhateverStatus(
    _ request: HTTPRequest, progress: @escaping @Sendable (ByteTransferProgress) -> Void
  ) async throws(FeedError) -> HTTPReply {
    let logged = try await fetchReplyAndLogText(to: request) { step in
      if case .received(let transfer) = step { progress(transfer) }
    }
    logReply(logged)
    return logged.reply
  }

  /// Sends a request, and logs and returns the reply, whatever its status; throws for rate limits.
  private func fetchReplyAndLogText(
    to request: HTTPRequest, progress: (@Sendable (TransferProgress) -> Void)?
  ) async throws(FeedError) -> ReplyWithLogText {
    guard !isRefused.withLock(\.self) else { throw .signedOut }
    // libcurl would resolve the dots and request another path.
    guard !request.hasDotSegments else { throw .notFound }
    let resolved = requestWithCompleteAddress(request)
    try throwUnlessQuotaAllows(for: resolved)
    // A reply whose body is written to a file has no body that could be cached.
    let isCached = resolved.file == nil
    let known = isCached ? replyCache.cachedReplyToRevalidate(for: resolved) : nil
    let request = resolved.conditionalRequest(known)
    let used = try await signingToken(for: request)
    var logged = try await sendSignedRequest(request, token: used, progress: progress)
    if let renewal, let used, requestRules.reportsExpiredToken(logged.reply),
      goesToOwnServer(request)
    {
      var replacement = TokenRenewer.StoredOrRenewedToken(token: used, isNew: false)
      // After a long sleep, the token that another process stored may have expired as well.
      for _ in 1...3 where !replacement.isNew && requestRules.reportsExpiredToken(logged.reply) {
        logReply(logged)
        replacement = try await joinOrStartTokenRenewal(replacement.token, by: renewal)
        logged = try await sendSignedRequest(request, token: replacement.token, progress: progress)
      }
      if requestRules.reportsExpiredToken(logged.reply) {
        logReply(logged, .error)
        throw .signedOut
      }
    }
    if isCached {
      logged.reply = replyCache.cacheOrReuseReply(logged.reply, to: request, known: known)
    }
    if requestRules.reportsRateLimit(logged.reply) {
      logReply(logged, .error)
      throw .rateLimited(until: limits.pauseEnd(forServerOf: request.url, now: world.now))
    }
    return logged
  }

  private func throwIfReplyFailed(of logged: ReplyWithLogText) throws(FeedError) {
    let until = limits.pauseEnd(forServerOf: logged.request.url, now: world.now)
    guard
      let serviceSpecificError = requestRules.serviceSpecificError(in: logged.reply)
        ?? FeedError(logged.reply, until: until)
    else { return logReply(logged) }
    // A mistyped password is no failure.
    logReply(logged, serviceSpecificError == .invalidCredentials ? .info : .error)
    throw serviceSpecificError
  }

  private func logReply(_ logged: ReplyWithLogText, _ level: LogLevel = .debug) {
    log.writeLogLine(.network, level, "\(logged.request): \(logged.logText)")
  }

  /// Sends a request, and returns the value that `read` makes of the JSON reply, on the client's
  /// thread. `interpreting` may return the result for a reply before its status is checked; nil to
  /// go on.
  @_semantics("optimize.sil.specialize.generic.never")
  func requestJSON<Value: Sendable>(
    _ request: HTTPRequest, progress: (@Sendable (TransferProgress) -> Void)? = nil,
    interpreting: @Sendable (HTTPReply) -> Result<Value, FeedError>? = { _ in nil },
    _ read: @Sendable (JSON, HTTPReply) throws(FeedError) -> Value
  ) async throws(FeedError) -> Value {
    let logged = try await fetchReplyAndLogText(to: request, progress: progress)
    let (request, reply) = (logged.request, logged.reply)
    if let result = interpreting(reply) {
      logReply(logged)
      return try result.get()
    }
    try throwIfReplyFailed(of: logged)
    let json: JSON
    do throws(JSONError) {
      json = try JSON(reply.body, maximumValues: request.maximumJSONValues)
    } catch {
      log.writeLogLine(
        .network, .error, "\(request): no JSON at byte \(error.offset): \(error.problem)")
      throw .badReply
    }
    let unreadable = UnparsedElementCounter()
    let value = UnparsedElementCounter.$current.withValue(unreadable) {
      Result { () throws(FeedError) in try read(json, reply) }
    }
    if unreadable.count > 0 {
      log.writeLogLine(.network, .error, "\(request): \(unreadable.count) unreadable, skipped")
    }
    return try value.get()
  }

  /// Opens a streamed reply for an account's token, and returns its pieces; the caller must check
  /// the first one's status.
  func openStream(_ request: HTTPRequest, with token: Secret?) -> HTTPReplyPieces {
    var request = requestWithCompleteAddress(request)
    request.kind = .stream
    guard !isRefused.withLock(\.self) else {
      return RequestRefusingTransport().streamReply(to: request)
    }
    log.writeLogLine(.network, .info, "\(request): listening")
    return transport.streamReply(to: requestSignedForOwnServer(request, with: token))
  }

  /// Returns the account's token as it is now; if it is the one that a server rejected, a new
  /// token, where tokens can be renewed.
  func currentToken(afterRejectionOf rejected: Secret? = nil) async throws(FeedError) -> Secret? {
    guard let renewal, let token, token == rejected else { return token }
    return try await joinOrStartTokenRenewal(token, by: renewal).token
  }

  func logFailure(_ failure: FeedError, of stream: HTTPRequest) {
    let level: LogLevel = failure == .cancelled ? .info : .error
    log.writeLogLine(.network, level, "\(requestWithCompleteAddress(stream)): \(failure.logText)")
  }

  private struct ReplyWithLogText {
    let request: HTTPRequest
    var reply: HTTPReply
    /// The text about a request in the log: status, size and duration of the server's reply, even
    /// if a cached reply replaced it.
    let logText: String
  }

  /// Returns a request with the address of the client's server before its path, and with JSON as
  /// the accepted type if the request names none.
  private func requestWithCompleteAddress(_ request: HTTPRequest) -> HTTPRequest {
    var request = request
    // Two slashes would begin another host.
    let isPath = request.url.hasPrefix("/") && !request.url.hasPrefix("//")
    if isPath { request.url = server + request.url }
    if request.headers["Accept"] == nil { request.headers["Accept"] = "application/json" }
    return request
  }

  /// Returns true if a request goes to the client's own server. Addresses in replies may lead to
  /// other servers, to which the token is not sent.
  private func goesToOwnServer(_ request: HTTPRequest) -> Bool {
    guard let there = WebAddress(request.url), let home = WebAddress(server) else { return false }
    return there.origin == home.origin
  }

  private func requestSignedForOwnServer(_ request: HTTPRequest, with token: Secret?) -> HTTPRequest
  {
    guard let token, goesToOwnServer(request) else { return request }
    var request = request
    requestRules.sign(&request, with: token)
    return request
  }

  private func sendSignedRequest(
    _ request: HTTPRequest, token: Secret?, progress: (@Sendable (TransferProgress) -> Void)?
  ) async throws(FeedError) -> ReplyWithLogText {
    if let until = limits.pauseEnd(forServerOf: request.url, now: world.now) {
      throw .rateLimited(until: until)
    }
    if let token, goesToOwnServer(request), let library = requestRules.missingLibrary(for: token) {
      throw .missingLibrary(library)
    }
    let start = world.now
    try spendRequestBudget(on: request)
    transportFailure = nil
    do throws(TransportError) {
      var reply = try await transport.sendRequest(
        requestSignedForOwnServer(request, with: token), progress: progress)
      if token != nil, goesToOwnServer(request), requestRules.needsNewSignature(after: reply) {
        reply = try await transport.sendRequest(
          requestSignedForOwnServer(request, with: token), progress: progress)
      }
      if let date = reply.date, goesToOwnServer(request) {
        clockOffset = date.elapsedTime(since: world.now)
      }
      limits.updatePauseAfterReply(
        reply, to: request, isRefusal: requestRules.reportsRateLimit(reply), now: world.now,
        random: world.randomFraction())
      let left = updateQuota(after: request, reply).map { ", \($0.logText)" } ?? ""
      let time = world.now.elapsedTime(since: start).wholeMilliseconds
      return ReplyWithLogText(
        request: request, reply: reply,
        logText: "\(reply.status), \(reply.body.count) bytes, \(time) ms\(left)")
    } catch {
      if error != .cancelled { log.writeLogLine(.network, .error, "\(request): \(error)") }
      transportFailure = error
      throw request.happensOnce ? FeedError(lostReply: error) : FeedError(error)
    }
  }

  private func spendRequestBudget(on request: HTTPRequest) throws(FeedError) {
    guard let budget = RequestBudget.current, !budget.spendRequestIfAvailable() else { return }
    log.writeLogLine(
      .network, .error, "\(request): not sent, after too many requests of one action")
    throw .endless
  }

  /// Checks whether the account's request limit allows a request; throws `rateLimited` if the
  /// request is automatic (not asked for by the user) and the limit is nearly used up, or if the
  /// server asked to wait, also in an earlier run of the program.
  private func throwUnlessQuotaAllows(for request: HTTPRequest) throws(FeedError) {
    let purpose = RequestPriority.current
    guard let allowance = accountQuotaHandle(for: request)?.allowance,
      !allowance.allowsRequestWithinQuota(purpose, at: world.now),
      allowance.isResetTimePlausible(at: world.now)
    else { return }
    log.writeLogLine(.network, .info, "\(request): left, \(allowance.logText)")
    throw .rateLimited(until: allowance.resetsAt)
  }

  /// Updates the account's request limit after a reply, and returns it; nil if unknown or not
  /// counted.
  private func updateQuota(after request: HTTPRequest, _ reply: HTTPReply) -> RequestQuota? {
    guard let recorded = accountQuotaHandle(for: request) else { return nil }
    let now = world.now
    let end =
      requestRules.reportsRateLimit(reply)
      ? limits.pauseEnd(forServerOf: request.url, now: now) : nil
    return recorded.allowances.changeQuota(of: recorded.account) { before in
      if let end { return RequestQuota(0, of: before?.limit ?? 1, until: end, isRefusal: true) }
      // The request was sent before the refusal, so its reply does not end the limit.
      if let before, before.isRefusal, !before.allowsRequestWithinQuota(.userRequest, at: now),
        before.isResetTimePlausible(at: now)
      {
        return before
      }
      return requestRules.updatedRequestQuota(after: reply, to: request, before: before, now: now)
    }
  }

  private func accountQuotaHandle(for request: HTTPRequest) -> AccountQuotaHandle? {
    request.kind == .api && goesToOwnServer(request) ? limits.accountQuota : nil
  }

  /// Returns the account's token for signing a request; nil if the account has none. For requests
  /// to the account's own server, a stored token that cannot sign, such as a password, is exchanged
  /// for one that can.
  private func signingToken(for request: HTTPRequest) async throws(FeedError) -> Secret? {
    guard let renewal, let token, !requestRules.canSignWithoutExchanging(token),
      goesToOwnServer(request)
    else {
      return token
    }
    return try await joinOrStartTokenRenewal(token, by: renewal).token
  }

  /// Returns the account's token in place of the expired one; requests that need it at the same
  /// time share one renewal.
  private func joinOrStartTokenRenewal(
    _ expired: Secret, by renewal: TokenRenewer
  ) async throws(FeedError) -> TokenRenewer.StoredOrRenewedToken {
    if let token, token != expired {
      return TokenRenewer.StoredOrRenewedToken(token: token, isNew: false)
    }
    if let renewalTask { return try await renewalTask.value.get() }
    // A separate task: cancelling the request must not lose a token that is issued only once.
    let task = Task { await self.renewToken(expired, by: renewal) }
    renewalTask = task
    return try await task.value.get()
  }

  private func renewToken(
    _ expired: Secret, by renewal: TokenRenewer
  ) async -> Result<TokenRenewer.StoredOrRenewedToken, FeedError> {
    let result = await Result { () async throws(FeedError) in
      try await renewal.replacementToken(for: expired)
    }
    if case .success(let replacement) = result { token = replacement.token }
    renewalTask = nil
    return result
  }

  /// Sends a request and returns the reply; throws for a reply that is neither empty nor JSON, such
  /// as the page of a captive portal.
  @discardableResult
  func sendRequestCheckingJSON(_ request: HTTPRequest) async throws(FeedError)
    -> HTTPReply
  {
    let reply = try await sendRequest(request)
    guard reply.body.isEmpty || (try? JSON(reply.body)) != nil else { throw .badReply }
    return reply
  }

  /// Maximum size in bytes of a picture that the HTTP client fetches for saving as a file; it is
  /// held in memory.
  private static let maximumKept = 64 << 20

  /// Downloads the file of a post's picture, and returns its bytes. Hosts in the user's own network
  /// are refused, since the address comes from a post, except the client's own server.
  func downloadPicture(
    at address: String, isForKeeping: Bool = false,
    progress: @escaping @Sendable (ByteTransferProgress) -> Void
  ) async throws(FeedError) -> [UInt8] {
    var request = HTTPRequest.pictureRequest(for: address)
    if isForKeeping { request.maximumBytes = Self.maximumKept }
    if address.hasPrefix("\(server)/") { request.allowedHosts = .anywhere }
    let reply = try await sendRequest(request) { step in
      if case .received(let transfer) = step { progress(transfer) }
    }
    return reply.body
  }
}

extension Result where Success: Sendable {
  fileprivate init(_ work: () async throws(Failure) -> Success) async {
    do throws(Failure) { self = .success(try await work()) } catch { self = .failure(error) }
  }
}

/// A protocol for gateways of photos whose files are public, and downloaded without an account's
/// token.
protocol PublicPhotoGateway: PhotoGateway {
  /// The HTTP client that downloads picture files from any server, without an account's token.
  var files: ServiceClient { get }
}

extension PublicPhotoGateway {
  func fetchPhotoBytes(
    of rendition: Photo.PhotoRendition, progress: @escaping @Sendable (ByteTransferProgress) -> Void
  ) async throws(FeedError) -> [UInt8] {
    try await files.downloadPicture(
      at: rendition.url, isForKeeping: rendition.isForKeeping, progress: progress)
  }
}

/// A cache of the latest replies with an ETag or a date, by which later requests ask the server for
/// changes only.
struct ReplyCache: Sendable {
  private static let maximumReplies = 16
  private static let maximumBytes = 256 << 10

  private var replies: [(url: String, reply: HTTPReply)] = []

  /// Returns the cached reply for a request; nil if none is cached. The caller keeps it while the
  /// request is sent, since other requests may change the cache.
  func cachedReplyToRevalidate(for request: HTTPRequest) -> HTTPReply? {
    guard request.method == .get else { return nil }
    return replies.last { $0.url == request.url }?.reply
  }

  /// Returns the reply to a request, or the cached reply `known` if the status is "not modified";
  /// caches a successful reply with an ETag or a date.
  mutating func cacheOrReuseReply(
    _ reply: HTTPReply, to request: HTTPRequest, known: HTTPReply?
  ) -> HTTPReply {
    if reply.status == 304, let known { return known }
    replies.removeAll { $0.url == request.url }
    let isMarked = reply.headers["ETag"] != nil || reply.headers["Last-Modified"] != nil
    if request.method == .get, reply.status == 200, isMarked, reply.body.count <= Self.maximumBytes
    {
      replies.append((request.url, reply))
      if replies.count > Self.maximumReplies { replies.removeFirst() }
    }
    return reply
  }
}

extension HTTPRequest {
  /// Returns this request with the ETag and date of a cached reply, which make it conditional;
  /// unchanged without a cached reply.
  func conditionalRequest(_ known: HTTPReply?) -> HTTPRequest {
    guard let known else { return self }
    var request = self
    if let tag = known.headers["ETag"] { request.headers["If-None-Match"] = tag }
    if let date = known.headers["Last-Modified"] { request.headers["If-Modified-Since"] = date }
    return request
  }
}

/// A cache that holds one value for two seconds, so that two successive calls need only one
/// request.
final class TwoSecondCache<Value: Sendable>: Sendable {
  private let cachedValue = LockedValue<(value: Value, at: Timestamp)?>(nil)

  /// Removes the value from the two-second cache and returns it; nil if there is none, or if it is
  /// older than two seconds.
  func takeValue(at now: Timestamp) -> Value? {
    cachedValue.withLock { kept in
      defer { kept = nil }
      guard let kept, kept.at <= now, now.elapsedTime(since: kept.at) < .seconds(2) else {
        return nil
      }
      return kept.value
    }
  }

  func storeValue(_ value: Value, at now: Timestamp) { cachedValue.withLock { $0 = (value, now) } }

  func clearTwoSecondCache() { cachedValue.withLock { $0 = nil } }
}

/// A record of whether the user revoked the application's authorization at the service. Afterwards
/// public data are requested with the application's key, and private data throw `signedOut`.
final class UserAuthorizationRevocationFlag: Sendable {
  private let state = LockedValue(false)

  /// True if a reply has shown that the user revoked the application's authorization.
  var isRevoked: Bool { state.withLock { $0 } }

  /// Performs a request with the user's client, or with the client that uses the application's key
  /// if the user revoked the authorization, and returns the result; records a revocation that the
  /// request reveals.
  @_semantics("optimize.sil.specialize.generic.never")
  func requestFallingBackToAppKey<Value: Sendable>(
    _ own: ServiceClient, or keyClient: ServiceClient?,
    _ work: (ServiceClient) async throws(FeedError) -> Value
  ) async throws(FeedError) -> Value {
    guard let keyClient else { return try await work(own) }
    if !isRevoked {
      do throws(FeedError) {
        return try await work(own)
      } catch {
        guard error == .signedOut else { throw error }
        state.withLock { $0 = true }
      }
    }
    return try await work(keyClient)
  }
}
