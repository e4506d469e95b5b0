@testable import Console

/// Keeps what is written to it, or refuses.
final class SinkSpy: ByteSink {
  private(set) var bytes: [UInt8] = []
  private let refusal: OutputError?

  init(refusing refusal: OutputError? = nil) { self.refusal = refusal }

  var text: String { String(decoding: bytes, as: UTF8.self) }

  func writeBytes(_ bytes: [UInt8]) throws(OutputError) {
    if let refusal { throw refusal }
    self.bytes += bytes
  }
}
