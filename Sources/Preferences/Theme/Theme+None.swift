import Terminal

extension Theme {
  /// Without any colour: weight, underlines and the characters themselves carry the meaning.
  package static let none = Theme([
    .faint: Style(.standard, .dim), .strong: Style(.standard, .bold),
    .author: Style(.standard, .bold), .currentAuthor: Style(.standard, [.bold, .underlined]),
    .handle: Style(.standard, .dim), .time: Style(.standard, .dim),
    .link: Style(.standard, .underlined), .mention: Style(.standard, .bold),
    .tag: Style(.standard, .bold), .code: Style(.standard, .dim),
    .emphasis: Style(.standard, .italic),
    .liked: Style(.standard, .bold), .boosted: Style(.standard, .bold),
    .bookmarked: Style(.standard, .bold), .count: Style(.standard, .dim),
    .warning: Style(.standard, .bold), .card: Style(.standard, .bold),
    .selection: Style(.standard, .bold), .rule: Style(.standard, .dim),
    .bar: Style(.standard, .reversed), .barStrong: Style(.standard, [.reversed, .bold]),
    .barFaint: Style(.standard, .reversed), .tab: Style(.standard, .reversed),
    .currentTab: Style(.standard, .bold),
    .good: Style(.standard, .bold), .bad: Style(.standard, .bold), .busy: Style(.standard, .bold),
    .field: Style(.standard, .underlined), .fieldLabel: Style(.standard, .dim),
    .hint: Style(.standard, .reversed), .key: Style(.standard, [.reversed, .bold]),
  ])
}
