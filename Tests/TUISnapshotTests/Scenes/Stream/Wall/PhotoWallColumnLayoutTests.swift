import Testing

@testable import Scenes

struct PhotoWallColumnLayoutTests {
  private typealias Layout = PhotoWallColumnLayout<Character>

  private func pieces(_ names: String, _ rows: [Int]) -> [Layout.UnplacedWallElement] {
    zip(names, rows).map { Layout.UnplacedWallElement(id: $0, rows: $1, isBand: $0 == "-") }
  }

  /// Each column from its top, a letter a row; blanks where nothing hangs.
  private func drawing(_ layout: Layout) -> String {
    let top = layout.top
    var rows = Array(
      repeating: Array(repeating: Character("."), count: layout.columns),
      count: layout.bottom - top)
    for (piece, frame) in zip(layout.elements, layout.frames) {
      for row in frame.rows {
        for column in frame.column.map({ $0...$0 }) ?? 0...(layout.columns - 1) {
          rows[row - top][column] = piece.id
        }
      }
    }
    return rows.map { String($0) }.joined(separator: "\n")
  }

  @Test func `each photo goes into the shortest column of the wall`() {
    var layout = Layout(columns: 3)

    layout.layOutElements(pieces("abcdef", [2, 3, 1, 2, 1, 2]), around: nil)

    #expect(
      drawing(layout) == """
        abc
        abd
        ebd
        f..
        f..
        """)
  }

  @Test func `later photos are added below, and no other photo moves`() {
    var layout = Layout(columns: 2)
    layout.layOutElements(pieces("abc", [2, 3, 2]), around: nil)
    let before = layout.frames

    layout.layOutElements(pieces("abcde", [2, 3, 2, 1, 4]), around: "a")

    #expect(Array(layout.frames.prefix(3)) == before)
    #expect(
      drawing(layout) == """
        ab
        ab
        cb
        cd
        e.
        e.
        e.
        e.
        """)
  }

  @Test func `newer photos are added above, and no other photo moves`() {
    var layout = Layout(columns: 2)
    layout.layOutElements(pieces("abc", [2, 3, 2]), around: nil)
    let before = layout.frames

    layout.layOutElements(pieces("xyzabc", [1, 3, 2, 2, 3, 2]), around: "c")

    #expect(Array(layout.frames.suffix(3)) == before)
    #expect(layout.top == -3)
    #expect(
      drawing(layout) == """
        yx
        yz
        yz
        ab
        ab
        cb
        c.
        """)
  }

  @Test func `a band spans all columns, and later photos begin below it`() {
    var layout = Layout(columns: 2)

    layout.layOutElements(pieces("ab-cd", [1, 3, 1, 2, 1]), around: nil)

    #expect(
      drawing(layout) == """
        ab
        .b
        .b
        --
        cd
        c.
        """)
  }

  @Test func `filling a gap moves only the photos on its other side`() {
    var layout = Layout(columns: 2)
    layout.layOutElements(pieces("ab-cd", [2, 2, 1, 2, 2]), around: nil)
    let (above, below) = (layout.frames.prefix(2), layout.frames.suffix(2))

    var fromBelow = layout
    fromBelow.layOutElements(pieces("abmncd", [2, 2, 3, 3, 2, 2]), around: "c")
    layout.layOutElements(pieces("abmncd", [2, 2, 3, 3, 2, 2]), around: "b")

    #expect(layout.frames.prefix(2) == above)
    #expect(fromBelow.frames.suffix(2) == below)
    #expect(fromBelow.top < 0 && layout.top == 0)
  }

  @Test func `removing photos far from the selected one moves no other photo`() {
    var layout = Layout(columns: 2)
    layout.layOutElements(pieces("abcdef", [2, 3, 2, 1, 4, 2]), around: nil)
    let kept = Array(layout.frames[2...4])

    layout.layOutElements(pieces("cde", [2, 1, 4]), around: "d")

    #expect(layout.frames == kept)
  }

  @Test(arguments: [1, 2, 3, 5, 7])
  func `photos of the wall never overlap under random insertions and removals`(columns: Int) {
    var dice = SeededDice(seed: UInt64(columns))
    var layout = PhotoWallColumnLayout<Int>(columns: columns)
    var names = Array(100..<110)
    var sizes: [Int: Int] = [:]
    for step in 0..<200 {
      switch Int.random(in: 0..<4, using: &dice) {
      case 0: names.insert((names.first ?? 0) - 1, at: 0)
      case 1: names.append((names.last ?? 0) + 1)
      case 2: names.insert(10_000 + step, at: Int.random(in: 0...names.count, using: &dice))
      default:
        if names.count > 3 { names.remove(at: Int.random(in: 0..<names.count, using: &dice)) }
      }
      for name in names where sizes[name] == nil {
        sizes[name] = Int.random(in: 1...9, using: &dice)
      }
      let anchor = names.randomElement(using: &dice)
      let before = anchor.flatMap { layout.elementIndex(of: $0) }.map { layout.frames[$0] }

      layout.layOutElements(
        names.map { .init(id: $0, rows: sizes[$0] ?? 1, isBand: $0 % 9 == 0) }, around: anchor)

      var taken: Set<[Int]> = []
      for frame in layout.frames {
        for row in frame.rows {
          for column in frame.column.map({ $0...$0 }) ?? 0...(columns - 1) {
            #expect(taken.insert([row, column]).inserted)
          }
        }
      }
      if let before, let anchor, let now = layout.elementIndex(of: anchor) {
        #expect(layout.frames[now] == before)
      }
    }
  }
}

/// Dice that fall the same way each time.
private struct SeededDice: RandomNumberGenerator {
  private var state: UInt64
  init(seed: UInt64) { state = seed &+ 0x9e37_79b9_7f4a_7c15 }
  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state ^ (state >> 29)
  }
}
