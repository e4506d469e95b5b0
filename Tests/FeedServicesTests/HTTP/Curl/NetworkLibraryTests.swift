import FeedServices
import Testing

/// What is told about the library that speaks to the network.
@Suite struct NetworkLibraryTests {
  @Test func `libcurl and its libraries report versions`() {
    let parts = InstalledCurl.parts

    #expect(parts.map(\.name) == ["libcurl", "TLS", "zlib", "brotli", "zstd", "nghttp2"])
    #expect(parts.first?.version.first?.isNumber == true)
    #expect(parts.allSatisfy { !$0.version.isEmpty })
  }
}
