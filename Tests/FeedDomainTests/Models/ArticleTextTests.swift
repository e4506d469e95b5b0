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

  @Test func `a picture in an article is printed with caption or description and address`() {
    #expect(text(ofPicture: "A pier", caption: "Fog") == "[Fog] <https://a.example/1.jpg>\n")
    #expect(text(ofPicture: "A pier") == "[A pier] <https://a.example/1.jpg>\n")
    #expect(text(ofPicture: "") == "Picture: https://a.example/1.jpg\n")
  }
}
