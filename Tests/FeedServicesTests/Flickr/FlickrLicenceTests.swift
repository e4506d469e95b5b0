import Doubles
import FeedDomain
import Testing

@testable import FeedServices

/// The terms of use that Flickr knows by numbers, of which it makes new ones.
@Suite struct FlickrLicenceTests {
  private static let licences: JSON = [
    "licenses": [
      "license": [
        ["id": "4", "name": "CC BY 2.0", "url": "https://x.example"],
        ["id": 11, "name": "CC BY 4.0"], ["id": "x", "name": "No"], ["id": "12", "name": " "], 7,
      ]
    ], "stat": "ok",
  ]

  private static func page(licence: String) -> JSON {
    .object([
      .init(name: "stat", value: "ok"),
      .init(
        name: "photos",
        value: [
          "pages": 1,
          "photo": [
            .object(
              FlickrFixture.photo("a").members + [.init(name: "license", value: .string(licence))])
          ],
        ]),
    ])
  }

  private func licence(_ fixture: FlickrFixture) async throws -> String? {
    try await fixture.feeds.feedPage(of: .trending, .latest).entries[0].post.content.photos[0]
      .licence
  }

  @Test func `an unknown licence number is looked up once`() async throws {
    let fixture = FlickrFixture([
      "photos.licenses.getInfo": Self.licences,
      "interestingness.getList": Self.page(licence: "11"),
    ])

    let first = try await licence(fixture)
    let second = try await licence(fixture)

    #expect(first == "CC BY 4.0")
    #expect(second == "CC BY 4.0")
    #expect(fixture.asked.count { $0 == "photos.licenses.getInfo" } == 1)
  }

  @Test func `a known licence number is not looked up`() async throws {
    let fixture = FlickrFixture(["interestingness.getList": Self.page(licence: "4")])

    #expect(try await licence(fixture) == "CC BY 2.0")
    #expect(fixture.asked == ["interestingness.getList page=1"])
  }

  @Test func `photos are listed without a licence if licences cannot be fetched`() async throws {
    let fixture = FlickrFixture(["interestingness.getList": Self.page(licence: "11")])

    #expect(try await licence(fixture) == nil)
    #expect(try await licence(fixture) == nil)
    #expect(fixture.asked.count { $0 == "photos.licenses.getInfo" } == 1)
  }
}
