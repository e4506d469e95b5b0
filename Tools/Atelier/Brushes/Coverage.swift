/// The coverage of each pixel by a path, in a few rows. Each edge adds the change in coverage to
/// the pixels that it crosses; the running sum along a row is the coverage. The time does not
/// depend on the area of the path.
struct Coverage {
  private(set) var changes: [Float] = []
  private var width = 0
  private var rows = 0

  /// The distance between two rows in `changes`.
  var stride: Int { width + 2 }

  /// Adds the coverage by a path within the given columns and rows of pixels.
  mutating func draw(_ path: Path, scale: Float, columns: Range<Int>, rows: Range<Int>) {
    width = columns.count
    self.rows = rows.count
    let count = stride * rows.count
    if changes.count < count { changes = [Float](repeating: 0, count: count) }
    let origin = Point(Float(columns.lowerBound), Float(rows.lowerBound))
    let (stride, width) = (stride, Float(width))
    changes.withUnsafeMutableBufferPointer { changes in
      for index in 0..<count { changes[index] = 0 }
      let band = Band(changes: changes, stride: stride, width: width, rows: rows.count)
      for contour in path.contours {
        guard var last = contour.last.map({ $0 * scale - origin }) else { continue }
        for point in contour {
          let next = point * scale - origin
          band.add(last, next)
          last = next
        }
      }
    }
  }
}

private struct Band {
  let changes: UnsafeMutableBufferPointer<Float>
  let stride: Int
  let width: Float
  let rows: Int

  @inline(__always)
  func add(_ start: Point, _ end: Point) {
    guard start.y != end.y else { return }
    let direction: Float = start.y < end.y ? 1 : -1
    let (top, bottom) = start.y < end.y ? (start, end) : (end, start)
    guard bottom.y > 0, top.y < Float(rows) else { return }
    let slope = (bottom.x - top.x) / (bottom.y - top.y)
    var x = top.y < 0 ? top.x - top.y * slope : top.x
    let first = max(0, Int(top.y))
    let last = min(rows, Int(bottom.y.rounded(.up)))
    for row in first..<max(first, last) {
      let height = min(Float(row + 1), bottom.y) - max(Float(row), top.y)
      let next = x + slope * height
      cross(row * stride, from: x, to: next, height * direction)
      x = next
    }
  }

  /// Adds the coverage by the part of an edge that lies in one row.
  @inline(__always)
  private func cross(_ row: Int, from start: Float, to end: Float, _ height: Float) {
    let left = max(0, min(width, min(start, end)))
    let right = max(0, min(width, max(start, end)))
    let first = Int(left)
    let beyond = Int(right.rounded(.up))
    if beyond <= first + 1 {
      let middle = 0.5 * (left + right) - Float(first)
      changes[row + first] += height * (1 - middle)
      changes[row + first + 1] += height * middle
      return
    }
    let share = 1 / (right - left)
    let inFirst = 1 - (left - Float(first))
    let inLast = right - Float(beyond) + 1
    let head = 0.5 * share * inFirst * inFirst
    let tail = 0.5 * share * inLast * inLast
    changes[row + first] += height * head
    if beyond == first + 2 {
      changes[row + first + 1] += height * (1 - head - tail)
    } else {
      let second = share * (inFirst + 0.5)
      changes[row + first + 1] += height * (second - head)
      for column in first + 2..<beyond - 1 { changes[row + column] += height * share }
      let before = second + Float(beyond - first - 3) * share
      changes[row + beyond - 1] += height * (1 - before - tail)
    }
    changes[row + beyond] += height * tail
  }
}
