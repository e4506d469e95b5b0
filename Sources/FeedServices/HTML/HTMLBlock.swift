/// Which elements stand on lines of their own.
enum HTMLBlock {
  /// How many line ends there are before and after the element, at least.
  static func lines(around name: String) -> Int {
    switch name {
    case "p", "pre", "blockquote", "ul", "ol", "menu", "h1", "h2", "h3", "h4", "h5", "h6", "table",
      "figure", "dl":
      2
    case "li", "div", "section", "article", "aside", "header", "footer", "tr", "dt", "dd",
      "figcaption", "details", "summary", "address", "nav", "main":
      1
    default: 0
    }
  }
}
