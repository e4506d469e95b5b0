import Glibc
import Terminal
import TerminalRig
import Testing

/// Emoji sequences, which some terminals draw in two columns and others in four or six.
extension NcursesScreenTests {
  private static let family = "👩‍💻"
  private static let thumb = "👍🏽"

  private func sequences() -> Canvas {
    var canvas = canvas(6, 40)
    canvas.writeLine(Line("above"), at: CellPosition(row: 1, column: 0))
    canvas.writeLine(
      Line(SafeText(sanitizing: "\(Self.family) at \(Self.thumb) work")),
      at: CellPosition(row: 3, column: 0))
    return canvas
  }

  private func answer(_ painted: PaintedTerminal, _ columns: [Int]) -> String {
    for column in columns {
      painted.screen.handleTerminalReply(.cursor(CellPosition(row: 1, column: column)))
    }
    return String(decoding: painted.receive(), as: UTF8.self)
  }

  @Test func `the query for emoji width leaves nothing on the screen`() throws {
    let painted = try PaintedTerminal(rows: 6, columns: 40)
    painted.screen.queryUTF8OrEmojiSupport()

    let asked = String(decoding: painted.show(sequences()), as: UTF8.self)

    #expect(asked.split(separator: "\u{1b}[6n").count == 3)
    #expect(painted.seen.text(ofRow: 1) == "above")
    #expect(painted.difference(from: sequences()) == nil)
    #expect(painted.audit.findings.isEmpty)
  }

  @Test func `emoji sequences are drawn whole if the terminal draws them in two columns`() throws {
    let painted = try PaintedTerminal(rows: 6, columns: 40)
    var reported: [Bool] = []
    painted.screen.onEvent = { if case .sequences(let areWhole) = $0 { reported.append(areWhole) } }
    painted.screen.queryUTF8OrEmojiSupport()
    let inProgress = String(decoding: painted.show(sequences()), as: UTF8.self)
    let before = inProgress.split(separator: "\u{1b}[6n").last ?? ""

    let after = answer(painted, [2, 2])

    #expect(!before.contains(Self.family))
    #expect(after.contains(Self.family))
    #expect(after.contains(Self.thumb))
    #expect(reported == [true])
  }

  @Test(arguments: [[4, 4], [2, 4], [4, 2]])
  func `emoji sequences are drawn in part if the terminal draws one wider`(columns: [Int]) throws {
    let painted = try PaintedTerminal(rows: 6, columns: 40)
    var reported: [Bool] = []
    painted.screen.onEvent = { if case .sequences(let areWhole) = $0 { reported.append(areWhole) } }
    painted.screen.queryUTF8OrEmojiSupport()
    painted.show(sequences())

    #expect(answer(painted, columns) == "")
    #expect(reported == [false])
  }

  @Test
  func
    `the remembered emoji width applies from the first frame until the terminal reports another`()
    throws
  {
    let painted = try PaintedTerminal(rows: 6, columns: 40) { $0.drawsEmojiWhole = true }

    painted.screen.queryUTF8OrEmojiSupport()
    let first = String(decoding: painted.show(sequences()), as: UTF8.self)
    let later = answer(painted, [4, 4])

    #expect(first.split(separator: "\u{1b}[6n").last?.contains(Self.family) == true)
    #expect(later.contains("👩"))
    #expect(!later.contains(Self.family))
  }

  @Test func `an unrequested reply about emoji width changes nothing`() throws {
    let painted = try PaintedTerminal(rows: 6, columns: 40)
    painted.show(sequences())

    #expect(answer(painted, [2, 2]) == "")
  }

