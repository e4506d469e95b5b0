import Doubles
import FeedDomain
import Groundwork
import Testing

@testable import FeedServices

/// The article of a page, and the blocks of an article.
@Suite struct PageReaderTests {
  struct Page: CustomStringConvertible, Sendable {
    let name: String
    let html: String
    let expected: [Substring]

    var description: String { name }
  }

  private static let fog =
    "The fog came in from the sea at four in the morning, slowly at first, and then all at once, so "
    + "that nobody saw the pier, the lamps, or their own feet. The ferries, which had never waited "
    + "for anything, waited, and the gulls, who had never been quiet, were quiet until noon of that "
    + "long day."
  private static let boats =
    "The boats stayed where they were, tied to the pier, and their crews played cards, drank tea, "
    + "and told each other of fogs that had been thicker, longer, and colder than this one. Only the "
    + "youngest looked out, again and again, as if the sea could be seen by looking, and saw nothing "
    + "at all."
  private static let japanese =
    "霧が来た。港の人々は、朝四時に目を覚まし、桟橋も、灯りも、自分の足も見えないことに気づいた。フェリーは待ち、かもめは黙り、"
    + "船員たちはお茶を飲みながら、もっと濃くて、もっと長くて、もっと冷たい霧の話をした。正午まで、何も見えなかった。"

  /// The pages of the table in the samples.
  static func pages() throws -> [Page] {
    let table = String(decoding: try ServiceSample.bytes("Syndication/pages.txt"), as: UTF8.self)
    return table.split(separator: "=== ").dropFirst().map { part in
      let lines = part.split(separator: "\n", omittingEmptySubsequences: false)
      let end = lines.firstIndex(of: "---") ?? lines.endIndex
      let html = lines[1..<end].joined(separator: "\n").replacing("{P}", with: fog)
        .replacing("{Q}", with: boats).replacing("{J}", with: japanese)
      return Page(
        name: String(lines[0]), html: html,
        expected: lines[end...].dropFirst().filter { !$0.isEmpty })
    }
  }

  private func article(_ html: String) -> (page: WebPageArticle, text: Article)? {
    PageArticleFinder.findArticleInPage(Array(html.utf8)).map { page in
      let article = Article(
        post: .init("7"), title: "", createdAt: Timestamp(milliseconds: 0),
        blocks: ArticleHTMLReader.articleBlocks(
          page.html, LinkBaseAddress("https://page.example/a/b")))
      return (page, article)
    }
  }

  @Test func `there are at least 25 sample pages`() throws {
    #expect(try Self.pages().count >= 25)
  }

  @Test(arguments: try pages())
  func `the article of a sample page is found, with nothing else`(page: Page) throws {
    let found = article(page.html)
    guard page.expected != ["none"] else {
      #expect(found == nil, "\(found?.text.text ?? "")")
      return
    }
    let (facts, article) = try #require(found)
    for line in page.expected {
      let parts = line.split(separator: ": ", maxSplits: 1)
      let value = String(parts[1]).replacing("\\n", with: "\n")
      switch parts[0] {
      case "title": #expect(facts.title == value)
      case "author": #expect(facts.author == value)
      case "has": #expect(article.text.contains(value), "\(article.text)")
      case "not": #expect(!article.text.contains(value), "\(article.text)")
      case "pictures":
        #expect(article.photos.map(\.id.rawValue).joined(separator: " ") == value)
      default: Issue.record("no such line: \(line)")
      }
    }
  }

  @Test(.timeLimit(.minutes(5))) func `a page of 20000 nested elements is read without failure`() {
    let deep = String(repeating: "<div><p>fog, and more", count: 20_000)
    let wide = String(repeating: "<p>fog, and more of it, all day long</p>", count: 20_000)
    let names = "<div class=\"\(String(repeating: "comment ", count: 50_000))\">x</div>"
    for page in [deep, wide, names, String(repeating: "<", count: 1 << 18)] {
      _ = PageArticleFinder.findArticleInPage(Array(page.utf8))
    }
  }

