import FeedDomain
import Terminal
import Testing
import UseCases

@testable import Scenes

struct StreamRequestRecordTests {
  private func rows(_ ids: String...) -> [StreamRow] {
    ids.map { id in
      guard id != "…" else {
        return .gap(
          StreamGapRow(
            gap: TimelineGap(id: .init("g"), older: Cursor("c"), entryBelow: nil), words: "",
            busyWords: ""))
      }
      return .post(.init(id), PostItem(Posts.post(id, RichText(""))))
    }
  }

  @Test func `an unchanged position or preview is reported once, and again after it is forgotten`()
  {
    var requestRecord = StreamRequestRecord()
    let place = ReadingPosition(entry: .init("1"), row: 0)

    let news = (1...2).map { _ in requestRecord.recordReportedPositionIfNew(place, seen: .init("1"))
    }
    let previews = (1...2).map { _ in
      requestRecord.recordPreviewRouteIfNew(.conversationPreview(.init("1")))
    }
    requestRecord.forgetReportedPosition()
    requestRecord.forgetPreviewRoute()
    let (isNews, isShown) = (
      requestRecord.recordReportedPositionIfNew(place, seen: .init("1")),
      requestRecord.recordPreviewRouteIfNew(.conversationPreview(.init("1")))
    )

    #expect(news == [true, false] && previews == [true, false])
    #expect(isNews && isShown)
  }

  @Test func `more rows are requested once near an end, and again after the selection moved there`()
  {
    var requestRecord = StreamRequestRecord()
    let rows = rows("1", "2", "3")

    let asks = (1...2).map { _ in
      requestRecord.recordPostsRequestIfNeeded(below: 0, of: rows, isGallery: false)
    }
    requestRecord.allowRequestsNearEnds(at: 2, of: 3)
    let isAskedAgain = requestRecord.recordPostsRequestIfNeeded(
      below: 0, of: rows, isGallery: false)
    let above = [rows, rows, []].map { requestRecord.recordPostsRequestIfNeeded(above: 0, of: $0) }

    #expect(asks == [true, false] && isAskedAgain)
    #expect(above == [true, false, false])
  }

  @Test func `a gallery stops requesting pages at a limit, until its layout changes`() {
    var requestRecord = StreamRequestRecord()
    func asks() -> Int {
      (0..<20).count {
        requestRecord.recordPostsRequestIfNeeded(below: 0, of: rows("\($0)"), isGallery: true)
      }
    }

    let asked = asks()
    requestRecord.resetGalleryPageLimit()

    #expect(
      asked == StreamRequestRecord.maximumGalleryPages
        && asks() == StreamRequestRecord.maximumGalleryPages)
  }

  @Test(arguments: [
    (StreamScene.StreamRowsEdge.above, ["1", "a", "…", "2"], true),
    (.above, ["1", "…", "a", "2"], false),
    (.below, ["1", "…", "a", "2"], true), (.below, ["1", "a", "…", "2"], false),
    (.above, ["1", "2"], true),
  ])
  func `a gap counts as filled when rows appear on the side it was requested from`(
    edge: StreamScene.StreamRowsEdge, after: [String], isFilled: Bool
  ) {
    var requestRecord = StreamRequestRecord()
    requestRecord.cameFrom = edge
    requestRecord.recordGapRequest(for: .init("g"))

    let gap = requestRecord.takeRequestedGapIfFilled(
      from: rows("1", "…", "2"), to: after.flatMap { rows($0) })

    #expect((gap != nil) == isFilled)
    #expect((requestRecord.fetchedGap == nil) == isFilled)
  }
}
