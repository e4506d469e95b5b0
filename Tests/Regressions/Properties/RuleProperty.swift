import FeedDomain

/// Rules for web feeds as they are typed: a rule that is written and read again is the same, and an
/// expression takes linear time.
enum RuleProperty {
  static func check(_ input: [UInt8]) throws(Finding) {
    var reader = InputReader(input)
    let (title, typed) = (reader.text(), reader.remainingText())
    for text in [typed, "hide any \(typed)", "star title /\(typed)/"] {
      guard let rule = FilterRule(text) else { continue }
      try expect(FilterRule(rule.text) == rule, "a rule comes back as another: \(rule.text)")
      _ = rule.matchesEntry(title: title, author: typed, text: title, link: "https://home.example")
    }
  }
}
