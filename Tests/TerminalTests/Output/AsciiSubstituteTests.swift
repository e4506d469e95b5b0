import Terminal
import Testing

struct AsciiSubstituteTests {
  @Test func `each of the program's signs has a letter of its own`() {
    let signs = "♥♡↻↩⚑✎▣⌂◆●⧗✗⚠‹›"

    let letters = AsciiSubstitute.substituteText(for: SafeText(sanitizing: signs))

    #expect(letters == "LlbrBep@n*wx!<>")
    #expect(Set(letters).count == signs.count)
  }

  @Test func `what has no substitute keeps its columns`() {
    #expect(AsciiSubstitute.substituteText(for: "Zoë · 日本 👍") == "Zoe . ???? +1")
  }
}
