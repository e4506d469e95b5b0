import Testing

@testable import Groundwork

@Suite struct Base64Tests {
  @Test(arguments: [
    ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="),
    ("fooba", "Zm9vYmE="), ("foobar", "Zm9vYmFy"), ("\u{fb}\u{ff}?", "w7vDvz8="),
  ])
  func `bytes become letters`(text: String, encoded: String) {
    let bytes = Array(text.utf8)

    #expect(Base64.standard(bytes) == encoded)
    #expect(Base64.url(bytes) == encoded.filter { $0 != "=" })
    #expect(Base64.url([0xfb, 0xff]) == "-_8")
  }
}
