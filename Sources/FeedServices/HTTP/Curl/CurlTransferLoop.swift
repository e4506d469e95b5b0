internal import CCurl
internal import FeedDomain

/// A loop on the network thread that runs HTTP transfers by libcurl's multi handle. Its `Sendable`
/// is unchecked, because only `wakeLoop` is called from other threads, which curl allows, and
/// `CurlThread` never calls it once the handle is closed.
final class CurlTransferLoop: @unchecked Sendable {
  /// Maximum number of picture downloads at a time in the network loop. The loop allows more
  /// connections to a server, so that text never waits for pictures.
  private static let maximumMedia = 4
  /// Maximum number of the network loop's connections at a time: for twenty web feeds, four
  /// pictures, and the calls of other accounts.
  private static let maximumConnections = 32
  /// Maximum time that the network loop waits for activity, in milliseconds.
  private static let longestWait: CInt = 60_000
  /// Maximum time in milliseconds that the network loop waits if the system had no socket to wake
  /// it.
  private static let waitWithoutWakeSocket: CInt = 50

  private let multi: UnsafeMutableRawPointer
  private let environment: NetworkEnvironment
  private let limits: TransferTimeLimits
  private let hasWakeSocket: Bool
  private let sockets = CurlConnectionSockets()
  /// The origins of servers whose last reply used HTTP/1, so that a connection to them carries one
  /// reply after the other.
  private var originsUsingHTTP1: Set<String> = []
  private var transfers: [ObjectIdentifier: CurlTransfer] = [:]
  /// The queue of picture downloads that the network loop starts when fewer are running; the time
  /// limit of a download begins with its start.
  private var waiting: [TransferJob] = []

  /// Creates the network loop; nil if libcurl is missing.
  init?(environment: NetworkEnvironment, limits: TransferTimeLimits) {
    guard ccurl_load() == 1, let multi = ccurl_multi_init() else { return nil }
    (self.multi, self.environment, self.limits) = (multi, environment, limits)
    hasWakeSocket = ccurl_multi_wakeup(multi) == CURLM_OK
    ccurl_multi_set_long(multi, CURLMOPT_MAX_HOST_CONNECTIONS, 6)
    ccurl_multi_set_long(multi, CURLMOPT_MAX_TOTAL_CONNECTIONS, Self.maximumConnections)
  }

  func wakeLoop() { ccurl_multi_wakeup(multi) }

  func beginTransferJob(_ exchange: TransferJob) {
    guard !exchange.handle.isCancelled else {
      return exchange.endTransferJob(with: .failure(.cancelled))
    }
    guard mediaLimitAllowsTransfer(exchange) else { return waiting.append(exchange) }
    startTransfer(for: exchange, on: .any)
  }

  private func startTransfer(
    for exchange: TransferJob, on connection: CurlTransfer.ConnectionReuseChoice
  ) {
    do throws(TransportError) {
      let transfer = try CurlTransfer(
        exchange, on: connection, sockets: sockets, environment: environment, limits: limits)
      transfer.isSequential = originsUsingHTTP1.contains(transfer.origin)
      guard ccurl_multi_add(multi, transfer.easy) == CURLM_OK else {
        return transfer.endTransfer(with: .failure(.notConnected))
      }
      transfers[ObjectIdentifier(exchange.handle)] = transfer
    } catch {
      exchange.endTransferJob(with: .failure(error))
    }
  }

  func cancelTransfer(_ handle: AwaitedTransferHandle) {
    if let place = waiting.firstIndex(where: { $0.handle === handle }) {
      return waiting.remove(at: place).endTransferJob(with: .failure(.cancelled))
    }
    guard let transfer = transfers[ObjectIdentifier(handle)] else { return }
    endTransfer(transfer, .failure(.cancelled))
  }

  /// Advances all transfers of the network loop, then waits for network activity.
  func runLoopOnce() {
    var running: CInt = 0
    ccurl_multi_perform(multi, &running)
    while let message = ccurl_multi_info_read(multi) {
      guard message.pointee.msg == CURLMSG_DONE,
        let context = ccurl_get_context(message.pointee.easy_handle)
      else { continue }
      // The transfer is retained by `transfers` until `endTransfer`.
      let transfer = Unmanaged<CurlTransfer>.fromOpaque(context).takeUnretainedValue()
      let code = message.pointee.data.result
      if transfer.hasStrayBytes {
        retryTransferOnNewConnection(transfer)
      } else {
        endTransfer(transfer, transfer.transferResult(of: code))
      }
    }
    ccurl_multi_poll(
      multi,
      min(
        endSilentStreamsReturningDelay(),
        hasWakeSocket ? Self.longestWait : Self.waitWithoutWakeSocket))
  }

  func closeLoop() {
    for exchange in waiting { exchange.endTransferJob(with: .failure(.cancelled)) }
    waiting = []
    for transfer in transfers.values { endTransfer(transfer, .failure(.cancelled)) }
    ccurl_multi_cleanup(multi)
  }

  private static let maximumOrigins = 256

  /// Repeats an HTTP transfer on a new connection, after stray bytes on a reused one prevented
  /// sending.
  private func retryTransferOnNewConnection(_ transfer: CurlTransfer) {
    transfers[ObjectIdentifier(transfer.job.handle)] = nil
    ccurl_multi_remove(multi, transfer.easy)
    transfer.freeTransferMemory()
    let exchange = transfer.job
    if exchange.handle.isCancelled {
      exchange.endTransferJob(with: .failure(.cancelled))
    } else {
      startTransfer(for: exchange, on: .fresh)
    }
    beginWaitingTransferJobs()
  }

  private func recordWhetherOriginUsesHTTP1(of transfer: CurlTransfer) {
    switch ccurl_get_long(transfer.easy, CURLINFO_HTTP_VERSION) {
    case Int(CURL_HTTP_VERSION_1_0), Int(CURL_HTTP_VERSION_1_1):
      if originsUsingHTTP1.count >= Self.maximumOrigins { originsUsingHTTP1.removeAll() }
      originsUsingHTTP1.insert(transfer.origin)
    case 0: break
    default: originsUsingHTTP1.remove(transfer.origin)
    }
  }

  private func endTransfer(_ transfer: CurlTransfer, _ result: Result<HTTPReply, TransportError>) {
    transfers[ObjectIdentifier(transfer.job.handle)] = nil
    recordWhetherOriginUsesHTTP1(of: transfer)
    ccurl_multi_remove(multi, transfer.easy)
    transfer.endTransfer(with: result)
    beginWaitingTransferJobs()
  }

  private func beginWaitingTransferJobs() {
    while let next = waiting.first, mediaLimitAllowsTransfer(next) {
      beginTransferJob(waiting.removeFirst())
    }
  }

  private func mediaLimitAllowsTransfer(_ exchange: TransferJob) -> Bool {
    guard exchange.request.kind == .media else { return true }
    return transfers.values.count { $0.job.request.kind == .media } < Self.maximumMedia
  }

  /// Ends the network loop's streamed transfers that received no byte for too long; returns the
  /// number of milliseconds until the next check is needed.
  private func endSilentStreamsReturningDelay() -> CInt {
    var left = Int64(CInt.max)
    for transfer in transfers.values where transfer.job.request.kind == .stream {
      let silenceTimeout = transfer.lastActivity.duration(to: .now)
      guard silenceTimeout < limits.silenceTimeout else {
        endTransfer(transfer, .failure(.timedOut))
        continue
      }
      left = min(left, (limits.silenceTimeout - silenceTimeout).wholeMilliseconds + 1)
    }
    return CInt(left)
  }
}
