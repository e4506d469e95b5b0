import FeedDomain
import Terminal
import Testing
import UseCases

@testable import Preferences
@testable import Scenes
@testable import Words

/// Who is named beside a photo.
struct PhotoCreditTests {
  private static let page = "https://unsplash.com/@mei?utm_source=tweetie&utm_medium=referral"
  private static let home = "https://unsplash.com/?utm_source=tweetie&utm_medium=referral"

  private let author = Person(
    id: Person.ID("mei"), handle: "mei", name: "Mei Tanaka", url: page)

  private func posts(_ service: Service) -> PostViewModelFactory {
    PostViewModelFactory(terms: service.photoTerms)
  }

  private var item: PostItem {
    let shot = Posts.shot("a", by: "Mei", "A lake", 3, 2, photographer: "Mei Tanaka", at: "Ghent")
    return PostItem(
      Post(
        id: shot.id, author: author, createdAt: shot.createdAt, content: shot.content,
        url: "https://flickr.com/photos/mei/1"))
  }

  @Test(arguments: Service.allCases.filter { $0 != .unsplash && $0 != .flickr })
  func `a photo credit names only the photographer unless the service requires more`(
    service: Service
  ) {
    let line = PhotoWallCaptionLayout(
      posts: posts(service), theme: ThemeName.dark.theme, now: Posts.now
    )
    .laidOutCaption(item, columns: 50, isSelected: false).lines[0]

    #expect(line.text.hasPrefix("Mei Tanaka · Ghent"))
    #expect(line.links.isEmpty)
  }

  @Test(arguments: [false, true])
  func `a photo on the wall names and links its photographer and Unsplash`(isSelected: Bool) {
    let line = PhotoWallCaptionLayout(
      posts: posts(.unsplash), theme: ThemeName.dark.theme, now: Posts.now
    )
    .laidOutCaption(item, columns: 50, isSelected: isSelected).lines[0]

    #expect(line.text.hasPrefix("Mei Tanaka · Unsplash · CC BY 4.0 · Ghent"))
    #expect(line.links.map(\.target.address) == [Self.page, Self.home])
    #expect(line.links.map(\.cells) == [0..<10, 13..<21])
  }

  @Test func `the credit of a Flickr photo links to its page`() {
    let line = PhotoWallCaptionLayout(
      posts: posts(.flickr), theme: ThemeName.dark.theme, now: Posts.now
    )
    .laidOutCaption(item, columns: 50, isSelected: false).lines[0]

    #expect(line.text.hasPrefix("Mei Tanaka · Flickr · CC BY 4.0 · Ghent"))
    #expect(line.links.last?.target.address == "https://flickr.com/photos/mei/1")
  }

  @Test(arguments: [(Service.flickr, true), (.mastodon, false)])
  func `a photo in a list names photographer and licence if the service requires attribution`(
    service: Service, isNamed: Bool
  ) {
    let post = posts(service).postViewModel(of: item, now: Posts.now)

    let lines = PostLayout.laidOutPost(
      post, columns: 60, theme: ThemeName.dark.theme, options: DisplayOptions()
    ).lines

    let credit = lines.first { $0.text.hasPrefix("Mei Tanaka · Flickr · CC BY 4.0") }
    #expect((credit != nil) == isNamed)
    #expect(credit?.links.last?.target.address == (isNamed ? item.post.url : nil))
  }

  @Test func `a long name below a narrow photo on the wall ends with a whole word`() {
    let post = Posts.post(
      "1", by: "Ursula von Thal", RichText("A pier."), photos: [Posts.photo("A pier")])

    let block = PhotoWallCaptionLayout(
      posts: posts(.mastodon), theme: ThemeName.dark.theme, now: Posts.now
    )
    .laidOutCaption(PostItem(post), columns: 18, isSelected: false)

    #expect(block.lines[0].text.hasPrefix("Ursula von "))
    #expect(!block.lines[0].text.contains("…"))
  }

  @Test func `the caption of a narrow photo on the wall names the photographer`() {
    let block = PhotoWallCaptionLayout(
      posts: posts(.unsplash), theme: ThemeName.dark.theme, now: Posts.now
    )
    .laidOutCaption(item, columns: 14, isSelected: false)

    #expect(block.lines[0].text.hasPrefix("Mei Tanaka"))
    #expect(block.lines[0].columns <= 14)
    #expect(block.zones[0].columns.upperBound <= 14)
  }

  @Test func `the caption of the carousel's middle photo names and links photographer and service`()
  {
    let lines = CarouselCaptionLayout(
      posts: posts(.unsplash), theme: ThemeName.dark.theme, now: Posts.now
    ).laidOutCaption(item, position: "", columns: 70, rows: 4).lines

    let credit = lines.first { $0.text.contains("Unsplash") }
    #expect(credit?.text.hasPrefix("Mei Tanaka · Unsplash · Ghent") == true)
    #expect(credit?.links.map(\.target.address) == [Self.page, Self.home])
  }

  @Test(arguments: [
    (60, "Ada Okafor · Lake Bled · CC BY 4.0"), (45, "Ada Okafor · CC BY 4.0"), (40, "Ada Okafor"),
  ])
  @MainActor func `a narrow caption leaves out the place, then the licence, and cuts neither`(
    columns: Int, credit: String
  ) {
    let screen = PhotoScreen(columns: columns, rows: 12)

    screen.show()

    let counts = screen.text.split(separator: "\n").first { $0.contains("♡ 12") }
    #expect(counts?.hasSuffix("♡ 12   " + credit) == true)
  }

  @Test @MainActor
  func `on an ASCII terminal a photographer's name in other letters is marked as such`() {
    var state = PhotoScene.SceneState(account: Posts.account)
    state.posts = PostRows([
      Posts.shot("a", by: "Haruka", "A tram", 3, 2, photographer: "森 はるか", at: "京都")
    ])

    let viewModel = PhotoPresenter(
      wording: Wording(), keys: .defaults, options: DisplayOptions(hasSigns: false)
    ).viewModel(of: state)

    let credit = viewModel.photo?.caption.credits.first?.plain.string
    #expect(credit?.contains("(other letters)") == true)
    let texts = [credit ?? ""] + viewModel.facts.map(\.value.string)
    #expect(!texts.contains { $0.contains("森") || $0.contains("京都") })
  }

  @Test @MainActor
  func `the caption of a full-screen photo names and links photographer and service`() {
    let screen = PhotoScreen()
    let post = item.post
    let account = Account(service: .unsplash, person: .init("me"), handle: "me")
    screen.presenter.show(post, as: account)

    let links = screen.draw().links.map(\.target.address)
    #expect(links.contains(Self.page))
    #expect(links.contains(Self.home))
  }
}