  @Test func `a page's encoding is read from its meta element`() {
    let page = Array(
      "<meta http-equiv=content-type content='text/html; charset=windows-1251'>".utf8)
    #expect(ArticlePageFetcher.declaredCharset(in: page) == "windows-1251")
    #expect(
      ArticlePageFetcher.declaredCharset(in: Array("<meta charset=shift_jis>".utf8)) == "shift_jis")
    #expect(ArticlePageFetcher.declaredCharset(in: Array("<p>charset=x".utf8)) == nil)
  }

  // MARK: - Blocks

  private func blocks(_ html: String) -> [Article.ArticleBlock] {
    ArticleHTMLReader.articleBlocks(html, LinkBaseAddress("https://page.example/"))
  }

  @Test func `lists, quotes and headings keep their nesting`() {
    let blocks = blocks(
      "<h3>A <em>b</em></h3><ul><li>one<ol start=3><li>in</ol><li><p>two</p><p>more</p></ul>"
        + "<blockquote>q<p>r</blockquote>end")
    #expect(
      blocks.map(\.indents) == [
        [], [.item("•", isFirst: true)],
        [.item("•", isFirst: false), .item("3.", isFirst: true)], [.item("•", isFirst: true)],
        [.item("•", isFirst: false)], [.quote], [.quote], [],
      ])
    #expect(
      blocks[0].content
        == .heading(
          RichText(runs: [.init("A"), .init(" "), .init("b", .emphasis)].joinedPlain), level: 3))
    #expect(blocks.dropFirst().map(\.plain) == ["one", "in", "two", "more", "q", "r", "end"])
  }

  @Test(arguments: [
    ("<p>a</p><iframe src=\"/v\"/><p>b</p>", ["a", "Page", "b"]),
    ("<p>a</p><script src=\"/s\"/><p>b</p><svg/><p>c</p>", ["a", "b", "c"]),
    ("a<iframe src=\"/v\">b", ["a", "Page", "b"]), ("a</p>b", ["a", "b"]),
    ("a<br><br>b<br>c", ["a\n\nb\nc"]), ("a<center>b</center>c", ["a", "b", "c"]),
    ("<table><tr><td>a<td>b<tr><td>c<td>d</table>e", ["a\nb\nc\nd", "e"]),
    ("<table><tr>x<td>a<p>b<p>c</td>y<td>d</table>", ["x", "y", "a\nb\nc\nd"]),
    ("<pre><div>a</div><div> b</div>c<br>d</pre>", ["a\n b\nc\nd"]),
    ("<audio><source src=/a.ogg><source src=/a.mp3>old <q>browser</q></audio>b", ["Audio", "b"]),
    ("<video><a href=/a.mp4>film</a></video>", ["film"]),
    ("<p>a</p><video src=\"/v.mp4\"/><p>b</p>", ["a", "Video", "b"]),
    ("<p>a</p>if x<y then z<w", ["a", "if x<y then z<w"]),
  ])
  func `no text of an article is lost or joined with other text`(html: String, texts: [String]) {
    #expect(blocks(html).map(\.plain) == texts)
  }

  @Test func `self-closing elements are accepted in XHTML pages`() throws {
    let page = "<html><head><script src=\"/s\"/></head><body><p>\(Self.fog)</p></body></html>"

    let found = PageArticleFinder.findArticleInPage(Array(page.utf8), isXML: true)

    #expect(found?.html.contains(Self.fog) == true)
    #expect(PageArticleFinder.findArticleInPage(Array(page.utf8)) == nil)
  }

  @Test func `a table has at most forty columns, the last with the rest`() throws {
    let cells = (1...45).map { "<td>\($0)</td>" }.joined()
    let blocks = blocks("<table><tr>\(cells)</tr><tr><td>a<td>b</tr></table>")

    guard case .table(let table)? = blocks.first?.content else {
      Issue.record("no table")
      return
    }
    #expect(table.rows.map(\.count) == [40, 2])
    #expect(table.rows[0].last?.plain == "40 | 41 | 42 | 43 | 44 | 45")
  }

  @Test func `a caption belongs to its picture`() {
    let blocks = blocks(
      "<figure><img src=/a.jpg alt=A width=600 height=400><figcaption>Of <b>A</b></figcaption>"
        + "</figure>")
    guard case .picture(let photo, let caption)? = blocks.first?.content else {
      Issue.record("no picture")
      return
    }
    #expect(photo.id.rawValue == "https://page.example/a.jpg" && photo.altText == "A")
    #expect(photo.size == PhotoSize(width: 600, height: 400))
    #expect(caption.plain == "Of A" && blocks.count == 1)
  }

  @Test func `the widest picture of a srcset is chosen`() {
    #expect(
      EntryHTMLPictureParser.largestImageAddressWithinMaximum(inSrcset: "a.jpg 1x, b.jpg 2x")
        == "a.jpg")
    #expect(
      EntryHTMLPictureParser.largestImageAddressWithinMaximum(
        inSrcset: "a.jpg 300w,b.jpg 900w, c,d.jpg 1500w")
        == "c,d.jpg")
    #expect(EntryHTMLPictureParser.largestImageAddressWithinMaximum(inSrcset: "") == nil)
  }

  @Test func `an article of 15000 paragraphs is not cut`() {
    let words = String(repeating: "<p>fog and rain</p>", count: 15_000)
    let blocks = blocks(words)
    #expect(blocks.count == 15_000 && blocks.last?.plain == "fog and rain")
  }

  @Test func `reading time is estimated from words or characters`() {
    func minutes(_ text: String) -> Int {
      Article(
        post: .init("7"), title: "", createdAt: Timestamp(milliseconds: 0),
        blocks: [.init(.paragraph(RichText(text)))]
      ).minutes
    }
    #expect(minutes("fog") == 1)
    #expect(minutes(String(repeating: "fog ", count: 2200)) == 10)
    #expect(minutes(String(repeating: "霧", count: 5000)) == 10)
  }
}

extension [RichText.RichTextRun] {
  /// The runs with neighbours of one kind joined.
  fileprivate var joinedPlain: [RichText.RichTextRun] {
    reduce(into: []) { runs, run in
      if let last = runs.last, last.kind == run.kind {
        runs[runs.count - 1] = RichText.RichTextRun(last.text + run.text, run.kind)
      } else {
        runs.append(run)
      }
    }
  }
}
