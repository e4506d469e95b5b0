/// A terminal that shows pictures: its text, the placements of kitty's protocol, and pixels over
/// cells, which are lost where text is written.
public final class PictureScreen {
  /// The screen's text, without pictures.
  public let text: VirtualScreen
  /// The pictures that the screen shows by kitty's protocol.
  public private(set) var kitty = KittyModel()
  /// For each cell, row by row, the pixels or part of a file drawn over the cell; nil without any.
  public private(set) var overlay: [[[Int]?]]
  /// The sequences received that no terminal should be sent.
  public private(set) var complaints: [String] = []
  private let cell: (width: Int, height: Int)
  private var parser = TerminalParser()
  private var cursor = [0, 0]

  /// Creates an empty screen whose cells have a size in pixels.
  public init(size: WindowSize, cell: (width: Int, height: Int)) {
    text = VirtualScreen(size: size)
    self.cell = cell
    overlay = Array(repeating: Array(repeating: nil, count: size.columns), count: size.rows)
    text.onWrite = { [unowned self] rows, columns in
      for row in rows where overlay.indices.contains(row) {
        for column in columns where overlay[row].indices.contains(column) {
          overlay[row][column] = nil
        }
      }
    }
  }

  /// Draws the output of the program under test.
  public func feed(_ bytes: [UInt8]) {
    var waiting: [UInt8] = []
    for byte in bytes {
      waiting.append(byte)
      var tokens: [TerminalToken] = []
      parser.feed([byte]) { tokens.append($0) }
      for token in tokens {
        // The text has to be written before what is drawn over it.
        if token.isString {
          text.feed(waiting)
          waiting = []
        }
        take(token)
      }
    }
    text.feed(waiting)
  }

  /// Changes the size of the screen; pixels over cells are lost.
  public func resize(to size: WindowSize) {
    text.resize(to: size)
    overlay = Array(repeating: Array(repeating: nil, count: size.columns), count: size.rows)
    kitty.scroll()
  }

  private func take(_ token: TerminalToken) {
    switch token {
    case .controlSequence(let sequence):
      let final = Character(Unicode.Scalar(sequence.final))
      if final == "H" {
        cursor = [(sequence.numbers.first ?? 1) ?? 1, (sequence.numbers.last ?? 1) ?? 1]
          .map { $0 - 1 }
      } else if "LMSTr".contains(final) {
        kitty.scroll()
      }
    case .control(0x0a), .escape([], UInt8(ascii: "M")): kitty.scroll()
    case .deviceString(UInt8(ascii: "_"), let payload):
      kitty.take(Array(payload.dropFirst()), cursor: cursor)
    case .deviceString(UInt8(ascii: "P"), let payload): drawSixels(payload)
    case .systemCommand(let payload) where payload.starts(with: "1337;".utf8): drawFile(payload)
    default: break
    }
  }

  private func drawSixels(_ payload: [UInt8]) {
    guard let start = payload.firstIndex(of: UInt8(ascii: "q")),
      let picture = SixelReader(payload[(start + 1)...])
    else {
      complaints.append("sixels that cannot be read")
      return
    }
    // As xterm does: of what is larger, nothing is drawn.
    guard max(picture.width, picture.height) <= 1000 else { return }
    for row in 0..<((picture.height + cell.height - 1) / cell.height) {
      for column in 0..<(picture.width / cell.width) {
        var pixels: [Int] = []
        for y in (row * cell.height)..<min(picture.height, (row + 1) * cell.height) {
          for x in (column * cell.width)..<((column + 1) * cell.width) {
            pixels += picture.pixels[y * picture.width + x] ?? [-1]
          }
        }
        draw(pixels, row, column)
      }
    }
  }

  private func drawFile(_ payload: [UInt8]) {
    let parts = payload.split(separator: UInt8(ascii: ":"), maxSplits: 1)
    let keys = String(decoding: parts[0], as: UTF8.self).split(separator: ";")
    func number(_ name: String) -> Int {
      keys.first { $0.hasPrefix("\(name)=") }.flatMap { Int($0.dropFirst(name.count + 1)) } ?? 0
    }
    let (rows, columns) = (number("height"), number("width"))
    let file = Base64Text.decode(parts.count > 1 ? parts[1] : [])
    guard let picture = PNGReader(file), rows > 0, columns > 0,
      picture.width.isMultiple(of: columns), picture.height.isMultiple(of: rows)
    else {
      complaints.append("a file that cannot be read")
      return
    }
    let (width, height) = (picture.width / columns, picture.height / rows)
    for row in 0..<rows {
      for column in 0..<columns {
        var pixels: [Int] = []
        for y in (row * height)..<((row + 1) * height) {
          let start = 3 * (y * picture.width + column * width)
          pixels += picture.pixels[start..<(start + 3 * width)].map { Int($0) }
        }
        draw(pixels, row, column)
      }
    }
  }

  private func draw(_ pixels: [Int], _ row: Int, _ column: Int) {
    // A cursor that is shown where the drawing begins takes the cell with it when it goes.
    let isUnderCursor = text.isCursorVisible && row == 0 && column == 0
    let (row, column) = (cursor[0] + row, cursor[1] + column)
    guard overlay.indices.contains(row), overlay[row].indices.contains(column) else {
      complaints.append("a picture beyond the screen")
      return
    }
    overlay[row][column] = isUnderCursor ? nil : pixels
  }
}

extension TerminalToken {
  fileprivate var isString: Bool {
    switch self {
    case .deviceString, .systemCommand: true
    default: false
    }
  }
}
