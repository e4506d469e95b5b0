import FeedDomain
import Terminal
import Testing

@testable import Preferences
@testable import Scenes
@testable import Words

/// Letters over a screen of which only the spots are known.
@MainActor struct JumpTests {
  private let navigator = NavigatorSpy()

  @Test func `each target is labelled, the easiest letters first`() {
    let view = view(over: [spot(0, 2), spot(1, 5), spot(1, 9)])

    #expect(
      drawn(view, on: ["  Mei Tanaka", "  to #tag and", ""]) == [
        " aMei Tanaka", "  tos#tagdand", "",
      ])
  }

  @Test
  func
    `a label without room before its target covers the first columns, and wide characters in full`()
  {
    let view = view(over: [spot(0, 0), spot(1, 3), spot(2, 11)])

    #expect(
      drawn(view, on: ["日本語", "of-one", "abcdefghijkl"], columns: 12) == [
        "a 本語", "of-sne", "abcdefghijkd",
      ])
  }

  @Test func `many targets have labels of two letters, none a prefix of another`() {
    let letters = JumpLabelAlphabet(without: ["f", ";"])

    for count in [0, 1, 25, 26, 60, 625, 700] {
      let labels = letters.jumpLabels(count)
      #expect(labels.count == min(count, 625))
      #expect(Set(labels).count == labels.count)
      #expect(Set(labels.map(\.count)).count <= 1)
      #expect(!labels.joined().contains("f"))
    }
  }

  @Test func `neighbouring labels do not cover each other`() {
    let view = view(over: (0..<26).map { spot(0, $0) }.suffix(26))

    let row = drawn(view, on: [String(repeating: "x", count: 60)], columns: 60)[0]

    #expect(row.hasPrefix("aaasadagahajakalaqawaeara"))
  }

  @Test func `typing a label opens its target, and in capitals copies the address`() {
    let clickTargets = [spot(0, 2), spot(1, 5)]

    view(over: clickTargets).press(.character("s"))
    view(over: clickTargets).press(.character("A"))

    #expect(navigator.reached.map(\.position.row) == [1])
    #expect(navigator.addresses.map(\.position.row) == [0])
  }

  @Test func `the first letter of two leaves the matching labels`() {
    let view = view(over: (0..<30).map { spot($0, 0) })

    view.press(.character("s"))
    let rows = drawn(view, on: Array(repeating: "x", count: 30), columns: 3)
    view.press(.character("d"))

    #expect(rows.filter { $0.hasPrefix("s") } == ["sa", "ss", "sd", "sg", "sh"])
    #expect(rows.filter { $0 == "x" }.count == 25)
    #expect(navigator.reached.map(\.position.row) == [27])
  }

  @Test func `the key pressed again labels everything clickable in the selected row`() {
    let view = view(over: [
      spot(0, 2), spot(1, 2, isSelected: true), spot(2, 2, isSelected: true, opensContent: false),
    ])
    let before = drawn(view, on: ["  x", "  x", "  x"])

    view.press(.character("f"))

    #expect(before == [" ax", " sx", "  x"])
    #expect(drawn(view, on: ["  x", "  x", "  x"]) == ["  x", " ax", " sx"])
  }

  @Test(arguments: [Key(.escape), Key(.character("m")), Key(.enter), Key(.down), .controlKey("n")])
  func `any other key closes the jump labels`(key: Key) {
    let view = view(over: [spot(0, 2)])

    _ = view.handleEvent(.key(key))

    #expect(navigator.routes == [.back])
    #expect(navigator.reached.isEmpty)
  }

  @Test(arguments: ThemeName.allCases.map(\.theme))
  func `jump labels are visible in every theme`(theme: Theme) {
    let view = view(over: [spot(0, 2)])
    var canvas = Canvas(size: CellSize(rows: 1, columns: 8), style: theme.style(.text))

    view.drawScene(
      on: &canvas, in: canvas.bounds,
      DrawingParameters(theme: theme, isFront: true, frame: 0, now: Posts.now)
    )

    let style = canvas.rows[0][1].style
    #expect(style.background != .standard || style.attributes.contains(.reversed))
  }

  private func spot(
    _ row: Int, _ column: Int, isSelected: Bool = false, opensContent: Bool = true
  ) -> ClickTarget {
    ClickTarget(
      position: CellPosition(row: row, column: column), isSelected: isSelected,
      opensContent: opensContent)
  }

  private func view(over clickTargets: [ClickTarget]) -> JumpLabelsView {
    navigator.clickTargets = clickTargets
    return JumpLabelsView(keys: .defaults, wording: Wording()).opened(by: navigator)
  }

  private func drawn(_ view: JumpLabelsView, on lines: [String], columns: Int = 20) -> [String] {
    var canvas = Canvas(size: CellSize(rows: lines.count, columns: columns))
    for (row, line) in lines.enumerated() {
      canvas.writeLine(Line(SafeText(sanitizing: line)), at: CellPosition(row: row, column: 0))
    }
    view.drawScene(
      on: &canvas, in: canvas.bounds,
      DrawingParameters(theme: .dark, isFront: true, frame: 0, now: Posts.now)
    )
    return canvas.text.split(separator: "\n", omittingEmptySubsequences: false).map { String($0) }
  }
}
