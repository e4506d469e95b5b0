import Testing

@testable import Terminal

@MainActor @Suite struct ProjectorTests {
  private let start = ContinuousClock.now
  private let pictures: [Picture]
  private let motion: Motion

  init() throws {
    pictures = try (0..<3).map { try #require(noise(seed: $0, rows: 1, columns: 1)) }
    motion = try #require(
      Motion(pictures.map { Motion.Frame($0, for: .milliseconds(100)) }))
  }

  @Test func `a single picture is no motion`() {
    #expect(Motion([Motion.Frame(pictures[0], for: .seconds(1))]) == nil)
  }

  @Test func `frames follow each other when it is time, and begin again`() {
    var clockwork = AnimationClockwork()
    clockwork.show([motion], at: start)

    let seen = [0, 99, 100, 200, 250, 300].map { milliseconds in
      clockwork.picture(of: motion, at: start + .milliseconds(milliseconds)) { _ in true }
    }

    #expect(seen == [0, 0, 1, 2, 2, 0].map { pictures[$0] })
    #expect(clockwork.next == start + .milliseconds(400))
    #expect(clockwork.following(motion) == pictures[1])
  }

  @Test func `a frame that is not ready leaves what is seen, and is looked for again soon`() {
    var clockwork = AnimationClockwork()
    clockwork.show([motion], at: start)

    let still = clockwork.picture(of: motion, at: start) { _ in false }
    let first = clockwork.picture(of: motion, at: start + .milliseconds(50)) { _ in true }

    #expect(still == nil)
    #expect(first == pictures[0])
  }

  @Test func `what was late is not made up for`() {
    var clockwork = AnimationClockwork()
    clockwork.show([motion], at: start)
    _ = clockwork.picture(of: motion, at: start) { _ in true }

    let late = clockwork.picture(of: motion, at: start + .seconds(10)) { _ in true }
    let next = clockwork.picture(of: motion, at: start + .milliseconds(10_001)) { _ in true }

    #expect(late == pictures[1])
    #expect(next == pictures[1])
  }

  @Test func `what moves no longer calls for nothing, and begins anew`() {
    var clockwork = AnimationClockwork()
    clockwork.show([motion], at: start)
    _ = clockwork.picture(of: motion, at: start) { _ in true }
    _ = clockwork.picture(of: motion, at: start + .milliseconds(100)) { _ in true }

    clockwork.show([], at: start + .milliseconds(110))
    let end = clockwork.next
    clockwork.show([motion], at: start + .milliseconds(120))
    let again = clockwork.picture(of: motion, at: start + .milliseconds(120)) { _ in true }

    #expect(end == nil)
    #expect(again == pictures[0])
  }
}
