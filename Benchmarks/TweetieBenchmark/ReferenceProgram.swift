internal import Glibc
internal import TerminalRig

/// The reference program, in C: it shows copies of Tweetie's screens, and is compiled and measured
/// in the same run.
struct ReferenceProgram {
  /// The key that makes the reference program show the next screen.
  static let next = Array("n".utf8)
  /// The key that makes the reference program repaint the screen.
  static let repaint: [UInt8] = [0x0C]

  private let home: TemporaryHome
  private var executable: String { home.path + "/reference" }

  /// Compiles the reference program.
  init(source: String) throws {
    home = try TemporaryHome()
    let compiler = Command(
      executable: "/usr/bin/cc",
      arguments: [
        "-O2", "-Wall", "-o", home.path + "/reference", source, "-lncursesw", "-ltinfo",
      ])
    let result = try TerminalDriver(compiler, size: .standard, home: home).waitForEnd()
    guard result.status == .exited(0) else {
      throw BenchmarkError("the reference program does not compile:\n\(result.output.text)")
    }
  }

  /// Starts the reference program with screens, and waits for the first one.
  func start(showing pictures: [ScreenSnapshot], size: WindowSize) throws -> TerminalDriver {
    let driver = try TerminalDriver(command(showing: pictures), size: size, home: home)
    driver.draw(driver.read(untilQuietFor: 50, first: 2000))
    return driver
  }

  /// Writes screens to a file, and returns the command by which the reference program shows them.
  func command(showing pictures: [ScreenSnapshot]) throws -> Command {
    let path = home.path + "/screens"
    let file = fopen(path, "w")
    guard let file else { throw BenchmarkError("cannot write \(path)") }
    fputs(ScreensFile.text(of: pictures), file)
    fclose(file)
    return Command(executable: executable, arguments: [path])
  }

  /// Returns the time from a program's start to its first screen; nil without output.
  func start(of command: Command, size: WindowSize) throws -> Nanoseconds? {
    let driver = try TerminalDriver(command, size: size, home: home)
    let chunks = driver.read(untilQuietFor: 50, first: 2000)
    driver.end()
    return chunks.last.map { $0.readAt - driver.spawnedAt }
  }

  /// Steps through screens in the reference program, from the first, and returns the answers to the
  /// keys.
  func walk(through pictures: [ScreenSnapshot], size: WindowSize) throws -> AnsweredKeys {
    let driver = try start(showing: pictures, size: size)
    defer { driver.end() }
    return AnsweredKeys(of: driver, pressing: pictures.dropFirst().map { _ in Self.next })
  }
}

extension [Chunk] {
  /// The recorded output as text.
  var text: String { String(decoding: flatMap(\.bytes), as: UTF8.self) }
}

/// A writer of screens to the file that the reference program reads.
enum ScreensFile {
  static func text(of pictures: [ScreenSnapshot]) -> String {
    guard let first = pictures.first else { return "0 0 0\n" }
    let header = "\(first.rows.count) \(first.rows.first?.count ?? 0) \(pictures.count)\n"
    return pictures.reduce(into: header) { text, picture in
      for row in picture.rows { append(row, to: &text) }
    }
  }

  private static func append(_ row: [ScreenCell], to text: inout String) {
    var runs: [(attributes: RunAttributes, text: String)] = []
    // Blanks at the end of a row are not written, as in any program.
    let end = row.lastIndex { $0.text != " " || !RunAttributes($0).isPlain } ?? -1
    for cell in row.prefix(end + 1) {
      let attributes = RunAttributes(cell)
      // The right half of a wide character belongs to the left half.
      if !runs.isEmpty, runs.last?.attributes == attributes || cell.text.isEmpty {
        runs[runs.count - 1].text += cell.text
      } else {
        runs.append((attributes, cell.text))
      }
    }
    text += "\(runs.count)\n"
    for run in runs { text += "\(run.attributes.text) \(run.text)\n" }
  }
}

/// The attributes of a run of cells, in the file format of the reference program.
private struct RunAttributes: Equatable {
  let foreground: Int
  let background: Int
  let attributes: Int

  init(_ cell: ScreenCell) {
    foreground = cell.foregroundIndex.map(Int.init) ?? -1
    background = cell.backgroundIndex.map(Int.init) ?? -1
    attributes =
      (cell.isBold ? 1 : 0) | (cell.isUnderlined ? 2 : 0) | (cell.isItalic ? 4 : 0)
      | (cell.isReversed ? 8 : 0)
  }

  var isPlain: Bool { background == -1 && attributes & 0b1010 == 0 }
  var text: String { "\(foreground) \(background) \(attributes)" }
}
