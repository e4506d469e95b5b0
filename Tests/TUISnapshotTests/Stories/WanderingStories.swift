import TerminalRig
import Testing

struct WanderingStories {
  /// Keys that move and open, and change nothing that stays. Space is not among them: any command can
  /// be chosen in its menu.
  private static let keys: [[UInt8]] =
    "jkgGpnzi][+-0?/LJaKNu".utf8.map { [$0] }
    + ([
      .enter, .escape, .tab, .backTab, .pageDown, .up, .down, .left, .right, .home, .end, .pageUp,
      .pageDown, .control("d"), .control("u"), .control("e"), .control("y"),
    ] as [TerminalKey]).map(\.bytes)

  @Test(arguments: [1, 2, 3, 4, 5, 6] as [UInt64])
  func `two hundred random keys and twenty sizes leave the screen as before`(seed: UInt64)
    async throws
  {
    let home = try TemporaryHome.furnished()
    let calm = try await TerminalSession.signedIn(in: home)
    let expected = await calm.reading
    _ = try await calm.quit()
    let session = try await TerminalSession.reopened(in: home)
    var chance = Chance(state: seed)

    for step in 1...200 {
      await session.type(
        String(decoding: Self.keys[chance.next(below: Self.keys.count)], as: UTF8.self))
      guard step.isMultiple(of: 10) else { continue }
      await session.resize(
        to: WindowSize(columns: 20 + chance.next(below: 200), rows: 6 + chance.next(below: 60)))
    }
    await session.resize(to: .standard)

    await session.goHome { $0.reading == expected }
    try await session.waitUntil("the picture of somebody who stayed") { $0.reading == expected }
    try await session.quitCleanly()
  }
}

extension TerminalSession {
  /// Goes back to the top of the first stream, however far that is.
  ///
  /// What leads back a step says nothing by which to know it: so it is tried again until it looks as
  /// described, or for long enough.
  fileprivate func goHome(_ isHome: @escaping @Sendable (VirtualScreen) -> Bool) async {
    for _ in 1...30 {
      press(.escape)
      do {
        try await waitUntil("the stream", within: 1) {
          // A popup leaves the first row in view, and Escape is read a moment after it was typed.
          $0.text(ofRow: 0).contains("@tweetieuser   Home") && !$0.text.contains("╮")
        }
        type("1g")
        return try await waitUntil("its top", within: 1, isHome)
      } catch { continue }
    }
  }
}

/// The same numbers for the same beginning.
private struct Chance {
  var state: UInt64

  mutating func next(below count: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(state >> 33) % count
  }
}
