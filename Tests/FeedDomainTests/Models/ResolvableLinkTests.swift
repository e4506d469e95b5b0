import FeedDomain
import Testing

@Suite struct LeadTests {
  @Test(arguments: [
    ("@ada", "ada"), (" @ada@example.social\n", "ada@example.social"),
    ("@ada.example", "ada.example"), ("@ada@127.0.0.1x:80", "ada@127.0.0.1x:80"),
  ])
  func `a handle is parsed with its at sign`(typed: String, handle: String) {
    #expect(ResolvableLink(handle: typed) == .handle(handle))
  }

  @Test(arguments: [
    "", "@", "ada", "ada@example.social", "@ada bo", "@ada@", "@@ada", "@ada@b@c", "@ada/b",
    "@a\u{7}", "@ada@1.2",
  ])
  func `text that is no handle is refused`(typed: String) {
    #expect(ResolvableLink(handle: typed) == nil)
  }

  @Test func `a handle without a server is not complete`() {
    #expect(!ResolvableLink.handle("ada").isWhole)
    #expect(ResolvableLink.handle("ada@example.social").isWhole)
    #expect(ResolvableLink.address("https://example.social/@ada").isWhole)
  }
}
