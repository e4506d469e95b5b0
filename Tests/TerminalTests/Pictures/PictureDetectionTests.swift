import Glibc
import Terminal
import Testing

@Suite struct PictureDetectionTests {
  private static let kitty = TerminalReply.graphics("i=31;OK")
  private static let plain = TerminalReply.attributes([62, 22])
  private static let sixel = TerminalReply.attributes([63, 1, 2, 4, 22])
  private static let cell = TerminalReply.cellPixels(PixelSize(width: 9, height: 18))

  @Test(arguments: [
    (
      ["TERM": "xterm-256color"], [], PictureProtocol.symbols,
      PictureDetection.PictureProtocolReason.unanswered
    ),
    (["TERM": "xterm-256color"], [plain], .symbols, .nothingBetter),
    (["TERM": "xterm-256color"], [cell, sixel], .sixel, .answered),
    (["TERM": "xterm-256color"], [sixel], .symbols, .unknownCellSize),
    (["TERM": "xterm-kitty"], [], .kitty, .environment),
    (["TERM": "xterm-kitty"], [plain], .symbols, .nothingBetter),
    (["TERM": "xterm-kitty"], [kitty, .version("kitty(0.26.5)"), plain], .kitty, .answered),
    (["TERM": "xterm"], [kitty, .version("kitty(0.28.0)"), plain], .kittyPlaceholders, .answered),
    (["TERM": "xterm"], [kitty, .version("kitty(1.0)"), plain], .kittyPlaceholders, .answered),
    (["TERM": "xterm"], [kitty, .version("ghostty 1.1"), plain], .kittyPlaceholders, .answered),
    (["TERM": "xterm"], [kitty, .version("WezTerm 20240203"), cell, sixel], .kitty, .answered),
    (["TERM": "xterm", "TERM_PROGRAM": "iTerm.app"], [plain], .iterm, .environment),
    (["TERM": "linux"], [], .symbols, .oldTerminal),
    (["TERM": "tmux-256color", "TMUX": "x"], [plain], .symbols, .nothingBetter),
    (["TERM": "tmux-256color", "TMUX": "x"], [plain, kitty], .kittyPlaceholders, .answered),
    (
      ["TERM": "tmux", "TMUX": "x", "WEZTERM_PANE": "0"], [plain, kitty], .symbols, .nothingBetter
    ),
    (["TERM": "tmux", "TMUX": "x", "KITTY_WINDOW_ID": "1"], [], .symbols, .unanswered),
    (["TERM": "tmux", "TMUX": "x"], [cell, sixel], .sixel, .answered),
    (["TERM": "screen", "STY": "x", "KITTY_WINDOW_ID": "1"], [], .symbols, .unanswered),
  ])
  func `the best picture protocol confirmed by environment and replies is used`(
    environment: [String: String], replies: [TerminalReply], method: PictureProtocol,
    reason: PictureDetection.PictureProtocolReason
  ) {
    var detection = detection(environment)

    for reply in replies {
      detection.recordTerminalReply(reply, size: CellSize(rows: 24, columns: 80))
    }

    #expect(detection.ability.method == method)
    #expect(detection.reason == reason)
  }

  @Test func `without a terminal no query is sent, and pictures are symbols`() throws {
    let descriptor = open("/dev/null", O_RDWR | O_CLOEXEC)
    defer { close(descriptor) }
    let options = TerminalOptions(environment: ["TERM": "xterm"], encoding: .utf8)

    let interview = TerminalQueryResult(input: descriptor, output: descriptor, options: options)

    #expect(!interview.pictures.isReachable)
    #expect(interview.pictures.reason == .unasked)
    #expect(interview.pictures.ability.method == .symbols)
    #expect(interview.drawsEmojiWhole == nil)
  }

  @Test func `a graphics reply for another image is ignored`() {
    var detection = detection(["TERM": "xterm"])

    for text in ["i=32;OK", "i=31;EINVAL:no", "", "i=31"] {
      detection.recordTerminalReply(
        .graphics(SafeText(sanitizing: text)), size: CellSize(rows: 24, columns: 80))
    }

    #expect(detection.ability.method == .symbols)
  }

  @Test(arguments: PictureProtocol.allCases)
  func `a configured picture protocol is used whatever the terminal replies`(
    configured: PictureProtocol
  ) {
    var detection = detection(["TERM": "xterm-kitty"]) { $0.pictures = configured }

    detection.recordTerminalReply(Self.sixel, size: CellSize(rows: 24, columns: 80))

    #expect(detection.ability.method == configured)
    #expect(detection.reason == .configured)
  }

  @Test func `without Unicode there are no pictures and no queries`() {
    let options = TerminalOptions(environment: ["TERM": "xterm"], encoding: .ascii)

    let detection = PictureDetection(options: options, cell: nil)

    #expect(detection.ability.method == .none)
    #expect(detection.queries == "")
  }

  @Test func `an old terminal gets no picture queries`() {
    #expect(detection(["TERM": "linux"]).queries == "")
  }

