/// The rows of a GIF's image, in the order in which they are stored.
struct GIFRows: Sequence, IteratorProtocol {
  private let height: Int
  private var passes: ArraySlice<(first: Int, step: Int)>
  private var row: Int

  init(height: Int, isInterlaced: Bool) {
    self.height = height
    passes = isInterlaced ? [(0, 8), (4, 8), (2, 4), (1, 2)] : [(0, 1)]
    row = 0
  }

  mutating func next() -> Int? {
    while let pass = passes.first {
      if row < height {
        defer { row += pass.step }
        return row
      }
      passes.removeFirst()
      row = passes.first?.first ?? 0
    }
    return nil
  }
}
