import Soak
import Testing

/// `Scripts/soak` in short: every hour of its day in four minutes, with twelve web feeds.
@MainActor @Suite(.timeLimit(.minutes(5))) struct SoakTests {
  @Test func `a day with a changing network loses no post, and leaves nothing open`() async throws {
    let folder = try SoakFolder()

    let report = try await SoakDay(
      SoakDay.Plan(hours: 24, feeds: 12, minutesPerHour: 4), in: folder.path
    ).run()

    #expect(report.complaints == [], "\(report.text)")
    #expect(report.written >= 15)
    #expect(report.renewals > 0)
    #expect(report.sleeps == 2)
    #expect(report.changes.keys.contains("portal") && report.changes.keys.contains("gone"))
  }
}
