import Doubles
import FeedDomain
import FeedStorage
import Testing

struct SettingsTests {
  private func parse(_ text: String) -> SettingsFile { SettingsFile(parsing: Array(text.utf8)) }

  private func drawing(_ file: SettingsFile) -> [String] {
    file.entries.map { "\($0.line): \($0.section).\($0.key)=\($0.value)" }
  }

  @Test func `settings are read with their sections and lines`() {
    let file = parse("\u{FEFF}top = 1\n\n# words\n[view]\n  theme = dark ; at night\n\tkey:v\r\n")

    #expect(drawing(file) == ["1: .top=1", "5: view.theme=dark", "6: view.key=v"])
    #expect(file.mistakes.isEmpty)
  }

  @Test func `each mistake in the settings names its line, and the other lines are read`() {
    let long = String(repeating: "x", count: 5000)
    let file = parse("a=1\nnothing\n[open\nb=2\nlong=\(long)\nc=3\n=4\nd=\u{0}\ne=5")

    #expect(drawing(file) == ["1: .a=1", "4: .b=2", "6: .c=3", "9: .e=5"])
    #expect(
      file.mistakes == [
        SettingMistake(line: 2, reason: .saysNothing),
        SettingMistake(line: 3, reason: .openSection),
        SettingMistake(line: 5, reason: .tooLong),
        SettingMistake(line: 7, reason: .saysNothing),
        SettingMistake(line: 8, reason: .notText),
      ])
  }

  @Test func `an empty setting value is read as empty`() {
    #expect(drawing(parse("key =\n")) == ["1: .key="])
  }

  @Test func `random settings bytes are parsed with valid line numbers`() {
    var dice = Dice(state: 3)
    let signs = Array("[]=;#:\n\r\t ab\u{0}\u{FF}".utf8)

    for count in 0..<400 {
      let bytes = (0..<count).map { _ in signs[Int(dice.next() % UInt64(signs.count))] }
      let file = SettingsFile(parsing: bytes)
      let lines = bytes.count { $0 == 0x0A } + 1
      #expect(file.entries.allSatisfy { 1...lines ~= $0.line && !$0.key.isEmpty })
      #expect(Set(file.mistakes.map(\.line)).count == file.mistakes.count)
    }
  }

  @Test func `a missing settings file is read as empty`() throws {
    let directory = ScratchFolder()

    let file = try SettingsFile.readSettingsFile(path: directory["config.ini"])

    #expect(file.entries.isEmpty && file.mistakes.isEmpty)
  }

  @Test func `a settings file is read, and one that is too large is refused`() throws {
    let directory = ScratchFolder()
    let path = directory["config.ini"]
    directory.write(Array("a=1".utf8), to: "config.ini")
    #expect(drawing(try SettingsFile.readSettingsFile(path: path)) == ["1: .a=1"])

    directory.write([UInt8](repeating: 0x0A, count: 2 << 20), to: "config.ini")

    #expect(throws: StoreError.failed(step: "reading \(path)", reason: "it is too large")) {
      try SettingsFile.readSettingsFile(path: path)
    }
  }
}
