import FeedDomain

@testable import FeedServices

/// Links, tags and mentions in what somebody wrote: the runs are the text, none is empty, and a
/// link is one that could be opened.
enum RichTextProperty {
  static func check(_ input: [UInt8]) throws(Finding) {
    var reader = InputReader(input)
    let text = reader.remainingText()
    let scanner = DemoTextParser { $0.isEmpty || $0.count > 3 ? nil : Person.ID($0) }

    let runs = scanner.parsedRichText(text).runs

    var joined = String.UnicodeScalarView()
    for run in runs {
      for scalar in run.text.unicodeScalars { joined.append(scalar) }
      try checkRun(run)
    }
    try expect(joined.elementsEqual(text.unicodeScalars), "the runs are not the text")
    _ = DemoTextParser(understandsMarkup: true) { _ in nil }.parsedRichText(text)
  }

  private static func checkRun(_ run: RichText.RichTextRun) throws(Finding) {
    try expect(!run.text.isEmpty, "an empty run")
    guard case .link(let address) = run.kind else { return }
    try expect(
      address.unicodeScalars.allSatisfy { !$0.properties.isWhitespace && $0.value >= 0x20 },
      "a link with a blank in it: \(address)")
  }
}
