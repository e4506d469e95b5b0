import FeedDomain

@testable import FeedServices

/// A post's HTML: no run is empty, a link leads to a web page, and text that holds no markup comes
/// out as it went in.
enum HTMLProperty {
  static func check(_ input: [UInt8]) throws(Finding) {
    let html = String(decoding: input, as: UTF8.self)

    let runs = HTMLTextReader.richTextFromPostHTML(html) { $0.contains("@") ? Person.ID($0) : nil }
      .runs

    for run in runs { try check(run) }
    let plain = runs.map(\.text).joined()
    try expect(!plain.utf8.starts(with: [0x0a]), "begins with an empty line")
    let bare = html.utf8.filter { ($0 >= 0x30 && $0 <= 0x39) || $0.isASCIILetter }
    let word = String(decoding: bare.prefix(1000), as: UTF8.self)
    try expect(HTMLTextReader.richTextFromPostHTML(word).plain == word, "a word is changed")
  }

  private static func check(_ run: RichText.RichTextRun) throws(Finding) {
    try expect(!run.text.isEmpty, "an empty run")
    guard case .link(let address) = run.kind else { return }
    try expect(
      address.lowercased().hasPrefix("http") && address.utf8.allSatisfy { $0 > 0x20 },
      "a link to nowhere: \(address)")
  }
}