  @Test(arguments: [(1, true), (2, false)])
  func `without a locale the cursor position after a letter shows whether the terminal reads UTF-8`(
    column: Int, reads: Bool
  ) throws {
    let painted = try PaintedTerminal(rows: 6, columns: 40, encoding: .ascii)
    var reported: [Bool] = []
    painted.screen.onEvent = { if case .encoding(let isUTF8) = $0 { reported.append(isUTF8) } }
    painted.screen.queryUTF8OrEmojiSupport()
    let asked = String(decoding: painted.show(sequences()), as: UTF8.self)

    #expect(asked.split(separator: "\u{1b}[6n").count == 2)
    #expect(painted.seen.text(ofRow: 1) == "above")
    #expect(answer(painted, [column]) == "")
    #expect(reported == [reads])
    // The next answer was not asked for.
    _ = answer(painted, [1])
    #expect(reported == [reads])
  }

  @Test
  func `after a change to UTF-8 the next frame has all characters, and queries emoji and pictures`()
    throws
  {
    let painted = try PaintedTerminal(rows: 6, columns: 40, encoding: .ascii)
    var canvas = canvas(6, 40)
    canvas.writeLine(Line("日本 é ♥"), at: CellPosition(row: 3, column: 0))
    painted.show(canvas)
    #expect(painted.seen.text(ofRow: 3) == "???? e L")

    setlocale(LC_CTYPE, "C.UTF-8")
    painted.screen.setEncoding(.utf8)
    painted.screen.queryUTF8OrEmojiSupport()
    let bytes = String(decoding: painted.show(canvas), as: UTF8.self)

    #expect(painted.seen.text(ofRow: 3) == "日本 é ♥")
    #expect(painted.difference(from: canvas) == nil)
    #expect(bytes.split(separator: "\u{1b}[6n").count == 3)
    #expect(painted.screen.pictureDetection.queries.contains(TerminalQuerySequences.attributes))
    #expect(painted.audit.findings.isEmpty)
  }

  @Test(arguments: [["LC_ALL": "C"], ["LANG": "de_DE.ISO-8859-1"], ["LC_CTYPE": "POSIX"]])
  func `a terminal with a chosen non-UTF-8 locale is not queried for its encoding`(
    environment: [String: String]
  ) {
    let environment = environment.merging(["TERM": "xterm"]) { $1 }

    #expect(!TerminalOptions(environment: environment, encoding: .ascii).asksForEncoding)
    #expect(
      TerminalOptions(environment: ["TERM": "xterm"], encoding: .ascii).asksForEncoding)
    #expect(
      TerminalOptions(environment: ["TERM": "xterm", "LANG": "C"], encoding: .ascii)
        .asksForEncoding)
  }

  @Test func `the locale remedy names the deciding variable and an installed locale`() throws {
    let name = try #require(CharacterLocaleFromEnvironment.installedUTF8)
    func remedy(_ environment: [String: String]) -> String {
      CharacterLocaleFromEnvironment(environment: environment).remedy
    }

    #expect(remedy([:]) == "LANG=\(name)")
    #expect(remedy(["LC_ALL": "", "LANG": "C"]) == "LANG=\(name)")
    #expect(remedy(["LC_ALL": "C", "LANG": "en_GB.UTF-8"]) == "LC_ALL=\(name)")
    #expect(setlocale(LC_CTYPE, name) != nil)
  }

  @Test func `in tmux the emoji width is not queried`() throws {
    let painted = try PaintedTerminal(rows: 6, columns: 40, isInTmux: true)
    painted.screen.queryUTF8OrEmojiSupport()

    let first = String(decoding: painted.show(sequences()), as: UTF8.self)

    #expect(!first.contains("\u{1b}[6n"))
  }

  @Test(arguments: [("linux", 6, 40), ("xterm-256color", 1, 40), ("xterm-256color", 6, 9)])
  func `old and tiny terminals are not queried for the emoji width`(
    term: String, rows: Int, columns: Int
  ) throws {
    let painted = try PaintedTerminal(rows: rows, columns: columns, term: term)
    painted.screen.queryUTF8OrEmojiSupport()

    let first = String(decoding: painted.show(canvas(rows, columns)), as: UTF8.self)

    #expect(!first.contains("\u{1b}[6n"))
  }
}
