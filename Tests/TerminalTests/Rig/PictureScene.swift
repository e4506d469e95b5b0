import Terminal

/// A list with pictures and a box over them, changed at random as scenes change, and worse.
struct PictureScene {
  private struct Item {
    let picture: Picture
    var position: CellPosition
    var clip: CellRect?
  }

  private var random: SeededNumbers
  private var items: [Item] = []
  private var box: CellRect?
  private var scroll = 0
  private let pictures: [Picture]

  init(seed: UInt64) {
    random = SeededNumbers(seed: seed)
    pictures = [(2, 3), (3, 6), (1, 2), (4, 9)].enumerated().compactMap {
      noise(seed: $0, rows: $1.0, columns: $1.1)
    }
  }

  mutating func change() {
    switch Int.random(in: 0..<8, using: &random) {
    case 0, 1, 2: move(by: Int.random(in: -2...2, using: &random))
    case 3, 4:
      guard let picture = pictures.randomElement(using: &random) else { return }
      items.append(Item(picture: picture, position: position(), clip: nil))
    case 5: if !items.isEmpty { items.removeFirst() }
    case 6:
      box = box == nil ? CellRect(origin: position(), size: CellSize(rows: 4, columns: 9)) : nil
    default:
      guard let index = items.indices.randomElement(using: &random) else { return }
      items[index].clip = CellRect(origin: position(), size: CellSize(rows: 3, columns: 12))
    }
  }

  func canvas(_ size: CellSize) -> Canvas {
    var canvas = Canvas(size: size)
    for row in 0..<size.rows {
      let text = "\(row + scroll) \((row + scroll) * 7919) and more of it"
      canvas.writeLine(Line(SafeText(sanitizing: text)), at: CellPosition(row: row, column: 0))
    }
    for item in items { canvas.placePicture(item.picture, at: item.position, within: item.clip) }
    if let box {
      canvas.fillRect(box, Style(on: .ansi(4)))
      canvas.writeLine(Line("日本語 box"), at: box.origin)
    }
    return canvas
  }

  private mutating func move(by rows: Int) {
    scroll += rows
    for index in items.indices { items[index].position.row -= rows }
  }

  private mutating func position() -> CellPosition {
    CellPosition(
      row: Int.random(in: -2..<14, using: &random),
      column: Int.random(in: -3..<40, using: &random))
  }
}
