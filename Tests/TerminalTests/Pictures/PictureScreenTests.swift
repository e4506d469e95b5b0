import Terminal
import TerminalRig
import Testing

/// With the other tests of the screen, since ncurses keeps its state in globals.
extension NcursesScreenTests {
  @Test(arguments: PictureProtocol.allCases)
  func `redrawing the screen changes nothing after random changes of pictures`(
    method: PictureProtocol
  )
    async throws
  {
    let stage = try PictureFixture(method)
    var scene = PictureScene(seed: 7)

    for step in 0..<40 {
      if step % 13 == 12 {
        let (rows, columns) = [(9, 31), (14, 40), (20, 50)][step / 13 % 3]
        stage.resize(rows: rows, columns: columns)
      }
      scene.change()
      await stage.show(scene.canvas(stage.painted.screen.size))
      if step % 4 == 3 {
        let before = stage.sight
        stage.painted.screen.markScreenForRepaint()
        await stage.show(scene.canvas(stage.painted.screen.size))
        let difference = stage.sight.difference(from: before)
        #expect(difference == nil, "\(method), step \(step)")
        if difference != nil { break }
      }
    }

    #expect(stage.painted.audit.findings.isEmpty)
    #expect(stage.shown.complaints == [])
    #expect(stage.shown.kitty.complaints == [])
  }

  @Test func `kitty gets an image once, and only its placement when it moves`() async throws {
    let stage = try PictureFixture(.kitty)
    let picture = try #require(noise(seed: 1, rows: 3, columns: 6))

    await stage.show(canvas(with: picture, row: 2, column: 4))
    let sent = stage.byteCount
    await stage.show(canvas(with: picture, row: 5, column: 9))

    let placement = try #require(stage.shown.kitty.visible.first)
    #expect(stage.shown.kitty.visible.count == 1)
    #expect(placement.image.pixels == picture.image.pixels)
    #expect(placement.source == [0, 0, 60, 60])
    #expect(placement.cells == [6, 3])
    #expect(placement.position == [5, 9])
    #expect(stage.byteCount - sent < 600)
  }

