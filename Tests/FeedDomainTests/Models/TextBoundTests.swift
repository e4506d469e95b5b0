import FeedDomain
import Testing

/// What a service gives is cut where a model is made of it.
@Suite struct TextBoundTests {
  private let long = String(repeating: "ab", count: 25_000)

  @Test func `a text within its length limit is unchanged`() {
    for text in ["", "Ada", String(repeating: "ü", count: 300)] {
      #expect(text.shortened(to: .name) == text)
    }
  }

  @Test func `a longer text ends in an ellipsis, without cutting a character`() {
    #expect(long.shortened(to: .name).count == ServiceTextLengthLimit.name.rawValue - 1)
    #expect(long.shortened(to: .name).last == "…")
    let family = "👩‍👩‍👧"
    let families = String(repeating: family, count: 1_000).shortened(to: .name)
    #expect(families.dropLast().allSatisfy { $0 == Character(family) })
    #expect(families.unicodeScalars.count <= ServiceTextLengthLimit.name.rawValue)
  }

  @Test func `a single character of a megabyte is shortened too`() {
    let tower = "a" + String(repeating: "\u{301}", count: 500_000)

    #expect(tower.shortened(to: .name).unicodeScalars.count <= ServiceTextLengthLimit.name.rawValue)
    #expect(!tower.fitsWithin(.name))
  }

  @Test func `names from services are limited to the length of a line`() {
    let person = Person(id: Person.ID("a"), handle: long, name: long)
    let subscription = Subscription(
      id: Subscription.ID("s"), address: "https://a.example", name: long, folder: long)
    let filter = WordFilter(id: "1", title: long, words: [long], places: [.home], isHiding: false)
    let card = LinkPreview(url: "https://a.example", title: long, summary: long, site: long)
    let feed = CustomFeed(id: "1", name: long, author: long, words: long)
    let quote = Quote(
      id: Post.ID("1"), handle: long, name: long, text: RichText(""), warning: long,
      pictures: [long])
    let facts = ServerFacts(
      name: long, summary: RichText(""), rules: [.init(id: "1", words: long)], contact: long,
      version: long)
    let trend = TrendingTagOrPage(
      .page(address: "https://a.example", title: long, site: long), uses: [], personCount: 0)
    let photo = Photo(
      id: Photo.ID("p"), renditions: [], size: PhotoSize(width: 1, height: 1), altText: long,
      photographer: long,
      licence: long)
    let content = Post.PostContent(text: RichText(""), warning: long, foldReason: long)

    let names: [String?] = [
      person.handle, person.name, subscription.name, subscription.folder, filter.title,
      filter.words.first, card.title, card.site, feed.name, feed.author, quote.handle, quote.name,
      facts.name, facts.contact, facts.version, photo.photographer, photo.licence,
      content.foldReason,
      UserList(id: "1", title: long).title, Poll.PollOption(title: long, votes: nil).title,
      Reaction(long, count: 1).name, Place(name: long, latitude: 1, longitude: 1).name,
      PhotoDetails.CameraDetails(model: long).model,
    ]
    for (place, name) in names.enumerated() {
      #expect(name?.count == ServiceTextLengthLimit.name.rawValue - 1, "\(place)")
    }
    if case .page(_, let title, let site) = trend.subject {
      #expect(title.count < 300 && site.count < 300)
    }
    for summary in [
      card.summary, feed.words, quote.warning, content.warning, facts.rules.first?.words,
    ] {
      #expect(summary?.count == ServiceTextLengthLimit.summary.rawValue - 1)
    }
    #expect(photo.altText.count == ServiceTextLengthLimit.description.rawValue - 1)
    #expect(quote.pictures.first?.count == ServiceTextLengthLimit.description.rawValue - 1)
    #expect(CustomEmoji(name: long, url: "https://a.example") == nil)
  }
}
