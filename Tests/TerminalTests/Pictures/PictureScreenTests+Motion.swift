import Terminal
import TerminalRig
import Testing

/// What moves, with the other tests of the screen.
extension NcursesScreenTests {
  private static let cells = CellSize(rows: 2, columns: 4)

  /// A still picture, and three more that follow each other quickly.
  private func scene() throws -> (still: Picture, animation: Animation) {
    let pictures = try (0..<4).map { try #require(noise(seed: $0, rows: 2, columns: 4)) }
    let frames = pictures.dropFirst().map { Animation.AnimationFrame($0, for: .milliseconds(30)) }
    return (pictures[0], try #require(Animation(frames)))
  }

  private func canvas(_ picture: Picture, _ animation: Animation?, on stage: PictureFixture)
    -> Canvas
  {
    var canvas = Canvas(size: stage.painted.screen.size)
    for row in 0..<canvas.size.rows {
      canvas.writeLine(Line("words that stay"), at: CellPosition(row: row, column: 0))
    }
    canvas.placePicture(picture, at: CellPosition(row: 3, column: 20), moving: animation)
    return canvas
  }

  /// What each of the pictures looks like where it stands still.
  private func sights(
    of scene: (still: Picture, animation: Animation), _ method: PictureProtocol
  ) async throws -> [PictureFixture.KnownPerson] {
    var sights: [PictureFixture.KnownPerson] = []
    for picture in [scene.still] + scene.animation.frames.map(\.picture) {
      let stage = try PictureFixture(method)
      await stage.show(canvas(picture, nil, on: stage))
      sights.append(stage.sight)
      stage.painted.screen.closeScreen()
    }
    return sights
  }

  @Test(arguments: [PictureProtocol.kitty, .symbols])
  func `a picture plays its frames, and shows the still picture when stopped`(
    method: PictureProtocol
  )
    async throws
  {
    let scene = try scene()
    let sights = try await sights(of: scene, method)
    let stage = try PictureFixture(method)

    // It never comes to rest.
    stage.painted.screen.showCanvas(canvas(scene.still, scene.animation, on: stage))
    var seen: Set<Int> = []
    for _ in 0..<20_000 where seen.count < 3 {
      await stage.takeTurn()
      if let number = sights.firstIndex(of: stage.sight), number > 0 { seen.insert(number) }
      stage.painted.screen.showNextAnimationFrames()
    }
    await stage.show(canvas(scene.still, nil, on: stage))

    #expect(seen == [1, 2, 3])
    #expect(stage.sight.difference(from: sights[0]) == nil)
    #expect(stage.painted.screen.nextAnimation == nil)
    #expect(stage.shown.complaints == [])
    #expect(stage.shown.kitty.complaints == [])
  }

  @Test func `placeholders refer to the image of each frame in turn`() async throws {
    let scene = try scene()
    let stage = try PictureFixture(.kittyPlaceholders)

    stage.painted.screen.showCanvas(canvas(scene.still, scene.animation, on: stage))
    var seen: Set<[UInt8]> = []
    for _ in 0..<20_000 where seen.count < 4 {
      await stage.takeTurn()
      stage.painted.screen.showNextAnimationFrames()
      if case .rgb(let red, let green, let blue) = stage.shown.text.cell(row: 3, column: 20)
        .foreground
      {
        let number = Int(red) << 16 | Int(green) << 8 | Int(blue)
        if let shown = stage.shown.kitty.placeholder(number) { seen.insert(shown.image.pixels) }
      }
    }

    let pictures = [scene.still] + scene.animation.frames.map(\.picture)
    #expect(seen == Set(pictures.map(\.image.pixels)))
    #expect(stage.shown.kitty.complaints == [])
  }

  @Test(arguments: [PictureProtocol.sixel, .symbols])
  func `an animation frame redraws only the cells of its picture`(method: PictureProtocol)
    async throws
  {
    let scene = try scene()
    let stage = try PictureFixture(method)
    await stage.show(canvas(scene.still, nil, on: stage))
    stage.painted.screen.showCanvas(canvas(scene.still, scene.animation, on: stage))

    var frames = 0
    for _ in 0..<20_000 where frames < 20 {
      let bytes = await stage.takeTurn()
      #expect(!String(decoding: bytes, as: UTF8.self).contains("words"))
      if !bytes.isEmpty { frames += 1 }
      stage.painted.screen.showNextAnimationFrames()
    }
    #expect(frames == 20)
  }

  @Test(arguments: [PictureProtocol.sixel, .iterm])
  func `an animation frame redraws only the rows that differ`(method: PictureProtocol) async throws
  {
    let still = try #require(noise(seed: 1, rows: 4, columns: 2))
    var pixels = still.image.pixels
    for index in pixels.indices.suffix(3 * 10) { pixels[index] ^= 0xff }
    let other = try #require(PixelImage(size: still.image.size, pixels: pixels))
    let frames = [still.image, other].map {
      Animation.AnimationFrame(Picture($0, cells: still.cells), for: .milliseconds(30))
    }
    let stage = try PictureFixture(method)
    await stage.show(canvas(still, nil, on: stage))
    let sight = stage.sight
    stage.painted.screen.showCanvas(canvas(still, Animation(frames), on: stage))

    var rows: Set<Int> = []
    var count = 0
    for _ in 0..<20_000 where count < 6 {
      let text = String(decoding: await stage.takeTurn(), as: UTF8.self)
      for row in 1...12 where text.contains("\u{1b}[\(row);21H") { rows.insert(row) }
      if !text.isEmpty { count += 1 }
      stage.painted.screen.showNextAnimationFrames()
    }

    // The picture begins in the fourth row, and only the end of it moves.
    #expect(rows == [7])
    await stage.show(canvas(still, nil, on: stage))
    #expect(stage.sight.difference(from: sight) == nil)
  }

  @Test func `a covered picture is not animated`() async throws {
    let scene = try scene()
    let stage = try PictureFixture(.symbols)
    var covered = canvas(scene.still, scene.animation, on: stage)
    covered.fillRect(CellRect(row: 3, column: 20, rows: 2, columns: 4))

    await stage.show(covered)

    #expect(stage.painted.screen.nextAnimation == nil)
  }

  @Test(arguments: [PictureProtocol.kitty, .kittyPlaceholders])
  func `kitty gets all frames once and plays them itself`(method: PictureProtocol) async throws {
    let scene = try scene()
    let stage = try PictureFixture(method)
    stage.painted.screen.handleTerminalReply(.version("kitty(0.35.2)"))

    await stage.show(canvas(scene.still, scene.animation, on: stage))
    let playing = try #require(stage.shown.kitty.played.first)
    let frames = stage.shown.kitty.frameCount(of: playing)
    let sent = stage.byteCount
    await stage.show(canvas(scene.still, nil, on: stage))
    let stopped = stage.shown.kitty.played.isEmpty
    await stage.show(canvas(scene.still, scene.animation, on: stage))

    #expect(frames == 3)
    #expect(stage.painted.screen.nextAnimation == nil)
    #expect(stopped)
    #expect(stage.shown.kitty.played == [playing])
    // To stop and to go on takes no frame again.
    #expect(stage.byteCount - sent < 1_200)
    #expect(stage.shown.kitty.complaints == [])
  }

  @Test func `a terminal handed back has no images and no animation`() async throws {
    let scene = try scene()
    let stage = try PictureFixture(.kitty)
    stage.painted.screen.handleTerminalReply(.version("kitty(0.35.2)"))
    await stage.show(canvas(scene.still, scene.animation, on: stage))

    stage.painted.screen.handOverTerminal()
    stage.shown.feed(stage.painted.receive())

    #expect(stage.shown.kitty.imageCount == 0)
    #expect(stage.painted.screen.nextAnimation == nil)
  }
}
