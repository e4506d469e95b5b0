import FeedDomain
import PhotoDisplay
import Terminal

extension Block {
  /// Moves everything to the right of a picture, which keeps its room whether it comes or not.
  mutating func stand(beside portrait: Photo, in box: CellSize, indent: Int) {
    lines = lines.map { line in
      var moved = Line()
      moved.pad(indent)
      moved.append(line)
      return moved
    }
    zones = zones.map {
      Zone(
        line: $0.line,
        columns: ($0.columns.lowerBound + indent)..<($0.columns.upperBound + indent),
        action: $0.action)
    }
    lines += Array(repeating: Line(), count: max(0, box.rows - lines.count))
    pictures.append(
      PictureArea(
        box: CellRect(origin: CellPosition(row: 0, column: 0), size: box), photo: portrait,
        cut: .filling, words: "", isCovered: false))
  }
}
