internal import Glibc
internal import TerminalRig

/// The C program that shows the screens Tweetie showed: compiled here, measured in the same run.
struct ReferenceProgram {
  /// The key that shows its next screen.
  static let next = Array("n".utf8)
  /// The key that paints everything anew.
  static let repaint: [UInt8] = [0x0C]

  private let home: TemporaryHome
  private var executable: String { home.path + "/reference" }

  /// Compiles it.
  init(source: String) throws {
    home = try TemporaryHome()
    let compiler = Command(
      executable: "/usr/bin/cc",
      arguments: [
        "-O2", "-Wall", "-o", home.path + "/reference", source, "-lncursesw", "-ltinfo",
      ])
    let result = try Driver(compiler, size: .standard, home: home).waitForEnd()
    guard result.status == .exited(0) else {
      throw BenchmarkError("the reference program does not compile:\n\(result.output.text)")
    }
  }

  /// Starts it with these screens and waits for the first.
  func start(showing pictures: [Picture], size: WindowSize) throws -> Driver {
    let driver = try Driver(command(showing: pictures), size: size, home: home)
    driver.draw(driver.read(untilQuietFor: 50, first: 2000))
    return driver
  }

  /// The command that shows these screens.
  func command(showing pictures: [Picture]) throws -> Command {
    let path = home.path + "/screens"
    let file = fopen(path, "w")
    guard let file else { throw BenchmarkError("cannot write \(path)") }
    fputs(ScreensFile.text(of: pictures), file)
    fclose(file)
    return Command(executable: executable, arguments: [path])
  }

  /// How long it takes to show its first screen.
  func start(of command: Command, size: WindowSize) throws -> Nanoseconds? {
    let driver = try Driver(command, size: size, home: home)
    let chunks = driver.read(untilQuietFor: 50, first: 2000)
    driver.end()
    return chunks.last.map { $0.readAt - driver.spawnedAt }
  }

  /// Walks through these screens, the first of which is shown before the walk.
  func walk(through pictures: [Picture], size: WindowSize) throws -> Walk {
    let driver = try start(showing: pictures, size: size)
    defer { driver.end() }
    return Walk(of: driver, pressing: pictures.dropFirst().map { _ in Self.next })
  }
}

extension [Chunk] {
  /// What was written, as text.
  var text: String { String(decoding: flatMap(\.bytes), as: UTF8.self) }
}
