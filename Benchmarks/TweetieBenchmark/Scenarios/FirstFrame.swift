internal import TerminalRig

/// How long a program takes from its start to its first full frame.
struct FirstFrame {
  let time: Nanoseconds
  let picture: Picture

  /// Starts the program and watches it until the screen is as wished, and a little longer.
  ///
  /// The frame is full with the chunk after which everything but the top line stays as it is.
  init(
    of command: Command, size: WindowSize, home: TemporaryHome,
    isReady: (VirtualScreen) -> Bool
  ) throws {
    let driver = try Driver(command, size: size, home: home)
    defer { driver.end() }
    var chunks = driver.read(until: isReady)
    guard !chunks.isEmpty else {
      throw BenchmarkError("no first frame; the screen is\n\(driver.screen.text)")
    }
    chunks += driver.read(until: monotonicNow() + 100_000_000)

    let replay = VirtualScreen(size: size)
    let pictures = chunks.map { chunk in
      replay.feed(chunk.bytes)
      return Picture(of: replay)
    }
    let final = pictures[pictures.count - 1]
    let index = pictures.firstIndex { $0.body == final.body } ?? pictures.count - 1
    time = chunks[index].readAt - driver.spawnedAt
    picture = final
  }
}
