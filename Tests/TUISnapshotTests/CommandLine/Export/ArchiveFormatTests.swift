import Doubles
import FeedDomain
import Groundwork
import Terminal
import Testing
import UseCases

@testable import Console
@testable import Words

/// Archives of what strangers wrote, some of whom mean no good.
struct ArchiveFormatTests {
  private let account = Account(
    service: .mastodon, person: Person.ID("1"), handle: "ada", server: "https://example.org")

  private var html: HTMLArchive { HTMLArchive(wording: Wording(), now: FakeWorld.noon) }
  private var mbox: MboxArchive {
    MboxArchive(account: account, wording: Wording(), now: FakeWorld.noon)
  }

  private func post(
    _ text: RichText = RichText("Hello"), id: String = "7", name: String = "Grace",
    handle: String = "grace@elsewhere.example", warning: String? = nil, photos: [Photo] = [],
    poll: Poll? = nil, card: LinkPreview? = nil, quote: Quote? = nil, url: String? = nil,
    language: String? = nil, at moment: Timestamp = FakeWorld.noon
  ) -> Post {
    Post(
      id: Post.ID(id), author: Person(id: Person.ID("2"), handle: handle, name: name),
      createdAt: moment,
      content: Post.PostContent(
        text: text, warning: warning, photos: photos, poll: poll, card: card, quote: quote,
        language: language), reply: Post.ReplyTarget(to: Post.ID("6"), handle: "bo"), url: url,
      counts: Post.PostCounts(replies: 1, boosts: 0, likes: 2))
  }

  private func page(_ post: Post, files: [Photo.ID: String] = [:]) -> String {
    html.archivedPostText(of: post, in: .likes, tags: [], files: files)
  }

  // MARK: HTML

  @Test func `an HTML archive has a content security policy, and no script`() {
    let page = html.archiveOpeningText(account, parts: [.posts, .likes]) + html.end

    #expect(page.hasPrefix("<!DOCTYPE html>\n"))
    #expect(page.contains(#"http-equiv="Content-Security-Policy" content="default-src 'none'; "#))
    #expect(page.contains("prefers-color-scheme: dark"))
    #expect(page.contains(##"<a href="#likes">Likes</a>"##))
    #expect(!page.contains("<script") && !page.contains("http://"))
    #expect(!page.contains("https://"))
  }

