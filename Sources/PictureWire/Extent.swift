/// A size in pixels.
package struct Extent: Hashable, Sendable {
  package let width: Int
  package let height: Int

  package init(width: Int, height: Int) {
    (self.width, self.height) = (width, height)
  }

  package var area: Int { width * height }

  /// The largest extent of the same shape within a box; at least a pixel each way.
  package func fitted(into box: Extent) -> Extent {
    let across = Double(box.width) / Double(width)
    let down = Double(box.height) / Double(height)
    let scale = min(across, down)
    return Extent(
      width: across == scale ? box.width : max(1, Int((Double(width) * scale).rounded())),
      height: down == scale ? box.height : max(1, Int((Double(height) * scale).rounded())))
  }
}
