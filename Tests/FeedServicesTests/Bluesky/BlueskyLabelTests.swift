import FeedDomain
import Testing

@testable import FeedServices

/// What covers one's own pictures.
struct BlueskyLabelTests {
  @Test func `a post marked sensitive carries a label only if it has pictures`() {
    var record = BlueskyPostRecord(text: "Look", createdAt: BlueskySample.now)
    record.isSensitive = true
    #expect(record.json["labels"].isNull)

    record.pictures = [
      BlueskyUploadedPicture(
        blob: ["ref": ["$link": "bafk1"]], size: PhotoSize(width: 4, height: 3))
    ]
    record.altTexts = [""]

    #expect(record.json["labels"]["$type"] == "com.atproto.label.defs#selfLabels")
    #expect(record.json["labels"]["values"] == [["val": "graphic-media"]])
  }
}
