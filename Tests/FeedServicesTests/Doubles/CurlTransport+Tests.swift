@testable import FeedServices

extension CurlTransport {
  /// A transport that knows no proxy but the given variables, and is patient for as long as that.
  static func forTests(
    _ environment: [String: String] = [:], limits: TransferLimits = .standard
  ) -> CurlTransport {
    CurlTransport(
      surroundings: NetworkSurroundings(version: "1.0") { environment[$0] }, limits: limits)
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
