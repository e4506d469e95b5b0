import FeedDomain
import Testing

@testable import FeedServices

/// Lists of feeds as programs exchange them.
@Suite struct OutlineTests {
  @Test func `a list is read with its folders`() throws {
    let outline = try #require(Outline(try ServiceSample.bytes("Syndication/list.opml")))

    #expect(
      outline.entries == [
        .init(address: "https://fog.example/feed.xml", name: "Fog", folder: nil),
        .init(address: "http://news.example/rdf", name: "News", folder: "News & co"),
        .init(address: "https://fog.example/feed.xml", name: "Again", folder: "Deeper"),
      ])
  }

  @Test func `what is written is read as it was`() {
    let entries: [Outline.Entry] = [
      .init(address: "https://a.example/?x=1&y=\"2\"", name: "A <b> & c", folder: nil),
      .init(address: "https://b.example/", name: "B", folder: "Folder \"x\""),
    ]

    #expect(Outline(Array(Outline(entries).text.utf8))?.entries == entries)
  }

  @Test func `a feed that is on the list twice is followed once, without its plain address`() throws
  {
    var list = SubscriptionList()

    list.add(try #require(Outline(ServiceSample.bytes("Syndication/list.opml"))))

    #expect(
      list.subscriptions.map(\.address)
        == ["https://fog.example/feed.xml", "https://news.example/rdf"])
    #expect(list.folders == ["News & co"])
  }

  @Test func `a list of addresses is read, with folders and names`() throws {
    let outline = try #require(
      Outline(
        lines: Array(
          """
          # what I read
          https://a.example/feed
            http://b.example/rss  news "more news"\t"~The  B"
          https://c.example/?x="1" ! "~Unfinished
          "query:Unread:unread = \\"yes\\"" all
          exec:~/bin/feed

          """.utf8)))

    #expect(
      outline.entries == [
        .init(address: "https://a.example/feed", name: "", folder: nil),
        .init(address: "http://b.example/rss", name: "The B", folder: "news"),
        .init(address: #"https://c.example/?x="1""#, name: "Unfinished", folder: nil),
      ])
  }

  @Test(arguments: ["", "# nothing", "ftp://a.example", "<opml/>", "\u{FF}\u{0}"])
  func `what holds no address is no list of addresses`(text: String) {
    #expect(Outline(lines: Array(text.utf8)) == nil)
  }

  @Test(arguments: ["", "<rss/>", "<opml/>", "{}"])
  func `what is no list is none`(text: String) {
    #expect(Outline(Array(text.utf8)) == nil)
  }
}
