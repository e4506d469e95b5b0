import Terminal

/// Numbers as a small curve: a cell each, as high as it is among them.
enum SparkLine {
  private static let heights: [SafeText] = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]

  /// The curve; empty where there is nothing to compare.
  static func text(of numbers: [Int]) -> SafeText {
    guard numbers.count > 1, let most = numbers.max(), most > 0 else { return "" }
    return numbers.map { heights[Int(Double(max(0, $0)) / Double(most) * 7)] }.joined(separator: "")
  }
}
