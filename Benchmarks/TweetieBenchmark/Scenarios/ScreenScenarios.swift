internal import TerminalRig

/// A scenario that measures the bytes of a full repaint, and the share of them that a step at the
/// bottom edge needs.
struct RepaintScenario: Scenario {
  let name = "repaint"

  func measure(on fixture: BenchmarkFixture) async throws -> [Measurement] {
    let driver = try await fixture.openStream(posts: 100_000)
    defer { driver.end() }
    let down = Array("j".utf8)
    let steps = AnsweredKeys(of: driver, pressing: Array(repeating: down, count: 60)).steps
    let start = ScreenSnapshot(of: driver.screen)
    let repaint = AnsweredKeys(
      of: driver,
      pressing: Array(
        repeating: ReferenceProgram.repaint, count: fixture.options.samples(20)))

    let mirror = try fixture.reference.start(showing: [start], size: .standard)
    defer { mirror.end() }
    let reference = AnsweredKeys(
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

  /// Returns the measurement of the bytes of a step for each scrolled row; steps without scrolling
  /// are left out.
  private func scrolledRow(
    _ steps: [AnsweredKeys.Step], repaintBytes: Int64, reference: Int64?
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

extension ScreenSnapshot {
  /// Returns the number of rows by which the middle of the screen has moved up; 0 if it has not.
  func rowsScrolled(since before: ScreenSnapshot) -> Int {
    let texts = before.rows.map { $0.map(\.text) }
    let own = rows.map { $0.map(\.text) }
    let middle = 2..<(rows.count - 2)
    // The distance is the shift with the most equal rows; the mark of the selection beside a
    // picture does not move.
    let matches = (0..<middle.count).map { shift in
      middle.count { row in
        middle.contains(row + shift) && own[row] == texts[row + shift]
          && own[row].contains { $0 != " " && $0 != "▌" }
      }
    }
    return matches.indices.max { matches[$0] < matches[$1] } ?? 0
  }
}

/// A scenario that measures fifty changes of size, ten milliseconds apart, after which the screen
/// must be as before.
struct ResizeScenario: Scenario {
  let name = "resizes"
  private let count = 50

  func measure(on fixture: BenchmarkFixture) async throws -> [Measurement] {
    let driver = try await fixture.openStream(posts: 100_000)
    defer { driver.end() }
    let before = ScreenSnapshot(of: driver.screen)
    var last: Nanoseconds = 0
    let begin = monotonicNow()
    for change in 1...count {
      // Output is drawn at once, since each frame belongs to the size of the screen at that time.
      driver.draw(driver.read(until: begin + Int64(change) * 10_000_000))
      let size =
        change == count
        ? .standard : WindowSize(columns: 60 + change * 2, rows: 12 + change % 30)
      last = driver.resize(to: size)
    }
    let rest = driver.read(untilQuietFor: 300)
    let settled = rest.last.map { max(0, $0.readAt - last) }
    driver.draw(rest)
    let after = ScreenSnapshot(of: driver.screen)
    let isSame = after.body == before.body
    if !isSame { printRemark("before\n\(before.text)\nis now\n\(after.text)") }
    return [
      Measurement(
        "50 resizes 10 ms apart, settled after the last", settled.map(Quantity.time),
        limit: "< 10 ms, same screen", isReached: settled.map { $0 < 10_000_000 && isSame })
    ]
  }
}
