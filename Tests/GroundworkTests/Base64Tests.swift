import Testing

@testable import Groundwork

@Suite struct Base64Tests {
  @Test(arguments: [
    ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="),
    ("fooba", "Zm9vYmE="), ("foobar", "Zm9vYmFy"), ("\u{fb}\u{ff}?", "w7vDvz8="),
  ])
  func `bytes are encoded as Base64`(text: String, encoded: String) {
    let bytes = Array(text.utf8)

    #expect(Base64.standardBase64(bytes) == encoded)
    #expect(Base64.urlSafeBase64(bytes) == encoded.filter { $0 != "=" })
    #expect(Base64.urlSafeBase64([0xfb, 0xff]) == "-_8")
  }

  @Test func `Base64 is decoded to the original bytes`() {
    for count in 0..<70 {
      let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 151 &+ 200) }

      #expect(Base64.decodedBytes(from: Base64.urlSafeBase64(bytes)) == bytes)
      #expect(Base64.decodedBytes(from: Base64.standardBase64(bytes)) == bytes)
    }
  }

  @Test(arguments: ["a", "abcde", "ab cd", "ab=d", "é"])
  func `invalid Base64 is refused`(text: String) {
    #expect(Base64.decodedBytes(from: text) == nil)
  }
}
