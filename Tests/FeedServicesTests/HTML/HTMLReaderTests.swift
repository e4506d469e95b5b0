import FeedDomain
import Testing

@testable import FeedServices

/// Posts as Mastodon and its family write them, and as those do who mean us harm.
@Suite struct HTMLReaderTests {
  @Test(arguments: [
    ("<p>One</p><p>Two<br>three<br />four</p>", "One\n\nTwo\nthree\nfour"),
    ("  a \n\t b  <p> c </p> d", "a b\n\nc\n\nd"), ("a<br><br><br><br>b", "a\n\nb"),
    ("<p></p><p>a</p><p></p><p>b</p><p></p>", "a\n\nb"), ("", ""), ("plain", "plain"),
    ("<ul><li>a</li><li>b<ul><li>c</li></ul></li></ul>d", "• a\n• b\n\n  • c\n\nd"),
    ("<ol start=\"3\"><li>a<li>b</ol>", "3. a\n4. b"),
    ("<blockquote><p>a</p><p>b<br>c</p></blockquote><p>d</p>", "> a\n>\n> b\n> c\n\nd"),
    ("<p>a</p><blockquote>b</blockquote>", "a\n\n> b"),
    ("<ul><li>a</ul><blockquote><p>b</blockquote>", "• a\n\n> b"),
    ("<blockquote>a<blockquote><p>b</p></blockquote></blockquote>c", "> a\n>\n> > b\n\nc"),
    ("<pre><code>a  b\n  c</code></pre>", "a  b\n  c"), ("x<hr>y", "x\n\ny"),
    ("<pre>a\tb\n<b>é</b>é\tb</pre>", "a       b\néé      b"),
    ("<img src=x alt=':cat:'> <img>", ":cat:"), ("<ruby>漢<rt>kan</rt></ruby>", "漢kan"),
    ("a<script>alert(1)</script>b<style>p{}</style>c", "abc"), ("a<!-- <b>x</b> -->b", "ab"),
    ("a<![CDATA[x]]>b", "ab"), ("a<script>alert(1)", "a"), ("a<!-- b", "a"), ("a<b", "a"),
    ("1 < 2 & 3 > 2 <", "1 < 2 & 3 > 2 <"), ("<unknown>a</unknown></never>", "a"),
    ("a</p>b", "a\n\nb"), ("<p>a<p>b", "a\n\nb"), ("<B>a</B><I>b</i>", "ab"),
    ("<a href='https://x.example'>a", "a"), ("</>a<>b", "a<>b"),
    ("if x<y then z<w", "if x<y then z<w"), ("a<path d=\"M0", "a"),
    ("a<center>b</center>c<form><fieldset>d</fieldset></form>e", "a\nb\nc\nd\ne"),
    ("<dl><dt>a<dd>b<dt>c<dd>d</dl>", "a\nb\nc\nd"),
  ])
  func `HTML becomes lines and paragraphs of text`(html: String, text: String) {
    #expect(HTMLTextReader.richTextFromPostHTML(html).plain == text)
  }

