import TerminalRig
import Testing

struct RigAuditTests {
  private func audit(_ text: String) -> SequenceAudit {
    audit(bytes: Array(text.utf8))
  }

  private func audit(bytes: [UInt8]) -> SequenceAudit {
    var audit = SequenceAudit(size: .standard)
    for byte in bytes { audit.feed([byte]) }
    return audit
  }

  @Test(arguments: [
    "plain text, 日本, 👩‍👩‍👧", "\u{1B}[1;24r\u{1B}[3;7H\u{1B}[38;2;1;2;3;1mx\u{1B}[0m",
    "\u{1B}[?1049h\u{1B}[22;0;0t\u{1B}[?1049l\u{1B}[23;0;0t", "\u{1B}(0qq\u{1B}(B\r\n\u{8}",
    "\u{1B}]8;;https://example.org/a%20b\u{1B}\\link\u{1B}]8;;\u{1B}\\",
    "\u{1B}]52;c;aGVsbG8=\u{7}", "\u{1B}[c\u{1B}[?2026$p\u{1B}[>q\u{1B}]11;?\u{1B}\\",
    "\u{1B}_Ga=p,i=1,q=2;AAAA\u{1B}\\\u{1B}P0;1q\"1;1;2;2#0;2;0;0;0!2~-\u{1B}\\",
    "\u{1B}]1337;File=inline=1;width=2:AAAA\u{1B}\\\u{1B}[14t\u{1B}[16t\u{1B}[5n",
    "a\u{1B}[79b\u{1B}M\u{1B}[2L\u{1B}[3M\u{1B}[4@\u{1B}[5P\u{1B}[6X\u{1B}[K\u{1B}[J",
  ])
  func `the audit allows the sequences of a full-screen program`(text: String) {
    #expect(audit(text).findings == [])
    #expect(audit(text).leftovers == [])
  }

  @Test(arguments: [
    "\u{1B}]0;title\u{7}", "\u{1B}]4;1;#fff\u{1B}\\", "\u{1B}[15n", "\u{1B}[21t", "\u{1B}c",
    "\u{1B}P+q544e\u{1B}\\", "\u{1B}_Xi=1;AAAA\u{1B}\\", "\u{1B}[?1337h", "\u{1B}[!p", "\u{9B}2J",
    "\u{1B}]8;;https://example.org/\u{E9}\u{1B}\\", "\u{1B}]52;c;not base64!\u{1B}\\", "\u{7}",
    "\u{1B}_Gi=1;no base64\u{1B}\\", "\u{1B}_Gi=/etc/passwd\u{1B}\\", "\u{1B}Pq\u{7}\u{1B}\\",
    "\u{1B}]1337;SetMark\u{1B}\\", "\u{1B}]1337;File=inline=1;name=/x:AAAA\u{1B}\\",
    "\u{1B}]52;c;?\u{1B}\\", "\u{1B}[12\u{1B}[H", "\u{1B}[1?2h", "\u{1B}[8m\u{1B}[5;\u{9}H",
  ])
  func `the audit reports any other sequence`(text: String) {
    #expect(audit(text).findings.count >= 1)
  }

  @Test(arguments: [[0x9B, 0x41], [0xC3, 0x28], [0xED, 0xA0, 0x80], [0xF5], [0xC0, 0x80]])
  func `the audit reports invalid UTF-8`(bytes: [UInt8]) {
    #expect(audit(bytes: bytes).findings.count >= 1)
  }

  @Test(arguments: [
    ("\u{1B}[?1049h", "mode 1049 on"), ("\u{1B}[?25l", "mode 25 off"),
    ("\u{1B}[?1000;1006h\u{1B}[?1000l", "mode 1006 on"), ("\u{1B}=", "the application keypad"),
    ("\u{1B}[1m\u{1B}[39;49m", "a style"), ("\u{1B}(0", "the line-drawing character set"),
    ("\u{1B}[2;23r", "a scroll region"), ("\u{1B}]8;;https://example.org\u{7}", "an open link"),
    ("\u{1B}[4h", "insert mode"), ("\u{1B}[22;0;0t", "a kept title"),
    ("\u{1B}[12", "an unfinished sequence"),
  ])
  func `the audit reports modes that are still on`(text: String, leftover: String) {
    #expect(audit(text).leftovers == [leftover])
  }

  @Test func `the audit allows a cancelled sequence`() {
    #expect(audit("\u{1B}[12\u{18}x").findings == [])
  }
}
