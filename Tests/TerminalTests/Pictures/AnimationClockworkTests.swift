import Testing

@testable import Terminal

@MainActor @Suite struct ProjectorTests {
  private let start = ContinuousClock.now
  private let pictures: [Picture]
  private let animation: Animation

  init() throws {
    pictures = try (0..<3).map { try #require(noise(seed: $0, rows: 1, columns: 1)) }
    animation = try #require(
      Animation(pictures.map { Animation.AnimationFrame($0, for: .milliseconds(100)) }))
  }

  @Test func `a single frame is no animation`() {
    #expect(Animation([Animation.AnimationFrame(pictures[0], for: .seconds(1))]) == nil)
  }

  @Test func `frames are shown in order at their times, and repeat from the first`() {
    var schedule = AnimationSchedule()
    schedule.setAnimations([animation], at: start)

    let seen = [0, 99, 100, 200, 250, 300].map { milliseconds in
      schedule.advancedAnimationFrame(of: animation, at: start + .milliseconds(milliseconds)) { _ in
        true
      }
    }

    #expect(seen == [0, 0, 1, 2, 2, 0].map { pictures[$0] })
    #expect(schedule.nextFrameTime == start + .milliseconds(400))
    #expect(schedule.nextFrame(of: animation) == pictures[1])
  }

  @Test func `a frame that is not ready keeps the present one, and is requested again soon`() {
    var schedule = AnimationSchedule()
    schedule.setAnimations([animation], at: start)

    let still = schedule.advancedAnimationFrame(of: animation, at: start) { _ in false }
    let first = schedule.advancedAnimationFrame(of: animation, at: start + .milliseconds(50)) { _ in
      true
    }

    #expect(still == nil)
    #expect(first == pictures[0])
  }

  @Test func `a late frame does not shorten the following one`() {
    var schedule = AnimationSchedule()
    schedule.setAnimations([animation], at: start)
    _ = schedule.advancedAnimationFrame(of: animation, at: start) { _ in true }

    let late = schedule.advancedAnimationFrame(of: animation, at: start + .seconds(10)) { _ in true
    }
    let next = schedule.advancedAnimationFrame(of: animation, at: start + .milliseconds(10_001)) {
      _ in true
    }

    #expect(late == pictures[1])
    #expect(next == pictures[1])
  }

  @Test func `a removed animation has no next frame, and starts again from the first`() {
    var schedule = AnimationSchedule()
    schedule.setAnimations([animation], at: start)
    _ = schedule.advancedAnimationFrame(of: animation, at: start) { _ in true }
    _ = schedule.advancedAnimationFrame(of: animation, at: start + .milliseconds(100)) { _ in true }

    schedule.setAnimations([], at: start + .milliseconds(110))
    let end = schedule.nextFrameTime
    schedule.setAnimations([animation], at: start + .milliseconds(120))
    let again = schedule.advancedAnimationFrame(of: animation, at: start + .milliseconds(120)) {
      _ in
      true
    }

    #expect(end == nil)
    #expect(again == pictures[0])
  }
}