  @Test func `text over a picture splits its placement into parts`() async throws {
    let stage = try PictureFixture(.kitty)
    let picture = try #require(noise(seed: 1, rows: 3, columns: 6))
    var covered = canvas(with: picture, row: 2, column: 4)
    covered.fillRect(CellRect(row: 3, column: 6, rows: 1, columns: 2))

    await stage.show(covered)

    let places = Set(stage.shown.kitty.visible.map { [$0.position ?? [], $0.cells] })
    #expect(
      places == [
        [[2, 4], [6, 1]], [[3, 4], [2, 1]], [[3, 8], [2, 1]], [[4, 4], [6, 1]],
      ])
  }

  @Test func `kitty deletes a picture that is gone when another is shown`() async throws {
    let stage = try PictureFixture(.kitty)

    for seed in 0..<4 {
      let picture = try #require(noise(seed: seed, rows: 1, columns: 2))
      await stage.show(canvas(with: picture, row: 0, column: 0))
      await stage.show(Canvas(size: stage.painted.screen.size))
    }

    #expect(stage.shown.kitty.imageCount <= 2)
    #expect(stage.shown.kitty.visible.isEmpty)
  }

  @Test func `suspending deletes all images from the terminal`() async throws {
    let stage = try PictureFixture(.kitty)
    let picture = try #require(noise(seed: 3, rows: 1, columns: 2))
    await stage.show(canvas(with: picture, row: 0, column: 0))

    stage.painted.screen.handOverTerminal()
    stage.shown.feed(stage.painted.receive())

    #expect(stage.shown.kitty.imageCount == 0)
  }

  @Test func `an image that kitty lost is sent again`() async throws {
    let stage = try PictureFixture(.kitty)
    let picture = try #require(noise(seed: 3, rows: 2, columns: 2))
    await stage.show(canvas(with: picture, row: 0, column: 0))
    let sent = stage.byteCount

    let refusal = "i=\(try stage.firstImage());ENOENT:none"
    stage.painted.screen.handleTerminalReply(.graphics(SafeText(sanitizing: refusal)))
    await stage.finishUpload()

    #expect(stage.byteCount - sent > picture.image.pixels.count)
    #expect(stage.shown.kitty.visible.count == 1)
  }

  @Test func `an image that kitty refused three times is sent again when shown anew`()
    async throws
  {
    let stage = try PictureFixture(.kitty)
    let picture = try #require(noise(seed: 3, rows: 2, columns: 2))
    let seen = canvas(with: picture, row: 0, column: 0)
    await stage.show(seen)
    for _ in 0..<3 {
      let refusal = "i=\(try stage.firstImage());ENOENT:none"
      stage.painted.screen.handleTerminalReply(.graphics(SafeText(sanitizing: refusal)))
      await stage.finishUpload()
    }
    let sent = stage.byteCount

    await stage.show(seen)
    #expect(stage.byteCount - sent < picture.image.pixels.count)
    await stage.show(Canvas(size: seen.size))
    await stage.show(seen)

    #expect(stage.byteCount - sent > picture.image.pixels.count)
  }

  @Test func `an image that kitty lost is sent again once for all its placements`()
    async throws
  {
    let stage = try PictureFixture(.kitty)
    let picture = try #require(noise(seed: 3, rows: 2, columns: 2))
    var seen = Canvas(size: stage.painted.screen.size)
    let places = (0..<4).map { CellPosition(row: 3 * $0, column: 0) }
    for place in places {
      seen.placePicture(
        picture, at: place, within: CellRect(row: 0, column: 0, rows: 14, columns: 40))
    }
    await stage.show(seen)
    let sent = stage.byteCount

    // Each placement is answered by itself.
    let refusal = "i=\(try stage.firstImage());ENOENT:none"
    for _ in places {
      stage.painted.screen.handleTerminalReply(.graphics(SafeText(sanitizing: refusal)))
    }
    await stage.finishUpload()

    #expect(stage.byteCount - sent > picture.image.pixels.count)
    #expect(stage.shown.kitty.visible.count == places.count)
  }

  @Test func `a placeholder has the image, row and column of its cell`() async throws {
    let stage = try PictureFixture(.kittyPlaceholders)
    let picture = try #require(noise(seed: 1, rows: 3, columns: 6))

    await stage.show(canvas(with: picture, row: 2, column: 4))

    let cell = stage.shown.text.cell(row: 3, column: 6)
    let number = try #require(cell.foreground.number)
    let image = try #require(stage.shown.kitty.placeholder(number))
    // The second row and the third column, counted in marks.
    #expect(cell.text == "\u{10eeee}\u{30d}\u{30e}")
    #expect(image.image.pixels == picture.image.pixels)
    #expect(image.cells == [6, 3])
  }

  @Test func `pictures of symbols and placeholders scroll with the text`() async throws {
    for method in [PictureProtocol.symbols, .kittyPlaceholders] {
      let stage = try PictureFixture(method, rows: 24, columns: 80)
      let picture = try #require(noise(seed: 1, rows: 8, columns: 30))
      await stage.show(list(with: picture, from: 0))
      let whole = stage.byteCount

      await stage.show(list(with: picture, from: 1))

      #expect((stage.byteCount - whole) * 10 < whole * 4, "\(method)")
    }
  }

  @Test func `the first frame writes its text before picture data`() throws {
    for method in [PictureProtocol.kitty, .sixel, .iterm] {
      let painted = try PaintedTerminal { $0.pictures = method }
      let picture = try #require(noise(seed: 5, rows: 10, columns: 40))
      var canvas = Canvas(size: CellSize(rows: 24, columns: 80))
      canvas.writeLine(Line("text first"), at: CellPosition(row: 0, column: 0))
      canvas.placePicture(picture, at: CellPosition(row: 2, column: 2))

      painted.screen.showCanvas(canvas)
      let bytes = painted.receive()

      // The text, and what may be on the line without making a key wait.
      #expect(String(decoding: bytes, as: UTF8.self).contains("text first"), "\(method)")
      #expect(bytes.count < 4096, "\(method)")
    }
  }

  @Test func `picture data waits for status replies, text does not`() throws {
    let painted = try PaintedTerminal { $0.pictures = .kitty }
    let picture = try #require(noise(seed: 5, rows: 10, columns: 40))
    var canvas = Canvas(size: CellSize(rows: 24, columns: 80))
    canvas.placePicture(picture, at: CellPosition(row: 2, column: 2))
    painted.show(canvas)

    let unasked = painted.receive()
    canvas.writeLine(Line("a key's answer"), at: CellPosition(row: 0, column: 0))
    let answer = painted.show(canvas)
    for _ in 0..<2 { painted.screen.handleTerminalReply(.status(0)) }
    let slice = painted.receive()

    #expect(unasked == [])
    #expect(String(decoding: answer, as: UTF8.self).contains("a key's answer"))
    #expect(String(decoding: slice, as: UTF8.self).hasSuffix("\u{1b}[5n"))
    #expect(slice.count < 8192)
  }

  @Test func `pending text is written without pending picture data`() throws {
    let painted = try PaintedTerminal { $0.pictures = .kitty }
    let picture = try #require(noise(seed: 5, rows: 10, columns: 40))
    var canvas = Canvas(size: CellSize(rows: 24, columns: 80))
    canvas.placePicture(picture, at: CellPosition(row: 2, column: 2))
    painted.screen.showCanvas(canvas)
    _ = painted.terminal.readAvailable()

    painted.screen.flushPendingTextAndCanvas()
    let text = painted.terminal.readAvailable()
    painted.screen.sendOutputCanvasAndPictures()
    let slice = painted.terminal.readAvailable()

    #expect(text == .nothing)
    guard case .bytes(let bytes) = slice else {
      Issue.record("no picture: \(slice)")
      return
    }
    #expect(String(decoding: bytes, as: UTF8.self).contains("\u{1b}_Ga=t"))
  }

  func canvas(with picture: Picture, row: Int, column: Int) -> Canvas {
    var canvas = Canvas(size: CellSize(rows: 14, columns: 40))
    canvas.placePicture(picture, at: CellPosition(row: row, column: column))
    return canvas
  }

  func list(with picture: Picture? = nil, from first: Int) -> Canvas {
    var canvas = Canvas(size: CellSize(rows: 24, columns: 80))
    for row in 0..<24 {
      let text = "\(row + first) " + String(repeating: "\((row + first) * 37) ", count: 12)
      canvas.writeLine(Line(SafeText(sanitizing: text)), at: CellPosition(row: row, column: 0))
    }
    if let picture { canvas.placePicture(picture, at: CellPosition(row: 8 - first, column: 20)) }
    return canvas
  }
}

extension PictureFixture {
  /// The number of the only image that kitty has.
  fileprivate func firstImage() throws -> Int { try #require(shown.kitty.imageNumbers.first) }
}

extension ScreenCell.Colour {
  /// The number of an image, as a placeholder's colour tells it.
  fileprivate var number: Int? {
    guard case .rgb(let red, let green, let blue) = self else { return nil }
    return Int(red) << 16 | Int(green) << 8 | Int(blue)
  }
}