  @Test(arguments: [
    ["TERM": "screen-256color", "STY": "1.pts"],
    ["TERM_PROGRAM": "Apple_Terminal", "TERM": "xterm"],
  ])
  func `a terminal that would print the kitty query does not get it`(
    environment: [String: String]
  ) {
    #expect(!detection(environment).queries.contains("_G"))
    #expect(detection(environment).queries.hasSuffix("\u{1b}[c"))
  }

  @Test func `the query that every terminal answers is sent last`() {
    #expect(detection(["TERM": "xterm"]).queries.hasSuffix("\u{1b}[c"))
  }

  @Test func `in tmux the kitty query is passed through`() {
    let queries = detection(["TERM": "tmux", "TMUX": "x"]).queries

    #expect(queries.hasPrefix("\u{1b}Ptmux;\u{1b}\u{1b}_Gi=31,"))
    #expect(queries.contains(";AAAA\u{1b}\u{1b}\\\u{1b}\\"))
  }

  @Test func `in tmux the query asks for placeholders, outside it does not`() {
    let inside = detection(["TERM": "tmux", "TMUX": "x"]).queries
    let externalActions = detection(["TERM": "xterm-kitty"]).queries

    #expect(inside.contains("a=q,t=d,f=24,U=1;"))
    #expect(externalActions.contains("a=q,t=d,f=24;"))
  }

  @Test func `the cell size comes from the system, or the terminal's reply, or is 10 by 20`() {
    let reported = PixelSize(width: 7, height: 15)
    let options = TerminalOptions(environment: ["TERM": "xterm"], encoding: .utf8)
    var asked = PictureDetection(options: options, cell: nil)
    var known = PictureDetection(options: options, cell: reported)

    let assumed = asked.cell
    asked.recordTerminalReply(Self.cell, size: CellSize(rows: 24, columns: 80))
    known.recordTerminalReply(Self.cell, size: CellSize(rows: 24, columns: 80))

    #expect(assumed == PixelSize(width: 10, height: 20))
    #expect(asked.cell == PixelSize(width: 9, height: 18))
    #expect(known.cell == reported)
  }

  @Test func `a resized window's margins do not change the cell size, another font does`() {
    let options = TerminalOptions(environment: ["TERM": "mlterm"], encoding: .utf8)
    var detection = PictureDetection(options: options, cell: PixelSize(width: 10, height: 22))

    detection.setReportedCellSize(PixelSize(width: 10, height: 23))
    #expect(detection.cell == PixelSize(width: 10, height: 22))
    detection.setReportedCellSize(PixelSize(width: 12, height: 26))
    #expect(detection.cell == PixelSize(width: 12, height: 26))
    detection.setReportedCellSize(PixelSize(width: 11, height: 25))
    #expect(detection.cell == PixelSize(width: 11, height: 25))
  }

  @Test func `the cell size is derived from the window's pixel size, unless implausible`() {
    var detection = detection(["TERM": "xterm"])
    let size = CellSize(rows: 24, columns: 80)

    detection.recordTerminalReply(
      .windowPixels(PixelSize(width: 16_000_000, height: 1)), size: size)
    let absurd = detection.isCellSizeKnown
    detection.recordTerminalReply(.windowPixels(PixelSize(width: 640, height: 408)), size: size)

    #expect(!absurd)
    #expect(detection.cell == PixelSize(width: 8, height: 17))
  }

  @Test(arguments: [
    (["TERM": "xterm-256color"], [48, 2, 1, 2, 3], true),
    (["TERM": "xterm"], [0, 48, 2, 1, 2, 3], true),
    (["TERM": "xterm-256color"], [48, 5, 16], false),
    (["TERM": "xterm-256color"], [], false),
    (["TERM": "xterm-256color", "COLORTERM": "truecolor"], [48, 2, 1, 2, 3], false),
  ])
  func
    `a terminal that shows a colour it was reported has all of them, besides what is known of it`(
      environment: [String: String], rendition: [Int], isNews: Bool
    )
  {
    var detection = detection(environment)

    detection.recordTerminalReply(.rendition(rendition), size: CellSize(rows: 24, columns: 80))
    let early = detection.ability.showsAllColours
    detection.recordTerminalReply(Self.plain, size: CellSize(rows: 24, columns: 80))

    #expect(!early)
    #expect(detection.ability.showsAllColours == isNews)
  }

  @Test func `full colours are not queried if colours are configured or known`() {
    var configured = detection(["TERM": "xterm"]) { $0.colours = .ansi16 }
    let known = detection(["TERM": "xterm", "COLORTERM": "24bit"])

    configured.recordTerminalReply(
      .rendition([48, 2, 1, 2, 3]), size: CellSize(rows: 24, columns: 80))
    configured.recordTerminalReply(Self.plain, size: CellSize(rows: 24, columns: 80))

    #expect(!configured.queries.contains("$q"))
    #expect(!known.queries.contains("$q"))
    #expect(detection(["TERM": "xterm"]).queries.contains(TerminalQuerySequences.trueColour))
    #expect(!configured.ability.showsAllColours)
  }

  private func detection(
    _ environment: [String: String], _ wishes: (inout TerminalOptions) -> Void = { _ in }
  ) -> PictureDetection {
    var options = TerminalOptions(environment: environment, encoding: .utf8)
    wishes(&options)
    return PictureDetection(options: options, cell: nil)
  }
}
