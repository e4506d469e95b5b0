internal import TerminalRig

/// What a repaint of everything costs, and what part of that a step at the bottom edge takes.
struct RepaintScenario: Scenario {
  let name = "repaint"

  func measure(on stage: BenchmarkFixture) async throws -> [Measurement] {
    let driver = try await stage.openStream(posts: 100_000)
    defer { driver.end() }
    let down = Array("j".utf8)
    let steps = Walk(of: driver, pressing: Array(repeating: down, count: 60)).steps
    let start = Picture(of: driver.screen)
    let repaint = Walk(
      of: driver,
      pressing: Array(
        repeating: ReferenceProgram.repaint, count: stage.options.samples(20)))

    let mirror = try stage.reference.start(showing: [start], size: .standard)
    defer { mirror.end() }
    let reference = Walk(
      of: mirror, pressing: Array(repeating: ReferenceProgram.repaint, count: 20))
    guard let bytes = repaint.byteCounts.median, bytes > 0 else {
      return [Measurement(name, unmeasured: "^L painted nothing")]
    }
    return [
      Measurement(
        "full repaint (^L), bytes", .bytes(bytes),
        reference: reference.byteCounts.median.map(Quantity.bytes)),
      Measurement(
        "full repaint (^L), p50", repaint.latencies.median.map(Quantity.time),
        reference: reference.latencies.median.map(Quantity.time)),
      scrolledRow(steps, repaintBytes: bytes, reference: reference.byteCounts.median),
    ]
  }

  /// A step counts by the rows it moved; one that moved none is not a scroll.
  private func scrolledRow(
    _ steps: [Walk.Step], repaintBytes: Int64, reference: Int64?
  ) -> Measurement {
    let perRow = zip(steps, steps.dropFirst()).compactMap { before, after -> Int64? in
      let rows = after.picture.rowsScrolled(since: before.picture)
      return rows > 0 ? after.byteCount / Int64(rows) : nil
    }
    let share = Samples(perRow).median.map { $0 * 100 / repaintBytes }
    return Measurement(
      "scrolling, bytes a row, of a repaint", share.map { .share(percent: $0) },
      limit: "< 40 %", isReached: share.map { $0 < 40 })
  }
}

extension Picture {
  /// By how many rows the middle of the screen has moved up; none when it has not.
  func rowsScrolled(since before: Picture) -> Int {
    let texts = before.rows.map { $0.map(\.text) }
    let own = rows.map { $0.map(\.text) }
    let middle = 2..<(rows.count - 2)
    // The longest stretch that is found again tells how far it went.
    let matches = (0..<middle.count).map { shift in
      middle.count { row in
        middle.contains(row + shift) && own[row] == texts[row + shift]
          && own[row].contains { $0 != " " }
      }
    }
    return matches.indices.max { matches[$0] < matches[$1] } ?? 0
  }
}