  @Test func `a long link text is shown shortened, as its server marked it`() {
    let html = """
      <p>See <a href="https://example.org/a-very-long-path" rel="nofollow"><span \
      class="invisible">https://</span><span class="ellipsis">example.org/a-very</span><span \
      class="invisible">-long-path</span></a> now</p>
      """

    let text = HTMLTextReader.richTextFromPostHTML(html)

    #expect(
      text.runs == [
        .init("See "), .init("example.org/a-very…", .link("https://example.org/a-very-long-path")),
        .init(" now"),
      ])
    #expect(text.withAddresses == "See https://example.org/a-very-long-path now")
    #expect(text.links.map(\.address) == ["https://example.org/a-very-long-path"])
  }

  @Test func `a linked word is followed by its address in the text with addresses`() {
    let text = HTMLTextReader.richTextFromPostHTML(
      #"<p>Read <a href="https://a.example/1"><b>all</b> of it</a>.</p>"#)

    #expect(text.withAddresses == "Read all of it <https://a.example/1>.")
    #expect(text.withWholeAddresses == "Read all of it.")
  }

  @Test func `mentions, tags and links in HTML become runs of their kinds`() {
    let html = """
      <p><span class="h-card" translate="no"><a href="https://a.example/@ada" class="u-url \
      mention">@<span>ada</span></a></span> <a href="https://a.example/tags/Swift" class="mention \
      hashtag" rel="tag">#<span>Swift</span></a> <a href="https://a.example/@bob" \
      class="mention">@bob</a> <a href="https://x.example/?a=1&amp;b=2">x</a></p>
      """

    let text = HTMLTextReader.richTextFromPostHTML(html) {
      $0.hasSuffix("@ada") ? Person.ID("7") : nil
    }

    #expect(
      text.runs == [
        .init("@ada", .mention(Person.ID("7"))), .init(" "), .init("#Swift", .tag("Swift")),
        .init(" "), .init("@bob", .link("https://a.example/@bob")), .init(" "),
        .init("x", .link("https://x.example/?a=1&b=2")),
      ])
  }

  @Test func `two adjacent links stay two runs`() {
    let html = #"<a href="https://x.example">a</a><a href="https://x.example">b</a>"#

    #expect(HTMLTextReader.richTextFromPostHTML(html).runs.map(\.text) == ["a", "b"])
  }

  @Test func `emphasis and code in HTML keep their kinds`() {
    let html = "a <strong>b <em>c</em></strong> <code>d  e</code>"

    #expect(
      HTMLTextReader.richTextFromPostHTML(html).runs == [
        .init("a "), .init("b c", .emphasis), .init(" "), .init("d e", .code),
      ])
  }

  @Test func `headings, code, cells and labels of an article are runs of their own`() {
    let html = """
      <h2>Tides</h2><pre><code>a  b</code></pre><table><tr><th>x</th><td>y</td></tr></table>\
      <video src="/a.mp4"></video>
      """

    let text = HTMLTextReader.richTextFromArticleHTML(html) { "https://home.example\($0)" }

    #expect(
      text.runs == [
        .init("Tides", .heading), .init("\n\n"), .init("a  b", .codeBlock), .init("\n\n"),
        .init("x", .heading), .init(" "), .init("|", .cellSeparator), .init(" y\n\n"),
        .init("Video", .label(.video)), .init(": "),
        .init("home.example/a.mp4", .link("https://home.example/a.mp4")),
      ])
  }

  @Test func `20000 unclosed tables are read in under two seconds`() {
    let html = String(repeating: "<table><tr><td>x", count: 20_000)
    let start = XMLTreeBuilder.processorTime

    _ = HTMLTextReader.richTextFromArticleHTML(html) { $0 }

    #expect(XMLTreeBuilder.processorTime - start < 2)
  }

  @Test(arguments: [
    "javascript:alert(1)", " JavaScript:alert(1)", "file:///etc/passwd", "data:text/html,x",
    "/relative", "//x.example", "https://x.example/\u{1b}]8", "&#106;avascript:x", "",
  ])
  func `a link to a relative or non-web address becomes plain text`(address: String) {
    #expect(
      HTMLTextReader.richTextFromPostHTML("<a href=\"\(address)\">x</a>").runs == [.init("x")])
  }

  @Test(arguments: [
    ("&amp;#27;", "&#27;"), ("&amp;amp;", "&amp;"), ("&#38;#27;", "&#27;"), ("&#27;", "\u{1b}"),
    ("&#x1b;[2J", "\u{1b}[2J"), ("&#X1B", "\u{1b}"), ("&#155;", "›"), ("&#0;", "\u{fffd}"),
    ("&#xd800;", "\u{fffd}"), ("&#x110000;", "\u{fffd}"), ("&#99999999999999999999;", "\u{fffd}"),
    ("&lt;b&gt;", "<b>"), ("&eacute;&hellip;&apos;&quot;&euro;", "é…'\"€"),
    ("&nosuch;", "&nosuch;"),
    ("&", "&"), ("&;", "&;"), ("&#;", "&#;"), ("&#x;", "&#x;"), ("a&Tab;&NewLine;b", "a b"),
    ("&lt;script&gt;x", "<script>x"), ("%1b", "%1b"), ("&copy 2026", "© 2026"),
    ("Anton&iacute;n Dvo&rcaron;&aacute;k", "Antonín Dvořák"), ("&nesim;", "≂\u{338}"),
    ("&CounterClockwiseContourIntegral;", "∳"), ("&rcaron", "&rcaron"), ("&lang;", "⟨"),
    ("a&nbspb&copy2026", "a\u{a0}b©2026"), ("&ampx;&LT;", "&x;<"), ("&notit;", "¬it;"),
    ("?a=1&copy=2&section=3&amp;b", "?a=1&copy=2&section=3&b"), ("&nosuchname", "&nosuchname"),
  ])
  func `HTML entities are decoded once`(html: String, text: String) {
    #expect(HTMLTextReader.richTextFromPostHTML(html).plain == text)
  }

  @Test func `a parameter of a link's address is not decoded as an entity`() {
    let html = #"<a href="https://x.example/?a=1&notify=2&amp;b=3&copy4">x</a>"#

    #expect(
      HTMLTextReader.richTextFromPostHTML(html).runs == [
        .init("x", .link("https://x.example/?a=1&notify=2&b=3&copy4"))
      ])
  }

  @Test(arguments: [
    ("a<!-- b -->c", "ac"), ("a<!-->b", "ab"), ("a<!--->b", "ab"), ("a<!---->b", "ab"),
    ("a<!-- b --!>c", "ac"), ("a<!--!> b -->c", "ac"), ("a<!-- b -- > c --->d", "ad"),
    ("a<!-- b", "a"), ("a<!-- b --", "a"), ("a<!-- b ->c", "a"),
  ])
  func `a comment ends where browsers end it`(html: String, text: String) {
    #expect(HTMLTextReader.richTextFromPostHTML(html).plain == text)
  }

  @Test(arguments: [
    ("a<script>b</scripts>c</script>d", "ad"), ("a<style>b</STYLE >c", "ac"),
    ("a<script>b</script/>c", "ac"), ("a<script>b</script", "a"),
  ])
  func `a script ends at its own end tag`(html: String, text: String) {
    #expect(HTMLTextReader.richTextFromPostHTML(html).plain == text)
  }

  @Test func `a quote's link is left out if the quote is shown`() {
    let html = #"<p class="quote-inline">RE: <a href="https://x.example">x</a></p><p>Yes</p>"#

    #expect(HTMLTextReader.richTextFromPostHTML(html, hidesQuote: true).plain == "Yes")
    #expect(HTMLTextReader.richTextFromPostHTML(html).plain == "RE: x\n\nYes")
  }

  @Test(arguments: [
    "<b>", "<blockquote>", "<ul><li>", "<a href=x>", "<p", "<!--", "&", "&#", "<script>", "</p>",
    "<a href=\"", "<span class=invisible>", "<p>x</p>", "a ", "<br>", "<ol><li>",
  ])
  func `20000 repetitions of a tag produce bounded text`(part: String) {
    let html = String(repeating: part, count: 20_000)

    let text = HTMLTextReader.richTextFromPostHTML(html + "end").plain

    // The margins of eight levels and an empty line each are the most that a byte can come to.
    #expect(text.utf8.count <= 40 * (128 << 10))
  }

  @Test(arguments: ["<blockquote>", "<ul><li>"])
  func `quote and list margins grow for at most eight levels`(element: String) {
    let html = String(repeating: element, count: 64) + "a<br>b"

    let margin = HTMLTextReader.richTextFromPostHTML(html).plain.split(separator: "\n").last?
      .dropLast()

    #expect(margin?.count == 16)
  }
}