  @Test func `a post is an article element of the HTML archive`() {
    let page = page(post(RichText("Good\nmorning"), url: "https://example.org/7"))

    #expect(
      page == """
        <article>
        <header><b><bdi>Grace</bdi></b> <bdi>@grace@elsewhere.example</bdi> \
        <a href="https://example.org/7" rel="noopener noreferrer nofollow">\
        <time datetime="2026-03-04T12:00:00Z">2026-03-04 12:00</time></a></header>
        <p class="reply">replying to @bo</p>
        <p class="text" dir="auto">Good
        morning</p>

        <footer>1 reply · 0 boosts · 2 likes</footer>
        </article>

        """)
  }

  static let hostile = #"<script>alert(1)</script>"><img src=x onerror='alert(1)'>&amp;"#

  /// Everywhere a stranger can put something, there is something bad.
  private var attack: Post {
    let bad = Self.hostile
    let photo = Photo(
      id: Photo.ID(bad),
      renditions: [
        Photo.PhotoRendition(url: "javascript:alert(1)", size: PhotoSize(width: 2, height: 2))
      ],
      size: PhotoSize(width: 2, height: 2), altText: bad)
    return post(
      RichText(runs: [
        .init(bad), .init(bad, .link("javascript:alert(1)")),
        .init(bad, .link("https://example.org/\"><script>")), .init(bad, .link("data:text/html,x")),
        .init(bad, .mention(Person.ID(bad))), .init(bad, .tag(bad)), .init(bad, .emphasis),
        .init(bad, .code),
      ]), id: bad, name: bad, handle: bad, warning: bad, photos: [photo],
      poll: Poll(options: [.init(title: bad, votes: 1)], closesAt: nil),
      card: LinkPreview(url: "vbscript:x", title: bad, summary: bad),
      quote: Quote(
        id: Post.ID(bad), handle: bad, name: bad, text: RichText(bad), warning: bad),
      url: "javascript:alert(1)", language: bad)
  }

  @Test func `HTML in names and texts of posts is escaped in the archive`() {
    let page = page(attack)

    // Every "<" begins a tag of ours, and every tag ends where it should.
    let tags = page.split(separator: "<").dropFirst(page.hasPrefix("<") ? 0 : 1)
      .compactMap { $0.prefix { !" >\n".contains($0) } }
    let ours: Set<Substring> = [
      "article", "/article", "header", "/header", "b", "/b", "bdi", "/bdi", "time", "/time", "p",
      "/p", "details", "/details", "summary", "/summary", "a", "/a", "span", "/span", "em", "/em",
      "code", "/code", "ul", "/ul", "li", "/li", "blockquote", "/blockquote", "footer", "/footer",
      "br",
    ]
    #expect(Set(tags).subtracting(ours) == [])
    #expect(page.count { $0 == "<" } == page.count { $0 == ">" })
    for scheme in ["javascript:", "vbscript:", "data:"] {
      #expect(!page.contains("\"\(scheme)"))
    }
    #expect(!page.contains("lang="))
    #expect(page.contains("&lt;script&gt;"))
  }

  @Test func `the file name of a picture is escaped in the HTML archive`() {
    let photo = Photo.sample("p")

    let page = page(post(photos: [photo]), files: [photo.id: "a \"b\"&c-pictures/x.jpg"])

    #expect(page.contains(#"<img src="a%20%22b%22%26c-pictures/x.jpg" alt="A photo""#))
  }

  @Test func `an HTML archive links pictures that are not stored, and loads none from the web`() {
    let photo = Photo(
      id: Photo.ID("p"),
      renditions: [
        Photo.PhotoRendition(url: "https://example.org/p.jpg", size: PhotoSize(width: 2, height: 2))
      ], size: PhotoSize(width: 2, height: 2), altText: "A boat")

    let page = page(post(photos: [photo]))

    #expect(!page.contains("<img"))
    #expect(page.contains(#"<a href="https://example.org/p.jpg" rel="#))
  }

  @Test func `texts with warnings and sensitive pictures are folded in the HTML archive`() {
    let photo = Photo(
      id: Photo.ID("p"), renditions: [], size: PhotoSize(width: 2, height: 2), altText: "",
      isSensitive: true)

    #expect(page(post(warning: "Food")).contains("<details><summary dir=\"auto\">Food</summary>"))
    #expect(page(post(photos: [photo])).contains("<summary dir=\"auto\">Sensitive pictures<"))
  }

  @Test func `an incomplete part of the HTML archive says so`() {
    #expect(
      html.archivePartEndingText(of: .likes, count: 3, problem: "No network.")
        == "<p class=\"trouble\">Some of it could not be fetched. No network.</p></section>\n")
  }

  // MARK: mbox

  private func mail(_ post: Post) -> [String] {
    mbox.archivedPostText(of: post, in: .posts, tags: [], files: [:]).split(
      separator: "\n", omittingEmptySubsequences: false
    ).map(String.init)
  }

  @Test func `a post is a message of the mbox archive`() {
    #expect(
      mail(post(url: "https://example.org/7")) == [
        "From grace@elsewhere.example Wed Mar  4 12:00:00 2026",
        "From: Grace <grace@elsewhere.example>", "Date: Wed, 04 Mar 2026 12:00:00 +0000",
        "Subject: Hello", "Message-ID: <7@example.org>", "In-Reply-To: <6@example.org>",
        "References: <6@example.org>", "Archived-At: <https://example.org/7>",
        "X-Tweetie-Part: posts", "MIME-Version: 1.0", "Content-Type: text/plain; charset=utf-8",
        "Content-Transfer-Encoding: quoted-printable", "", "Hello", "", "",
      ])
  }

  @Test func `a line that starts like a message separator is escaped in the mbox archive`() {
    let lines = mail(post(RichText("From here on\n>From there\nFrom: me")))

    #expect(lines.filter { $0.hasPrefix("From ") }.count == 1)
    #expect(lines.contains("=46rom here on"))
    #expect(lines.contains("=3EFrom there"))
  }

  @Test(arguments: ["From evil@example.org Sat Jan  3 01:00:00 2026", ">From evil@example.org"])
  func `a message separator after a soft line break is escaped in the mbox archive`(_ evil: String)
  {
    for letters in 60...90 {
      let text = String(repeating: "x", count: letters) + evil
      let lines = mail(post(RichText(text)))

      #expect(lines.filter { $0.drop { $0 == ">" }.hasPrefix("From ") }.count == 1)
      #expect(MboxReader(lines.joined(separator: "\n")).messages.map(\.body) == [text])
    }
  }

  @Test
  func `random posts in an mbox archive are read back as one message each, with the same text`()
    throws
  {
    var dice = MboxDice(seed: 0x6d62_6f78)
    for _ in 0..<150 {
      let posts = (1...dice.number(1...6)).map { number in
        post(
          RichText(dice.text()), id: "\(number)" + dice.text(), name: dice.text(),
          handle: dice.text(), warning: dice.number(0...3) == 0 ? dice.text() : nil,
          url: dice.number(0...1) == 0 ? "https://example.org/" + dice.text() : nil)
      }
      let text = posts.map { mbox.archivedPostText(of: $0, in: .likes, tags: [], files: [:]) }
        .joined()

      let reader = MboxReader(text)

      #expect(reader.mistakes == [], "\(text.debugDescription)")
      #expect(reader.messages.count == posts.count, "\(text.debugDescription)")
      for (message, post) in zip(reader.messages, posts) {
        #expect(message.names.filter { $0 != "Archived-At" } == MboxReader.names)
        let said = PostFormatter(wording: Wording(), now: FakeWorld.noon, showsFolded: true)
          .contentLines(of: post.content).map(\.string).joined(separator: "\n")
        #expect(message.body == said)
      }
    }
  }

  @Test func `mail headers are encoded, and a name cannot add a header`() {
    let lines = mail(post(RichText("Grüße\nBcc: all"), name: "Zoë\r\nBcc: x <y@z>, \"q\""))

    let head = lines.prefix { !$0.isEmpty }
    #expect(!head.contains { $0.hasPrefix("Bcc") })
    let printed: ClosedRange<UInt8> = 0x20...0x7e
    #expect(head.allSatisfy { line in line.utf8.allSatisfy(printed.contains) })
    #expect(head.contains("Subject: =?utf-8?B?R3LDvMOfZSBCY2M6IGFsbA==?="))
    #expect(head.allSatisfy { $0.count <= 100 })
  }

  @Test func `a long header is split into encoded words without cutting a character`() {
    let words = MailTextEncoder.encodedHeader(String(repeating: "ä", count: 100)).split(
      separator: "\n ")

    #expect(words.count == 5)
    #expect(words.allSatisfy { $0.count <= 75 && $0.hasPrefix("=?utf-8?B?") })
    // 22 letters of two bytes each are 44 bytes, which make 60 characters with their padding.
    #expect(words.first?.count == 60 + 12)
  }

  @Test func `quoted-printable lines are short, and blanks at line ends are kept`() {
    let line = MailTextEncoder.quotedPrintableLine(String(repeating: "日本", count: 60) + " ")

    let lines = line.split(separator: "\n")
    #expect(lines.allSatisfy { $0.utf8.count <= 76 })
    #expect(lines.dropLast().allSatisfy { $0.hasSuffix("=") })
    #expect(line.hasSuffix("=20"))
  }

  @Test(arguments: ["", "a b@c d", "<>@", "..@..", "ada@", "@@@", "ä@ö"])
  func `a mail address is well formed whatever the handle`(handle: String) {
    let lines = mail(post(handle: handle))

    let address = lines[0].split(separator: " ")[1]
    let parts = address.split(separator: "@", omittingEmptySubsequences: false)
    #expect(parts.count == 2 && parts.allSatisfy { !$0.isEmpty })
    #expect(lines[0].hasPrefix("From \(address) Wed Mar"))
    #expect(address.allSatisfy { $0.isASCII && $0 != "<" && $0 != ">" })
  }

  @Test(arguments: [
    (Timestamp(milliseconds: 0), "Thu, 01 Jan 1970 00:00:00 +0000"),
    (Timestamp(milliseconds: -86_400_000), "Wed, 31 Dec 1969 00:00:00 +0000"),
    (Timestamp(milliseconds: .max), "Thu, 01 Jan 1970 00:00:00 +0000"),
    (Timestamp(milliseconds: 951_782_400_000), "Tue, 29 Feb 2000 00:00:00 +0000"),
  ])
  func `a mail date has the right day of the week`(moment: Timestamp, date: String) {
    #expect(mail(post(at: moment)).contains("Date: \(date)"))
  }

  @Test func `a post id that is an address is escaped in the Message-ID`() {
    let lines = mail(post(id: "https://example.org/?a=b>c d"))

    #expect(
      lines.contains("Message-ID: <https=3A=2F=2Fexample=2Eorg=2F=3Fa=3Db=3Ec=20d@example.org>"))
  }

  // MARK: JSON

  @Test
  func `a JSON archive has an object for each post, and one that tells if a part is complete`() {
    let json = JSONArchive()
    let photo = Photo.sample("p")

    let line = json.archivedPostText(
      of: post(photos: [photo]), in: .likes, tags: [BookmarkTag("Bread")!],
      files: [photo.id: "x-pictures/1.jpg"])

    #expect(line.hasPrefix(#"{"part":"likes","post":{"id":"7","#))
    #expect(line.hasSuffix(#""tags":["bread"],"files":["x-pictures/1.jpg"]}"# + "\n"))
    #expect(
      json.archivePartEndingText(of: .likes, count: 1, problem: nil)
        == #"{"part":"likes","count":1,"complete":true,"trouble":null}"# + "\n")
  }
}

