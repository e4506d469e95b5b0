import Testing

@testable import Pictures

@Suite struct CrashPauseTests {
  private let now = ContinuousClock.now

  @Test func `three crashes in a row cause no pause, further ones increasingly long pauses`() {
    var pause = CrashBackoff(first: .milliseconds(50))
    var pauses: [Duration?] = []

    for _ in 0..<12 {
      pause.adjustPauseToJobResult(.failure(.crashed(signal: 11)), at: now)
      pauses.append(pause.end.map { now.duration(to: $0) })
    }

    let expected = [50, 100, 200, 400, 800, 1600, 3200, 3200, 3200].map {
      Duration.milliseconds($0)
    }
    #expect(pauses == [nil, nil, nil] + expected)
  }

  @Test(arguments: [PictureRefusal.damaged, .unknownFormat, .tooSlow])
  func `a failure caused by the picture ends the row of crashes`(refusal: PictureRefusal) {
    var pause = CrashBackoff(first: .milliseconds(50))

    for _ in 0..<5 {
      for _ in 0..<3 { pause.adjustPauseToJobResult(.failure(.confined), at: now) }
      pause.adjustPauseToJobResult(.failure(refusal), at: now)
    }

    #expect(pause.end == nil)
  }

  @Test func `a cancelled job neither ends nor extends the row of crashes`() {
    var pause = CrashBackoff(first: .milliseconds(50))

    for _ in 0..<3 { pause.adjustPauseToJobResult(.failure(.badReply), at: now) }
    for _ in 0..<9 { pause.adjustPauseToJobResult(.failure(.cancelled), at: now) }
    #expect(pause.end == nil)
    pause.adjustPauseToJobResult(.failure(.notStarted(code: 2)), at: now)

    #expect(pause.end != nil)
  }
}
