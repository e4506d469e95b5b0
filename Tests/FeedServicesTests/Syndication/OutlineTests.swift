import FeedDomain
import Testing

@testable import FeedServices

/// Lists of feeds as programs exchange them.
@Suite struct OutlineTests {
  @Test func `an OPML list is read with its folders`() throws {
    let outline = try #require(WebFeedOutline(try ServiceSample.bytes("Syndication/list.opml")))

    #expect(
      outline.entries == [
        .init(address: "https://fog.example/feed.xml", name: "Fog", folder: nil, line: 5),
        .init(address: "http://news.example/rdf", name: "News", folder: "News & co", line: 7),
        .init(
          address: "https://fog.example/feed.xml", name: "Again", folder: "News & co/Deeper",
          line: 8),
      ])
  }

  @Test func `an outline without a feed address is rejected with its line`() throws {
    let text = """
      <?xml version="1.0"?>
      <opml version="2.0"><body>
      <outline text="Empty folder"/>
      <outline type="rss" text="No address"/>
      <outline
        text="A page" htmlUrl="https://page.example/"/>
      <outline text="Fine" xmlurl="https://fine.example/feed"/>
      </body></opml>
      """

    let outline = try #require(try WebFeedOutline(Array(text.utf8)))

    #expect(
      outline.entries == [
        .init(address: "https://fine.example/feed", name: "Fine", folder: nil, line: 7)
      ])
    #expect(
      outline.rejected == [
        RejectedImportEntry(line: 4, name: "No address", address: nil, .noAddress),
        RejectedImportEntry(line: 5, name: "A page", address: "https://page.example/", .noAddress),
      ])
  }

  @Test func `HTML entities in names and blanks in categories are read`() throws {
    let text = """
      <opml><body><outline text="Caf&eacute; &amp; co" xmlUrl="https://a.example/"
      category=" / , one / ,/ two // three "/></body></opml>
      """

    let outline = try #require(try WebFeedOutline(Array(text.utf8)))

    #expect(
      outline.entries == [
        .init(
          address: "https://a.example/", name: "Café & co", folder: "two/three",
          otherFolders: ["one"], line: 1)
      ])
  }

  @Test func `a list of 6000 addresses is read whole`() throws {
    let lines = (1...6_000).map { "https://a.example/\($0)\n" }.joined()

    let outline = try #require(WebFeedOutline(lines: Array(lines.utf8)))

    #expect(outline.entries.count == 6_000)
  }

  @Test func `a list of 12000 feeds with long addresses is imported in less than 4 MiB`() throws {
    let path = String(repeating: "a", count: 120)
    let outline = Self.outline((1...12_000).map { "https://h\($0).example/\(path)/\($0)" })
    var list = SubscriptionList()

    let withheld = list.addImportedFeeds(outline, isUsersOwnOutline: false)
    var copy = SubscriptionList()
    copy.addSubscriptions(list.subscriptions)

    #expect(withheld.isEmpty && list.subscriptions.count == 12_000)
    #expect(copy == list && list.subscriptionsChanged(since: copy).isEmpty)
    #expect(list.secret.revealed.utf8.count < 4 << 20)
    #expect(SubscriptionList(list.secret) == list)
  }

  @Test func `many subscriptions are added at once like one after another`() {
    var known = Subscription(at: "http://a.example/feed", folder: "Old", isElsewhere: true)
    known.otherFolders = ["Older"]
    var renamed = Subscription(at: "https://b.example/feed", name: "B")
    renamed.settings.title = "Bee"
    let added = [
      Subscription(at: "https://a.example/feed", folder: "New"), renamed,
      Subscription(at: "http://b.example/feed", folder: "Two"),
      Subscription(at: "https://b.example/feed", folder: "Three"),
      Subscription(id: known.id, address: "https://c.example/feed", name: "C"),
    ]
    var (one, many) = (SubscriptionList([known]), SubscriptionList([known]))

    for subscription in added { one.addSubscription(subscription) }
    many.addSubscriptions(added)

    #expect(many == one && many.subscriptions.count == 2)
    #expect(many.subscriptionsChanged(since: SubscriptionList([known])) == many.subscriptions)
  }

  @Test func `nested folders and category paths are read as folders`() throws {
    let text = """
      <opml><body><outline text="A"><outline title="B">
      <outline text="x" xmlUrl="https://x.example/"/></outline></outline>
      <outline text="y" xmlUrl="https://y.example/?a=1&b=2" category="linux,/News/Local"/>
      <outline text="z" type="rss" url="https://z.example/"/>
      """

    let outline = try #require(try WebFeedOutline(Array(text.utf8)))

    #expect(outline.entries.map(\.folder) == ["A/B", "News/Local", nil])
    #expect(outline.entries.map(\.address).last == "https://z.example/")
    #expect(outline.entries[1].address == "https://y.example/?a=1&b=2")
  }

  @Test func `control characters in names are written as blanks`() throws {
    let outline = WebFeedOutline([
      .init(address: "https://a.example/", name: "a\u{1b}[1mb\u{0}c", folder: "d\u{7}e")
    ])

    let document = try XMLReader.readDocument(Array(outline.text.utf8))

    let folder = document.root.firstChild("body")?.firstChild("outline")
    #expect(folder?["text"] == "d e")
    #expect(folder?.firstChild("outline")?["text"] == "a [1mb c")
  }

  @Test func `a newsboat file may begin with a byte order mark`() throws {
    let text = Array("\u{feff}https://a.example/ \"~Fóg\"\n".utf8)

    let outline = try #require(WebFeedOutline(lines: text))

    #expect(outline.entries.map(\.address) == ["https://a.example/"])
    #expect(outline.entries.map(\.name) == ["Fóg"])
    #expect(outline.rejected.isEmpty)
  }

  @Test func `quoted newsboat names may contain escaped quotes`() throws {
    let line = #"https://a.example/ "~A \"quoted\" name" "a folder""#

    let entry = try #require(WebFeedOutline(lines: Array(line.utf8))?.entries.first)

    #expect(entry.name == #"A "quoted" name"#)
    #expect(entry.folder == "a folder")
  }

  @Test(arguments: [
    ("feed:https://a.example/x", "https://a.example/x"),
    ("feed:http://a.example/x", "http://a.example/x"),
    ("feed://a.example/x", "http://a.example/x"), ("FEED://a.example/x", "http://a.example/x"),
    ("feed://ada:secret@a.example/x", "https://a.example/x"),
  ])
  func `a newsboat address with the scheme feed is read`(
    written: String, address: String
  ) throws {
    let outline = try #require(
      WebFeedOutline(lines: Array("https://b.example/\n\(written) news \"~A\"".utf8)))
    var list = SubscriptionList()
    _ = list.addImportedFeeds(outline, isUsersOwnOutline: true)

    #expect(outline.rejected == [])
    #expect(list.subscriptions.map(\.address) == ["https://b.example/", address])
    #expect(list.subscriptions[1].name == "A")
    #expect(list.subscriptions[1].folder == "news")
  }

  @Test func `importing a list again updates the titles that it sets`() throws {
    var list = SubscriptionList()
    func importLine(_ line: String) throws {
      _ = list.addImportedFeeds(
        try #require(WebFeedOutline(lines: Array(line.utf8))), isUsersOwnOutline: true)
    }

    try importLine("https://a.example/ \"~Fog\"")
    try importLine("https://a.example/ \"~Thick Fog\" news")
    #expect(list.subscriptions.map(\.name) == ["Thick Fog"])
    #expect(list.subscriptions.map(\.settings.title) == ["Thick Fog"])
    try importLine("https://a.example/ news")

    #expect(list.subscriptions.map(\.name) == ["Thick Fog"])
    #expect(list.subscriptions.map(\.folders) == [["news"]])
  }

  @Test func `a name and password in a feed: address are separated from the address`() {
    let (address, login) = AddressLoginParser.separatedAddressAndLogin(
      "feed:https://ada:secret@a.example/x")
    #expect(address == "https://a.example/x")
    #expect(login == "ada:secret")
  }

  @Test func `a newsboat file is imported with tags, names, hidden feeds and searches`() throws {
    let text = """
      # The quay
      https://a.example/1,2 news "slow reading" "~A" # a comment
      http://b.example/?x=1&y=2 "!" news

      "query:Tides:title =~ \\"tide\\" and author != \\"Ada\\"" searches
      "query:Unread:unread = \\"yes\\""
      "exec:~/bin/fog.sh" news
      filter:~/bin/clean.sh:https://c.example/feed
      https://a.example/1,2 again
      """

    let outline = try #require(WebFeedOutline(lines: Array(text.utf8)))
    var list = SubscriptionList()
    _ = list.addImportedFeeds(outline, isUsersOwnOutline: true)

    #expect(
      list.subscriptions.map(\.address) == ["https://a.example/1,2", "http://b.example/?x=1&y=2"])
    #expect(list.subscriptions.map(\.name) == ["A", "b.example"])
    #expect(list.subscriptions.map(\.folders) == [["news", "slow reading", "again"], ["news"]])
    #expect(list.subscriptions.map(\.isHidden) == [false, true])
    #expect(
      outline.searches.map(\.query) == ["title:/tide/ -author:/^Ada$/", "is:unread"])
    #expect(outline.searches.map(\.name) == ["Tides", "Unread"])
    #expect(outline.rejected.map(\.line) == [7, 8])
    #expect(outline.rejected.map(\.reason) == [.program, .program])
    #expect(SubscriptionList(list.secret) == list)
  }

  @Test(arguments: [
    ("title =~ \"tide\"", "title:/tide/"), ("title=\"high water\"", "title:/^high water$/"),
    ("author !~ \"Ada\" and content =~ \"fog\"", "-author:/Ada/ text:/fog/"),
    ("feedtitle = \"Old Blog\"", "from:/^Old Blog$/"), ("title =~ \"a.*b\"", "title:/a.*b/"),
    ("title =~ \"A\" or title =~ \"OR\"", "title:/A/ OR title:/OR/"), ("", nil), ("title", nil),
    ("(title =~ \"a\")", "title:/a/"), ("title =~ \"a", nil), ("title =~ \"a\" and", nil),
    ("unread = \"yes\"", "is:unread"), ("unread = \"no\"", "is:read"),
    ("unread != \"yes\"", "is:read"), ("unread = \"x\"", nil),
    ("age < 7", "since:7d"), ("age <= 7", "since:8d"), ("age > 7", "before:8d"),
    ("age >= 7", "before:7d"), ("age = 3", "since:4d before:3d"), ("age < 0", nil),
    ("age between 0:7", "since:8d"), ("age between 2:7", "since:8d before:2d"),
    ("age between 7:2", nil), ("age between 3", nil), ("age =~ \"3\"", nil),
    ("age < 3 or age > 30", "since:3d OR before:31d"),
    ("(age between 2:7 or title # \"tide\")", "since:8d before:2d OR title:\"tide\""),
    ("tags # \"news\"", "in:\"news\""), ("tags !# \"news\"", "-in:\"news\""),
    ("tags = \"news\"", nil),
    ("rssurl = \"https://a.example/?x=1\"", "in:\"https://a.example/?x=1\""),
    ("rssurl =~ \"a.example/\"", #"in:/a.example\//"#),
    ("rssurl !~ \"reddit\"", "-in:/reddit/"), ("rssurl =~ \"(\"", nil),
    ("flags # \"s\"", "tag:s"), ("flags !# \"s\"", "-tag:s"), ("flags =~ \"ab\"", "tag:a tag:b"),
    ("flags !~ \"ab\"", nil), ("flags != \"\"", "is:starred"), ("flags = \"\"", "-is:starred"),
    ("flags = \"s\"", nil), ("enclosure_type =~ \"^audio/\"", "has:audio"),
    ("enclosure_type !~ \"image\"", "-has:photo"), ("enclosure_type =~ \"pdf\"", nil),
    ("enclosure_type = \"audio/mpeg\"", nil), ("enclosure_url =~ \"mp3\"", "file:/mp3/"),
    ("title =~ \"tide|high water\"", "title:/tide|high water/"),
    ("title !~ \"tide|fog\"", "-title:/tide|fog/"),
    ("feedtitle != \"Sea\"", "-from:/^Sea$/"),
    ("enclosure_type =~ \"video/\"", "has:video"), ("enclosure_type =~ \"audio\"", "has:audio"),
    ("flags =~ \"s\"", "tag:s"), ("title # \"a\"", "title:\"a\""), ("title < \"a\"", nil),
    ("author !# \"Ada\"", "-author:\"Ada\""), ("content # \"c++\"", #"text:/(^|\s)c\+\+(\s|$)/"#),
    ("title # \"two words\"", nil), ("title =~ \"(a\"", nil), ("title =~ \"[[:alpha:]]\"", nil),
    ("link =~ \"/blog/\"", #"link:/\/blog\//"#), ("title =~ \"\\<tide\\>\"", #"title:/\btide\b/"#),
    ("title = \"a/b (c)\"", #"title:/^a\/b \(c\)$/"#),
    ("unread = \"yes\" or title = \"a\"", "is:unread OR title:/^a$/"),
    (
      "unread = \"yes\" and (tags # \"news\" or author = \"Ada\") and age < 2",
      "is:unread in:\"news\" since:2d OR is:unread author:/^Ada$/ since:2d"
    ),
    // As in newsboat, "or" behind "and" belongs to its right side.
    (
      "age < 2 and title = \"a\" or title = \"b\"",
      "since:2d title:/^a$/ OR since:2d title:/^b$/"
    ),
    ("((((((((((((((((((title=\"a\"))))))))))))))))))", nil), ("(title=\"a\"", nil),
    ("unread = \"yes\" and unread_count > 0", "is:unread"),
    ("(unread_count != \"0\" and unread != \"no\") or age < 2", "is:unread OR since:2d"),
    ("unread_count >= 1 or unread = \"yes\"", nil), ("unread_count > 5", nil),
    ("total_count > 0 and age < 2", "since:2d"), ("total_count > 0", nil),
    ("total_count < 9 and age < 2", nil), ("title=\"a\")", nil),
    ("title=\"a\" nor title=\"b\"", nil), ("age >= 0", nil),
  ])
  func `newsboat conditions become searches where possible`(
    condition: String, search: String?
  ) {
    var translator = NewsboatQueryTranslator(condition)
    #expect(translator.searchTextFromNewsboatCondition() == search)
  }

  @Test func `outlines marked as comments are skipped, and categories are folders`() throws {
    let text = """
      <opml><body><outline text="A"><outline text="x" xmlUrl="https://x.example/" category="linux,/News/Local"/>
      </outline><outline isComment="true" text="n"><outline text="y" xmlUrl="https://y.example/"/></outline>
      """

    let outline = try #require(try WebFeedOutline(Array(text.utf8)))

    #expect(outline.entries.map(\.address) == ["https://x.example/"])
    #expect(outline.entries.map(\.folder) == ["A"])
    #expect(outline.entries.map(\.otherFolders) == [["News/Local", "linux"]])
  }

  @Test func `feed settings of an exported list are read back on import`() throws {
    var hidden = Subscription(at: "https://a.example/feed", name: "A", folder: "News")
    (hidden.isHidden, hidden.otherFolders) = (true, ["slow", "Books, old", "/odd/"])
    hidden.settings = SubscriptionSettings(
      title: "A", interval: .seconds(3600), showsFullText: true, userAgent: "Fog/1 \"x\"",
      marksPassed: false)
    let plain = Subscription(at: "https://b.example/feed", name: "B")
    let all = [hidden, plain]

    var text = WebFeedOutline(all.map { WebFeedOutline.OutlineWebFeed($0) }).text
    for _ in 1...2 {
      var list = SubscriptionList()
      _ = list.addImportedFeeds(
        try #require(try WebFeedOutline(Array(text.utf8))), isUsersOwnOutline: true)
      #expect(Set(list.subscriptions) == Set(all))
      text = WebFeedOutline(list.subscriptions.map { WebFeedOutline.OutlineWebFeed($0) }).text
    }
  }

  @Test func `nested folders are written as nested outlines, and read back`() throws {
    let folders = [
      nil, "Work", "Work/Sub", "Play", "Work/Sub/Deep", "Play/Sub", "/odd/", "a//b", "a / b",
      String(repeating: "x/", count: 40) + "x",
    ]
    let feeds = folders.enumerated().map { number, folder in
      var feed = Subscription(at: "https://\(number).example/", name: "F", folder: folder)
      if number == 0 { feed.otherFolders = ["Work/Sub, old"] }
      return feed
    }

    let text = WebFeedOutline(feeds.map { WebFeedOutline.OutlineWebFeed($0) }).text
    var list = SubscriptionList()
    _ = list.addImportedFeeds(
      try #require(try WebFeedOutline(Array(text.utf8))), isUsersOwnOutline: true)

    func places(_ all: [Subscription]) -> [String: [String]] {
      Dictionary(uniqueKeysWithValues: all.map { ($0.address, $0.folders) })
    }
    #expect(places(list.subscriptions) == places(feeds))
    let lines = text.split(separator: "\n").map { line in
      line.contains(" xmlUrl=") ? "feed" : String(line)
    }
    #expect(
      lines.dropFirst(5).prefix(13) == [
        "<body>", "feed", #"<outline text="Work" title="Work">"#, "feed",
        #"<outline text="Sub" title="Sub">"#, "feed", #"<outline text="Deep" title="Deep">"#,
        "feed", "</outline>", "</outline>", #"<outline text="Sub, old" title="Sub, old">"#, "feed",
        "</outline>",
      ])
  }

  @Test func `several OPML lists in one file are all read, with their lines`() throws {
    func list(_ name: String) -> String {
      """
      <?xml version="1.0"?>
      <opml version="2.0"><body>
      <outline text="A & B"><outline text="\(name)" xmlUrl="https://\(name).example/"/></outline>
      <outline type="rss" text="\(name) without an address"/>
      </body></OPML>

      """
    }

    let outline = try #require(
      try WebFeedOutline(Array((list("one") + list("two") + list("three")).utf8)))

    #expect(outline.entries.map(\.name) == ["one", "two", "three"])
    #expect(outline.entries.map(\.folder) == ["A & B", "A & B", "A & B"])
    #expect(outline.entries.map(\.line) == [3, 8, 13])
    #expect(outline.rejected.map(\.line) == [4, 9, 14])
  }

  @Test func `each rejected line has its reason, and schemes may be in any case`() throws {
    let text = """
      HTTP://a.example/feed
      Https://b.example/feed "~B"
      file:///home/ada/feed.xml
      FTP://c.example/feed
      gopher://d.example/
      "query:a = b:title =~ \\"x\\""
      "query:New #1:unread = \\"yes\\""
      "query:[x]:unread = \\"yes\\""
      "query:Fine:age < 0"
      Exec:~/fog.sh
      nonsense
      """

    let outline = try #require(WebFeedOutline(lines: Array(text.utf8)))
    var list = SubscriptionList()
    _ = list.addImportedFeeds(outline, isUsersOwnOutline: true)

    #expect(
      list.subscriptions.map(\.address) == ["http://a.example/feed", "https://b.example/feed"])
    #expect(outline.searches == [])
    #expect(
      outline.rejected.map(\.reason) == [
        .localFile, .scheme, .scheme, .searchName, .searchName, .searchName,
        .searchComparison("age <"), .program,
        .noAddress,
      ])
  }

  @Test func `a search that cannot be expressed is rejected by attribute or comparison`() throws {
    let text = """
      https://a.example/feed
      "query:A:unread = \\"yes\\" and guid =~ \\"x\\""
      "query:B:unread_count > 0"
      "query:C:articleindex < 10 or flags # \\"s\\""
      "query:D:age =~ \\"3\\""
      "query:E:title"
      """

    let outline = try #require(WebFeedOutline(lines: Array(text.utf8)))

    #expect(outline.searches == [])
    #expect(
      outline.rejected.map(\.reason) == [
        .searchAttribute("guid"), .searchAttribute("unread_count"),
        .searchAttribute("articleindex"), .searchComparison("age =~"), .search,
      ])
  }

  @Test(arguments: [70, 3_000])
  func `a list with folders nested too deeply is rejected as a whole`(depth: Int) {
    let folders = String(repeating: "<outline text=\"f\">", count: depth)
    let text = "<opml><body>\(folders)<outline text=\"x\" xmlUrl=\"https://x.example/\"/>"

    #expect(throws: FeedError.tooLarge) { try WebFeedOutline(Array(text.utf8)) }
  }

  @Test func `a written list is read back as it was`() throws {
    let entries: [WebFeedOutline.OutlineWebFeed] = [
      .init(address: "https://a.example/?x=1&y=\"2\"", name: "A <b> & c", folder: nil),
      .init(address: "https://b.example/", name: "B", folder: "Folder \"x\""),
    ]

    let read = try WebFeedOutline(Array(WebFeedOutline(entries).text.utf8))?.entries.map {
      WebFeedOutline.OutlineWebFeed(address: $0.address, name: $0.name, folder: $0.folder)
    }
    #expect(read == entries)
  }

  @Test func `a feed listed twice is followed once, with all its folders`() throws {
    var list = SubscriptionList()

    let withheld = list.addImportedFeeds(
      try #require(try WebFeedOutline(ServiceSample.bytes("Syndication/list.opml"))),
      isUsersOwnOutline: false)

    #expect(withheld == [])
    #expect(
      list.subscriptions.map(\.address)
        == ["https://fog.example/feed.xml", "http://news.example/rdf"])
    #expect(list.folders == ["News & co/Deeper", "News & co"])
  }

  private static func outline(_ addresses: [String]) -> WebFeedOutline {
    WebFeedOutline(
      addresses.map { WebFeedOutline.OutlineWebFeed(address: $0, name: "", folder: nil) })
  }

  @Test(arguments: [
    "http://localhost:8080/feed", "https://localhost./feed", "http://a.localhost/feed",
    "http://127.0.0.1/feed", "https://127.1/feed", "https://2130706433/feed",
    "https://0x7f000001/feed", "https://0177.0.0.1/feed", "https://0/feed",
    "https://127.0.0.1./feed",
    "https://10.0.0.1/feed", "https://192.168.178.1/feed", "https://172.16.0.1/feed",
    "https://169.254.169.254/latest/meta-data", "https://100.64.0.1/feed", "http://[::1]/feed",
    "https://[::]/feed", "https://[::ffff:127.0.0.1]/feed", "https://[::ffff:7f00:1]/feed",
    "https://[::127.0.0.1]/feed", "https://[64:ff9b::7f00:1]/feed", "https://[2002:7f00:1::]/feed",
    "https://[fe80::1]/feed", "https://[fd00::1]/feed", "https://printer.local/feed",
    "https://nas.home.arpa/feed", "https://router.lan/feed", "https://wiki.internal./feed",
  ])
  func `local addresses are withheld from a foreign list, and kept from the user's own list`(
    _ address: String
  ) throws {
    let outline = Self.outline(["https://fog.example/feed", address])
    var (others, own) = (SubscriptionList(), SubscriptionList())

    let withheld = others.addImportedFeeds(outline, isUsersOwnOutline: false)

    #expect(others.subscriptions.map(\.address) == ["https://fog.example/feed"])
    #expect(withheld.count == (WebFeedFinder.feedAddressFromTypedText(address) == nil ? 0 : 1))
    #expect(own.addImportedFeeds(outline, isUsersOwnOutline: true) == [])
    #expect(own.subscriptions.count == 1 + withheld.count)
    #expect(own.subscriptions.allSatisfy { !$0.isElsewhere })
  }

  @Test(arguments: [
    "https://fog.example/feed", "https://93.184.216.34/feed", "https://[2606:4700::1111]/feed",
    "https://local.example/feed", "https://10.example/feed",
  ])
  func `public addresses of a foreign list are accepted and limited to public hosts`(
    _ address: String
  ) {
    var list = SubscriptionList()

    #expect(list.addImportedFeeds(Self.outline([address]), isUsersOwnOutline: false) == [])

    // What its name turns out to be an address of is judged by the transport.
    #expect(list.subscriptions.map(\.isElsewhere) == [true])
  }

  @Test func `a feed that the user adds may be local, even if a foreign list named it before`() {
    let here = "https://nas.example/feed"
    var list = SubscriptionList()
    _ = list.addImportedFeeds(Self.outline([here]), isUsersOwnOutline: false)

    list.addSubscription(Subscription(at: here))

    #expect(list.subscriptions.map(\.isElsewhere) == [false])
    list.addSubscription(Subscription(at: here, isElsewhere: true))
    #expect(list.subscriptions.map(\.isElsewhere) == [false])
  }

  @Test func `a local feed that the user follows stays local when a foreign list names it`() {
    let here = "http://localhost:8080/feed"
    var list = SubscriptionList([Subscription(at: here)])

    #expect(list.addImportedFeeds(Self.outline([here]), isUsersOwnOutline: false) == [])
    #expect(list.subscriptions.map(\.isElsewhere) == [false])
  }

  @Test func `a list of addresses is read with folders and names`() throws {
    let outline = try #require(
      WebFeedOutline(
        lines: Array(
          """
          # what I read
          https://a.example/feed
            http://b.example/rss  news "more news"\t"~The  B"
          https://c.example/?x="1" ! "~Unfinished
          "query:Unread:flags = \\"no\\"" all
          exec:~/bin/feed

          """.utf8)))

    #expect(
      outline.entries == [
        .init(address: "https://a.example/feed", name: "", folder: nil, line: 2),
        .init(
          address: "http://b.example/rss", name: "The B", folder: "news",
          otherFolders: ["more news"], settings: SubscriptionSettings(title: "The B"), line: 3),
        .init(
          address: #"https://c.example/?x="1""#, name: "Unfinished", folder: nil, isHidden: true,
          settings: SubscriptionSettings(title: "Unfinished"), line: 4),
      ])
    #expect(outline.rejected.map(\.line) == [5, 6])
    #expect(outline.rejected[1].name == "exec:~/bin/feed")
  }

  @Test(arguments: ["", "# nothing", "ftp://a.example", "<opml/>", "\u{FF}\u{0}"])
  func `a text without addresses is no list of addresses`(text: String) {
    #expect(WebFeedOutline(lines: Array(text.utf8)) == nil)
  }

  @Test(arguments: ["", "<rss/>", "<opml/>", "{}"])
  func `a text that is no OPML is rejected`(text: String) throws {
    #expect(try WebFeedOutline(Array(text.utf8)) == nil)
  }
}
