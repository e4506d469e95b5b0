/// An element that means something to us.
enum HTMLElement: String, CaseIterable {
  case a, b, strong, i, em, u, code, span, br, hr, img
  case h1, h2, h3, h4, h5, h6, p, pre, blockquote, ul, ol, menu, table, figure, dl
  case li, div, section, article, aside, header, footer, tr, dt, dd, figcaption, details, summary,
    address, nav, main
  case wbr, input, meta, link, area, base, col, embed, source, track
  case script, style, title, template, textarea, iframe, noembed, noframes, xmp, math, svg, select

  /// Looked up once for a tag: comparing its name with one after the other costs as much as reading
  /// the rest of the post.
  private static let named = Dictionary(uniqueKeysWithValues: allCases.map { ($0.rawValue, $0) })

  /// The element of that name in lower case; nil where it is none of these.
  init?(named name: String) {
    guard let element = Self.named[name] else { return nil }
    self = element
  }
}

extension HTMLElement {
  /// How many line ends there are before and after it, at least.
  var lines: Int {
    switch self {
    case .p, .pre, .blockquote, .ul, .ol, .menu, .h1, .h2, .h3, .h4, .h5, .h6, .table, .figure, .dl:
      2
    case .li, .div, .section, .article, .aside, .header, .footer, .tr, .dt, .dd, .figcaption,
      .details, .summary, .address, .nav, .main:
      1
    default: 0
    }
  }

  /// Whether what it contains is not for reading.
  var isSilent: Bool {
    switch self {
    case .script, .style, .title, .template, .textarea, .iframe, .noembed, .noframes, .xmp, .math,
      .svg, .select:
      true
    default: false
    }
  }
}
