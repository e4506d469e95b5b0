@testable import FeedServices

extension CurlTransport {
  /// A transport that knows no proxy but the given variables, and is patient for as long as that.
  static func forTests(
    _ environment: [String: String] = [:], limits: TransferTimeLimits = .patient
  ) -> CurlTransport {
    CurlTransport(
      environment: NetworkEnvironment(version: "1.0") { environment[$0] }, limits: limits)
  }

  /// What came of a request, kept.
  func result(of request: HTTPRequest) async -> Result<HTTPReply, TransportError> {
    do throws(TransportError) {
      return .success(try await send(request))
    } catch {
      return .failure(error)
    }
  }
}

extension HTTPTransport {
  /// Sends a request, whose progress nobody follows.
  func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPReply {
    try await sendRequest(request, progress: nil)
  }
}

extension TransferTimeLimits {
  /// For tests that are about something else, on a machine that may be busy.
  static let patient = {
    var limits = TransferTimeLimits()
    (limits.connectTimeout, limits.slowTimeout) = (.seconds(60), .seconds(600))
    (limits.apiCall, limits.media) = (.seconds(900), .seconds(900))
    return limits
  }()
}
