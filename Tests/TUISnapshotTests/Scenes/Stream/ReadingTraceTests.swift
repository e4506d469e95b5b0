import FeedDomain
import Terminal
import Testing
import UseCases

@testable import Scenes

struct ReadingTraceTests {
  private func rows(_ ids: String...) -> [StreamRow] {
    ids.map { id in
      guard id != "…" else {
        return .gap(
          StreamGapRow(
            gap: TimelineGap(id: .init("g"), older: Cursor("c"), below: nil), words: "",
            busyWords: ""))
      }
      return .post(.init(id), PostItem(Posts.post(id, RichText(""))))
    }
  }

  @Test func `where the reader is, and what stands beside it, is told once`() {
    var trace = StreamReadingRecord()
    let place = ReadingPosition(entry: .init("1"), row: 0)

    let news = (1...2).map { _ in trace.recordReportedPosition(place, seen: .init("1")) }
    let previews = (1...2).map { _ in trace.recordPreviewRoute(.conversationPreview(.init("1"))) }
    trace.forgetReportedPosition()
    trace.forgetPreviewRoute()
    let (isNews, isShown) = (
      trace.recordReportedPosition(place, seen: .init("1")),
      trace.recordPreviewRoute(.conversationPreview(.init("1")))
    )

    #expect(news == [true, false] && previews == [true, false])
    #expect(isNews && isShown)
  }

  @Test func `more is asked for once near an end, and again when the reader moves there`() {
    var trace = StreamReadingRecord()
    let rows = rows("1", "2", "3")

    let asks = (1...2).map { _ in trace.recordFetchIfNeeded(below: 0, of: rows, isGallery: false) }
    trace.allowRequestsNearEnds(at: 2, of: 3)
    let isAskedAgain = trace.recordFetchIfNeeded(below: 0, of: rows, isGallery: false)
    let above = [rows, rows, []].map { trace.recordFetchIfNeeded(above: 0, of: $0) }

    #expect(asks == [true, false] && isAskedAgain)
    #expect(above == [true, false, false])
  }

  @Test func `a gallery that is not filled stops asking until it is laid out anew`() {
    var trace = StreamReadingRecord()
    func asks() -> Int {
      (0..<20).count { trace.recordFetchIfNeeded(below: 0, of: rows("\($0)"), isGallery: true) }
    }

    let asked = asks()
    trace.resetGalleryPageLimit()

    #expect(asked == StreamReadingRecord.patience && asks() == StreamReadingRecord.patience)
  }

  @Test(arguments: [
    (StreamScene.RowEdge.above, ["1", "a", "…", "2"], true),
    (.above, ["1", "…", "a", "2"], false),
    (.below, ["1", "…", "a", "2"], true), (.below, ["1", "a", "…", "2"], false),
    (.above, ["1", "2"], true),
  ])
  func `a gap is filled by what comes on the side it was asked from`(
    edge: StreamScene.RowEdge, after: [String], isFilled: Bool
  ) {
    var trace = StreamReadingRecord()
    trace.cameFrom = edge
    trace.recordGapRequest(for: .init("g"))

    let gap = trace.takeFilledGap(from: rows("1", "…", "2"), to: after.flatMap { rows($0) })

    #expect((gap != nil) == isFilled)
    #expect((trace.asked == nil) == isFilled)
  }
}