/// A strict reader of mbox files that shares nothing with their writer: wherever a line begins with
/// "From ", a message begins.
private struct MboxReader {
  struct Message {
    var names: [String] = []
    var body = ""
  }

  private(set) var messages: [Message] = []
  /// What no mail program should have to bear.
  private(set) var mistakes: [String] = []

  /// The headers of every message, in order.
  static let names = [
    "From", "Date", "Subject", "Message-ID", "In-Reply-To", "References", "X-Tweetie-Part",
    "MIME-Version", "Content-Type", "Content-Transfer-Encoding",
  ]

  init(_ text: String) {
    var isHead = false
    var body: [Substring] = []
    func finish(_ messages: inout [Message], _ body: inout [Substring]) {
      guard !messages.isEmpty else { return }
      // The empty line between messages is none of the body's.
      if body.last?.isEmpty == true { body.removeLast() }
      messages[messages.count - 1].body = Self.decoded(body)
      body = []
    }
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.utf8.count > 998 || line.utf8.contains(where: { $0 < 0x20 || $0 > 0x7e }) {
        mistakes.append("a line that is no line: \(line)")
      }
      if line.hasPrefix("From ") {
        finish(&messages, &body)
        messages.append(Message())
        isHead = true
      } else if isHead {
        guard !line.isEmpty else {
          isHead = false
          continue
        }
        guard line.first != " " else { continue }
        guard let colon = line.firstIndex(of: ":"), !messages.isEmpty else {
          mistakes.append("no header: \(line)")
          continue
        }
        messages[messages.count - 1].names.append(String(line[..<colon]))
      } else {
        if line.hasPrefix(">From ") { mistakes.append("a quoted beginning: \(line)") }
        body.append(line)
      }
    }
    if body.last?.isEmpty == true { body.removeLast() }
    finish(&messages, &body)
  }

  private static func decoded(_ lines: [Substring]) -> String {
    var bytes: [UInt8] = []
    for (number, line) in lines.enumerated() {
      var rest = Array(line.utf8)[...]
      let isSoft = rest.last == UInt8(ascii: "=")
      if isSoft { rest.removeLast() }
      while let byte = rest.popFirst() {
        guard byte == UInt8(ascii: "=") else {
          bytes.append(byte)
          continue
        }
        bytes.append(UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16) ?? 0)
        rest = rest.dropFirst(2)
      }
      if !isSoft, number < lines.count - 1 { bytes.append(0x0a) }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// Texts made to be taken for messages, always the same ones.
private struct MboxDice {
  private var state: UInt64
  private static let pieces = [
    "From ", "From evil@example.org Sat Jan  3 01:00:00 2026", ">From ", ">>From x", "from ", "\n",
    "\n\n", "\r\n", "\r", "\u{2028}", "\u{85}", "\u{B}", "\u{C}", "\t", " ", "=", "=\n", "=46rom ",
    "=0A", "Bcc: all@example.org", "\nBcc: x", ".", "..\n.\n", "日本語", "é", "\u{0}", "\u{1B}[2J",
    "Content-Length: 3\n", "👩‍👩‍👧", "\u{202E}", "<", ">", "@", "\"", "(", "x@y",
  ]

  init(seed: UInt64) { state = seed }

  mutating func number(_ range: ClosedRange<Int>) -> Int {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return range.lowerBound + Int((mixed ^ (mixed >> 31)) % UInt64(range.count))
  }

  mutating func text() -> String {
    (0..<number(0...8)).map { _ in
      number(0...2) == 0
        ? String(repeating: "x", count: number(60...80))
        : Self.pieces[number(0...(Self.pieces.count - 1))]
    }.joined()
  }
}
