import Testing

@testable import FeedDomain

/// Articles as plain text, for printing, files and other programs.
@Suite struct ArticleTextTests {
  private func text(ofPicture words: String, caption: String = "") -> String {
    let photo = Photo(
      id: Photo.ID("https://a.example/1.jpg"), renditions: [],
      size: PhotoSize(width: 1, height: 1), altText: words)
    return Article(
      post: Post.ID("7"), title: "", createdAt: Timestamp(milliseconds: 0),
      blocks: [.init(.picture(photo, caption: RichText(caption)))]
    ).text
  }

  @Test func `a picture in an article is printed with description, address and caption`() {
    #expect(
      text(ofPicture: "A pier", caption: "Fog")
        == "[Picture: A pier] <https://a.example/1.jpg>\nFog\n")
    #expect(text(ofPicture: "A pier") == "[Picture: A pier] <https://a.example/1.jpg>\n")
    #expect(text(ofPicture: "") == "Picture: https://a.example/1.jpg\n")
    #expect(text(ofPicture: "", caption: "Fog") == "Picture: https://a.example/1.jpg\nFog\n")
  }

  private func text(ofTable rows: [[String]], hasHeading: Bool = false) -> String {
    Article(
      post: Post.ID("7"), title: "", createdAt: Timestamp(milliseconds: 0),
      blocks: [
        .init(
          .table(
            Article.ArticleTableBlock(
              rows: rows.map { $0.map { RichText($0) } }, hasHeading: hasHeading)))
      ]
    ).text
  }

  @Test func `cells of a table in an article are aligned if they fit, and kept apart if not`() {
    #expect(
      text(ofTable: [["Port", "Tide"], ["Quay", "high"], ["潮", ""], ["A"]], hasHeading: true) == """
        Port | Tide
        ---- | ----
        Quay | high
        潮   |
        A

        """)
    let long = String(repeating: "fog ", count: 20)
    #expect(text(ofTable: [["A", long], ["Quay", "high"]]) == "A | \(long)\nQuay | high\n")
  }
}
