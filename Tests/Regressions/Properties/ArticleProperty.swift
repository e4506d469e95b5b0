import FeedDomain

@testable import FeedServices

/// A web page read as an article: its HTML is read as blocks without empty runs, and its links lead
/// to web pages.
enum ArticleProperty {
  static func check(_ input: [UInt8]) throws(Finding) {
    let place = LinkBaseAddress("https://home.example/page")
    // The page by itself, and within so much text that it is an article.
    let filling = Array(
      "<article><p>\(String(repeating: "Words of an article, and more. ", count: 12))</p>".utf8)
    for page in [input, filling + input] {
      guard let article = PageArticleFinder.findArticleInPage(page) else { continue }
      try check(ArticleHTMLReader.articleBlocks(article.html, place))
    }
    try check(ArticleHTMLReader.articleBlocks(String(decoding: input, as: UTF8.self), place))
    for candidate in FeedLinksInPageParser.feedCandidates(in: input, place) {
      try expect(candidate.address.hasPrefix("http"), "a feed elsewhere: \(candidate.address)")
    }
  }

  private static func check(_ blocks: [Article.ArticleBlock]) throws(Finding) {
    for block in blocks {
      for text in texts(of: block.content) { try check(text) }
    }
  }

  private static func check(_ text: RichText) throws(Finding) {
    for run in text.runs {
      try expect(!run.text.isEmpty, "an empty run")
      guard case .link(let address) = run.kind else { continue }
      try expect(
        address.lowercased().hasPrefix("http") || address.lowercased().hasPrefix("mailto:"),
        "a link to nowhere: \(address)")
    }
  }

  private static func texts(of content: Article.ArticleBlock.ArticleBlockContent) -> [RichText] {
    switch content {
    case .heading(let text, _), .paragraph(let text), .picture(_, let text): [text]
    case .table(let table): table.rows.flatMap(\.self)
    case .code, .media, .rule: []
    }
  }
}
