import Doubles
import FeedDomain
import Testing

/// What came back of a post, compared with what was asked for.
struct ExposureTests {
  private func post(
    for visibility: Visibility = .followers, warning: String? = nil, covered: [Bool] = [],
    poll: Poll? = nil
  ) -> Post {
    let photo = Photo.sample("p")
    return Post(
      id: Post.ID("7"), author: .sample("me"), createdAt: Timestamp(milliseconds: 0),
      content: Post.PostContent(
        text: RichText("Hi"), warning: warning,
        photos: covered.map { isCovered in
          Photo(
            id: photo.id, renditions: photo.renditions, size: photo.size, altText: photo.altText,
            isSensitive: isCovered)
        }, poll: poll), visibility: visibility)
  }

  private func draft(
    for visibility: Visibility = .followers, warning: String? = nil, covered: Bool = false,
    poll: Draft.DraftPoll? = nil
  ) -> Draft {
    Draft(
      id: Draft.ID("d"), text: "Hi", warning: warning, visibility: visibility,
      attachments: [.init(path: "/a", altText: "A")], isSensitive: covered, poll: poll)
  }

  @Test(arguments: Visibility.allCases)
  func `a post published to a wider audience than requested is an unintended exposure`(
    asked: Visibility
  ) throws {
    for got in Visibility.allCases {
      let exposure = UnintendedPostExposure(of: post(for: got), publishedAs: draft(for: asked))

      let order = Visibility.allCases
      let isWider = try #require(order.firstIndex(of: got)) < #require(order.firstIndex(of: asked))
      #expect(exposure?.audience == (isWider ? got : nil))
      #expect(isWider ? exposure?.requestedVisibility == asked : exposure == nil)
    }
  }

  @Test func `a missing warning is an unintended exposure, a changed one is not`() {
    let asked = draft(warning: "tea")

    #expect(
      UnintendedPostExposure(of: post(warning: nil), publishedAs: asked)?.lacksWarning == true)
    #expect(UnintendedPostExposure(of: post(warning: ""), publishedAs: asked)?.lacksWarning == true)
    #expect(UnintendedPostExposure(of: post(warning: "Tea!"), publishedAs: asked) == nil)
    #expect(UnintendedPostExposure(of: post(warning: nil), publishedAs: draft(warning: " ")) == nil)
  }

  @Test func `published pictures without the requested cover are an unintended exposure`() {
    let asked = draft(covered: true)

    #expect(
      UnintendedPostExposure(of: post(covered: [true, false]), publishedAs: asked)?.lacksCover
        == true)
    #expect(UnintendedPostExposure(of: post(covered: [true]), publishedAs: asked) == nil)
    #expect(UnintendedPostExposure(of: post(), publishedAs: asked) == nil)
    #expect(UnintendedPostExposure(of: post(covered: [false]), publishedAs: draft()) == nil)
  }

  @Test func `a missing poll is an unintended exposure`() {
    let asked = draft(poll: Draft.DraftPoll(choices: ["a", "b"], lasts: .seconds(300)))
    let poll = Poll(options: [.init(title: "a", votes: 0)], closesAt: nil)

    #expect(UnintendedPostExposure(of: post(), publishedAs: asked)?.lacksPoll == true)
    #expect(UnintendedPostExposure(of: post(poll: poll), publishedAs: asked) == nil)
  }

  @Test func `only a published post is checked for unintended exposure`() {
    let open = post(for: .everybody)

    #expect(
      PendingChange.publish(draft()).postWithUnintendedExposure(after: .post(open))?.post == open)
    #expect(PendingChange.publish(draft()).postWithUnintendedExposure(after: .done) == nil)
    #expect(
      PendingChange.mark(open.id, .liked, true).postWithUnintendedExposure(after: .post(open))
        == nil)
  }
}
