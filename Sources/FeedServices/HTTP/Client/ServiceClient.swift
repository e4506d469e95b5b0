internal import FeedDomain
internal import Threads

/// Asks one server in the name of one account: signs, waits where the service wants it, renews the
/// token when it has run out, and turns every failure into the domain's.
///
/// Works on a thread of its own, where replies are read as well, and not on the main actor.
actor ServiceClient {
  /// Its server's address, as "https://example.org"; also with what all paths begin with.
  nonisolated let server: String
  private let dialect: any ServiceDialect
  private let transport: any HTTPTransport
  private let world: any World
  private let log: any Log
  private let renewal: TokenRenewal?
  private let thread: SerialThread

  /// Whether nothing is asked any more: the token leads to somebody else.
  private var isRefused = false
  private var token: Secret?
  private var renewing: Task<Result<TokenRenewal.Successor, FeedError>, Never>?
  private var limits: OriginLimits
  private var memory = ReplyMemory()
  /// The server's clock less this machine's, as the last reply told it; none where none told.
  private(set) var clockOffset = Duration.zero

  /// A client for the server at that address, as "https://example.org"; without a token, for what
  /// can be asked by anybody. The thread can be shared by many clients.
  init(
    server: String, token: Secret?, dialect: any ServiceDialect, transport: any HTTPTransport,
    world: any World, log: any Log, thread: SerialThread, renewal: TokenRenewal? = nil,
    budget: AccountBudget? = nil
  ) {
    self.server = server
    self.token = token
    self.dialect = dialect
    self.transport = transport
    self.world = world
    self.log = log
    self.thread = thread
    self.renewal = renewal
    limits = OriginLimits(budget: budget)
  }

  nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

  /// Asks nothing from now on, and says that the token is not accepted.
  func refuse() { isRefused = true }

  /// Sends a request, whose address may be a path at the server, and returns a reply that is one.
  func send(
    _ request: HTTPRequest, progress: (@Sendable (TransferProgress) -> Void)? = nil
  ) async throws(FeedError) -> HTTPReply {
    let answer = try await answer(request, progress: progress)
    try judge(answer)
    return answer.reply
  }

  /// Sends a request to which a refusal is an answer as well; only pleas for patience are not.
  func reply(to request: HTTPRequest) async throws(FeedError) -> HTTPReply {
    let answer = try await answer(request, progress: nil)
    note(answer)
    return answer.reply
  }

  /// Sends a request and returns whatever is answered, but for pleas for patience.
  private func answer(
    _ request: HTTPRequest, progress: (@Sendable (TransferProgress) -> Void)?
  ) async throws(FeedError) -> Answer {
    guard !isRefused else { throw .signedOut }
    // There is no such thing: whoever connects would take the step, and ask for something else.
    guard !request.hasSteps else { throw .notFound }
    let placed = placed(request)
    try spare(placed)
    let known = memory.reply(for: placed)
    let request = placed.revalidating(known)
    let used = try await usableToken(for: request)
    var answer = try await exchange(request, token: used, progress: progress)
    if let renewal, let used, dialect.saysTokenIsSpent(answer.reply), isOurs(request) {
      var successor = TokenRenewal.Successor(token: used, isNew: false)
      // Whoever slept for long finds a token that another process left, which has run out as well.
      for _ in 1...3 where !successor.isNew && dialect.saysTokenIsSpent(answer.reply) {
        note(answer)
        successor = try await renewed(successor.token, by: renewal)
        answer = try await exchange(request, token: successor.token, progress: progress)
      }
      if dialect.saysTokenIsSpent(answer.reply) {
        note(answer, .error)
        throw .signedOut
      }
    }
    answer.reply = memory.resolve(answer.reply, to: request, known: known)
    if dialect.asksForPatience(answer.reply) {
      note(answer, .error)
      throw .rateLimited(until: limits.pause(at: request.url, now: world.now))
    }
    return answer
  }

  /// Notes how a request ended, and throws what is wrong with its reply.
  private func judge(_ answer: Answer) throws(FeedError) {
    let until = limits.pause(at: answer.request.url, now: world.now)
    guard let failure = dialect.failure(in: answer.reply) ?? FeedError(answer.reply, until: until)
    else { return note(answer) }
    // A mistyped password is no failure.
    note(answer, failure == .invalidCredentials ? .info : .error)
    throw failure
  }

  private func note(_ answer: Answer, _ level: LogLevel = .debug) {
    log.note(.network, level, "\(answer.request): \(answer.fact)")
  }

  /// Sends a request and reads the JSON of the reply, away from the caller's actor.
  ///
  /// A caller to whom a refusal means something of its own judges it first.
  @_semantics("optimize.sil.specialize.generic.never")
  func json<Value: Sendable>(
    _ request: HTTPRequest, progress: (@Sendable (TransferProgress) -> Void)? = nil,
    judging: @Sendable (HTTPReply) -> Result<Value, FeedError>? = { _ in nil },
    _ read: @Sendable (JSON, HTTPReply) throws(FeedError) -> Value
  ) async throws(FeedError) -> Value {
    let answer = try await answer(request, progress: progress)
    let (request, reply) = (answer.request, answer.reply)
    if let judgement = judging(reply) {
      note(answer)
      return try judgement.get()
    }
    try judge(answer)
    let json: JSON
    do throws(JSONError) {
      json = try JSON(reply.body)
    } catch {
      log.note(.network, .error, "\(request): no JSON at byte \(error.offset): \(error.problem)")
      throw .badReply
    }
    let omissions = Omissions()
    let value = Omissions.$current.withValue(omissions) {
      Result { () throws(FeedError) in try read(json, reply) }
    }
    if omissions.count > 0 {
      log.note(.network, .error, "\(request): \(omissions.count) unreadable, left out")
    }
    return try value.get()
  }

  /// Opens a stream at the server; what comes is for the caller to judge.
  func stream(_ request: HTTPRequest) -> HTTPPieces {
    var request = placed(request)
    request.kind = .stream
    log.note(.network, .info, "\(request): listening")
    return transport.stream(signed(request, with: token))
  }

  func note(_ failure: FeedError, of stream: HTTPRequest) {
    let level: LogLevel = failure == .cancelled ? .info : .error
    log.note(.network, level, "\(placed(stream)): \(failure.fact)")
  }

  /// What came of a request, and what is noted of it.
  private struct Answer {
    let request: HTTPRequest
    var reply: HTTPReply
    /// The reply as it came, whatever is known of it from before.
    let fact: String
  }

  private func placed(_ request: HTTPRequest) -> HTTPRequest {
    var request = request
    // Two slashes would begin another host.
    let isPath = request.url.hasPrefix("/") && !request.url.hasPrefix("//")
    if isPath { request.url = server + request.url }
    if request.headers["Accept"] == nil { request.headers["Accept"] = "application/json" }
    return request
  }

  /// Whether the request goes to our server: an address in a reply may lead anywhere, and no token
  /// goes along.
  private func isOurs(_ request: HTTPRequest) -> Bool {
    guard let there = WebAddress(request.url), let home = WebAddress(server) else { return false }
    return there.origin == home.origin
  }

  private func signed(_ request: HTTPRequest, with token: Secret?) -> HTTPRequest {
    guard let token, isOurs(request) else { return request }
    var request = request
    dialect.sign(&request, with: token)
    return request
  }

  private func exchange(
    _ request: HTTPRequest, token: Secret?, progress: (@Sendable (TransferProgress) -> Void)?
  ) async throws(FeedError) -> Answer {
    if let until = limits.pause(at: request.url, now: world.now) {
      throw .rateLimited(until: until)
    }
    if let token, isOurs(request), let library = dialect.missingLibrary(for: token) {
      throw .missingLibrary(library)
    }
    let start = world.now
    try spendBudget(on: request)
    do throws(TransportError) {
      var reply = try await transport.send(signed(request, with: token), progress: progress)
      if token != nil, isOurs(request), dialect.wantsSignedAnew(after: reply) {
        reply = try await transport.send(signed(request, with: token), progress: progress)
      }
      if let date = reply.date, isOurs(request) { clockOffset = date.since(world.now) }
      limits.note(
        reply, to: request, isRefusal: dialect.asksForPatience(reply), now: world.now,
        random: world.random())
      let left = spend(on: request, reply).map { ", \($0.fact)" } ?? ""
      let time = world.now.since(start).wholeMilliseconds
      return Answer(
        request: request, reply: reply,
        fact: "\(reply.status), \(reply.body.count) bytes, \(time) ms\(left)")
    } catch {
      if error != .cancelled { log.note(.network, .error, "\(request): \(error)") }
      throw request.happensOnce ? FeedError(lostReply: error) : FeedError(error)
    }
  }

  /// Counts a request of the action that makes it; `endless` where that has made too many.
  private func spendBudget(on request: HTTPRequest) throws(FeedError) {
    guard let budget = RequestBudget.current, !budget.spend() else { return }
    log.note(.network, .error, "\(request): not asked, after too many requests of one action")
    throw .endless
  }

  /// What the account may ask is kept for the reader: what nobody asked for waits until there is
  /// enough of it again.
  private func spare(_ request: HTTPRequest) throws(FeedError) {
    let purpose = Purpose.current
    guard purpose != .asked, let allowance = budget(for: request)?.allowance,
      !allowance.covers(purpose, at: world.now)
    else { return }
    log.note(.network, .info, "\(request): left, \(allowance.fact)")
    throw .rateLimited(until: allowance.resets)
  }

  /// Learns what may be asked after a reply, for every window; returns it where it is told.
  private func spend(on request: HTTPRequest, _ reply: HTTPReply) -> Allowance? {
    guard let budget = budget(for: request) else { return nil }
    let now = world.now
    let end = dialect.asksForPatience(reply) ? limits.pause(at: request.url, now: now) : nil
    return budget.allowances.change(of: budget.account) { before in
      if let end { return Allowance(0, of: before?.limit ?? 1, until: end) }
      return dialect.allowance(after: reply, to: request, before: before, now: now)
    }
  }

  private func budget(for request: HTTPRequest) -> AccountBudget? {
    request.kind == .api && isOurs(request) ? limits.budget : nil
  }

  /// The token; where it only leads to one, that is had first.
  private func usableToken(for request: HTTPRequest) async throws(FeedError) -> Secret? {
    guard let renewal, let token, !dialect.opens(token), isOurs(request) else { return token }
    return try await renewed(token, by: renewal).token
  }

  /// A token that is not the spent one; asks for one only once, however many requests need it.
  private func renewed(
    _ spent: Secret, by renewal: TokenRenewal
  ) async throws(FeedError) -> TokenRenewal.Successor {
    if let token, token != spent { return TokenRenewal.Successor(token: token, isNew: false) }
    if let renewing { return try await renewing.value.get() }
    // Not part of the request: calling that off must not lose a token that can be had only once.
    let task = Task { await self.renew(spent, by: renewal) }
    renewing = task
    return try await task.value.get()
  }

  private func renew(
    _ spent: Secret, by renewal: TokenRenewal
  ) async -> Result<TokenRenewal.Successor, FeedError> {
    let result = await Result { () async throws(FeedError) in
      try await renewal.token(insteadOf: spent)
    }
    if case .success(let successor) = result { token = successor.token }
    renewing = nil
    return result
  }

  /// Has something done of which nothing has to be read; a page, as a network shows it that wants a
  /// sign-in of its own first, is no reply of the service's.
  @discardableResult func perform(_ request: HTTPRequest) async throws(FeedError) -> HTTPReply {
    let reply = try await send(request)
    guard reply.body.isEmpty || (try? JSON(reply.body)) != nil else { throw .badReply }
    return reply
  }

  /// The most bytes of a picture that is kept and not decoded: it is held in memory on its way.
  private static let mostKept = 64 << 20

  /// The bytes of a picture, wherever it is.
  ///
  /// The server itself may stand in the person's own network; no other may be reached there because
  /// a post says so.
  func picture(
    at address: String, isForKeeping: Bool = false,
    progress: @escaping @Sendable (Transfer) -> Void
  ) async throws(FeedError) -> [UInt8] {
    var request = HTTPRequest.media(address)
    if isForKeeping { request.maximumBytes = Self.mostKept }
    if address.hasPrefix("\(server)/") { request.reach = .anywhere }
    let reply = try await send(request) { step in
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

/// Shows pictures that anybody may fetch, wherever they are.
protocol PictureFetching: PhotoGateway {
  /// Fetches them in nobody's name.
  var files: ServiceClient { get }
}

extension PictureFetching {
  func bytes(
    of rendition: Photo.Rendition, progress: @escaping @Sendable (Transfer) -> Void
  ) async throws(FeedError) -> [UInt8] {
    try await files.picture(
      at: rendition.url, isForKeeping: rendition.isForKeeping, progress: progress)
  }
}

/// The last replies that carry a mark by which the server can say "still the same".
struct ReplyMemory: Sendable {
  private static let mostReplies = 16
  private static let mostBytes = 256 << 10

  private var replies: [(url: String, reply: HTTPReply)] = []

  /// The last reply to the request, to be had before it is sent: until it is answered, others may
  /// have taken its place.
  func reply(for request: HTTPRequest) -> HTTPReply? {
    guard request.method == .get else { return nil }
    return replies.last { $0.url == request.url }?.reply
  }

  /// The reply, or the known one it stands for.
  mutating func resolve(
    _ reply: HTTPReply, to request: HTTPRequest, known: HTTPReply?
  ) -> HTTPReply {
    if reply.status == 304, let known { return known }
    replies.removeAll { $0.url == request.url }
    let isMarked = reply.headers["ETag"] != nil || reply.headers["Last-Modified"] != nil
    if request.method == .get, reply.status == 200, isMarked, reply.body.count <= Self.mostBytes {
      replies.append((request.url, reply))
      if replies.count > Self.mostReplies { replies.removeFirst() }
    }
    return reply
  }
}

extension HTTPRequest {
  /// The request, asking for an answer only where that is not the known one.
  func revalidating(_ known: HTTPReply?) -> HTTPRequest {
    guard let known else { return self }
    var request = self
    if let tag = known.headers["ETag"] { request.headers["If-None-Match"] = tag }
    if let date = known.headers["Last-Modified"] { request.headers["If-Modified-Since"] = date }
    return request
  }
}

/// What was told a moment ago, for whoever asks for the same in the same moment.
final class MomentsMemory<Value: Sendable>: Sendable {
  private let kept = Guarded<(value: Value, at: Timestamp)?>(nil)

  /// What was told within a second or two, once; nil where nothing was. Whoever asks after that asks
  /// because something may be different by now.
  func take(at now: Timestamp) -> Value? {
    kept.withLock { kept in
      defer { kept = nil }
      guard let kept, kept.at <= now, now.since(kept.at) < .seconds(2) else { return nil }
      return kept.value
    }
  }

  func keep(_ value: Value, at now: Timestamp) { kept.withLock { $0 = (value, now) } }

  func forget() { kept.withLock { $0 = nil } }
}

/// Whether somebody took back what they allowed an application.
///
/// What everybody may know is asked with the application's own key from then on; what is theirs fails
/// as signed out, which offers to sign in again.
final class Revocation: Sendable {
  private let state = Guarded(false)

  /// Whether replies tell nothing of the reader any more.
  var isKnown: Bool { state.withLock { $0 } }

  /// Asks in somebody's name, or with the key alone.
  @_semantics("optimize.sil.specialize.generic.never")
  func ask<Value: Sendable>(
    _ own: ServiceClient, or guest: ServiceClient?,
    _ ask: (ServiceClient) async throws(FeedError) -> Value
  ) async throws(FeedError) -> Value {
    guard let guest else { return try await ask(own) }
    if !isKnown {
      do throws(FeedError) {
        return try await ask(own)
      } catch {
        guard error == .signedOut else { throw error }
        state.withLock { $0 = true }
      }
    }
    return try await ask(guest)
  }
}
