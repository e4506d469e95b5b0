import Doubles
import Testing

@testable import FeedDomain

@Suite struct MuteTests {
  @Test(arguments: [
    ("#Boats", Mute.tag("boats")), (" @Ada@Compilers.example ", .person("ada@compilers.example")),
    ("Season  finale", .words("season finale")), ("a#b", .words("a#b")),
  ])
  func `a typed mute is parsed by its form, and written back the same`(typed: String, mute: Mute) {
    #expect(Mute(typed) == mute)
    #expect(Mute(mute.text) == mute)
  }

  @Test(arguments: ["", "  ", "#", "@", "# boats", "#two tags", String(repeating: "a", count: 201)])
  func `an empty, incomplete or too long mute is refused`(typed: String) {
    #expect(Mute(typed) == nil)
  }

  @Test(arguments: [
    ("finale", "The FINALE, at last", true), ("finale", "finales", false),
    ("season finale", "That season finale!", true), ("船", "白い船と海", true),
    ("c++", "I write C++ again", true), ("art", "party", false),
  ])
  func `a mute of words matches whole words only`(words: String, text: String, isFound: Bool) {
    #expect(Mute.words(words).mutesPost(.sample("1", text: text), boostedBy: nil) == isFound)
  }

  @Test func `a mute of words matches warnings, descriptions, polls and quotes too`() {
    let words = "a spider"
    let contents = [
      Post.PostContent(text: RichText(words)),
      Post.PostContent(text: RichText(""), warning: words),
      Post.PostContent(
        text: RichText(""),
        photos: [
          Photo(
            id: Photo.ID("p"), renditions: [], size: PhotoSize(width: 1, height: 1), altText: words)
        ]),
      Post.PostContent(
        text: RichText(""),
        poll: Poll(options: [Poll.PollOption(title: words, votes: nil)], closesAt: nil)),
      Post.PostContent(
        text: RichText(""),
        quote: Quote(id: Post.ID("2"), handle: "bo", name: "Bo", text: RichText(words))),
    ]

    for content in contents {
      #expect(
        Mute.words(words).mutesPost(Post.sample("1").replacingContent(content), boostedBy: nil))
    }
  }

  @Test func `a mute of a tag matches the tag in any case`() {
    let tagged = Post.sample("1").replacingContent(
      Post.PostContent(text: RichText(runs: [RichText.RichTextRun("#Boats", .tag("Boats"))])))

    #expect(Mute.tag("boats").mutesPost(tagged, boostedBy: nil))
    #expect(!Mute.tag("boat").mutesPost(tagged, boostedBy: nil))
    #expect(!Mute.tag("boats").mutesPost(.sample("1", text: "boats"), boostedBy: nil))
  }

  @Test func `a mute of a person matches the author, booster and quoted author`() {
    let mute = Mute.person("mei")
    let quote = Quote(id: Post.ID("2"), handle: "Mei", name: "Mei", text: RichText("Hi"))

    #expect(mute.mutesPost(.sample("1", by: "Mei"), boostedBy: nil))
    #expect(mute.mutesPost(.sample("1"), boostedBy: .sample("mei")))
    #expect(
      mute.mutesPost(
        Post.sample("1").replacingContent(Post.PostContent(text: RichText(""), quote: quote)),
        boostedBy: nil))
    #expect(!mute.mutesPost(.sample("1"), boostedBy: .sample("bo")))
  }
}
