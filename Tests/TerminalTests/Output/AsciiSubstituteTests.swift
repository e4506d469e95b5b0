import Terminal
import Testing

struct AsciiSubstituteTests {
  @Test func `each symbol of the program has its own ASCII letter`() {
    let signs = "♥♡↻↩⚑✎▣⌂◆●⧗✗⚠‹›"

    let letters = AsciiSubstitute.asciiSubstituteText(for: SafeText(sanitizing: signs))

    #expect(letters == "LlbrBep@n*wx!<>")
    #expect(Set(letters).count == signs.count)
  }

  @Test func `a character without an ASCII substitute keeps its columns`() {
    #expect(AsciiSubstitute.asciiSubstituteText(for: "Zoë · 日本 👍") == "Zoe . ???? +1")
  }

  @Test func `accented letters of Vietnamese and other languages lose their accents`() {
    #expect(
      AsciiSubstitute.asciiSubstituteText(for: "Nguyễn Mẻ bánh đầu tiên ơ ư")
        == "Nguyen Me banh dau tien o u")
  }

  @Test(arguments: [
    ("朝いちばん、その子が。 The tram", "(other letters) The tram"),
    ("Привет, мир! Hello", "(other letters)! Hello"), ("日本 tea", "日本 tea"), ("tea", "tea"),
    ("Zoë · ♥ 3", "Zoë · ♥ 3"), ("", ""),
  ])
  func `unknown characters are replaced by words in ASCII`(text: String, shown: String) {
    #expect(
      AsciiSubstitute.replacingTextWithoutASCIISubstitute(
        in: SafeText(sanitizing: text), with: "(other letters)"
      ).string == shown)
  }
}
