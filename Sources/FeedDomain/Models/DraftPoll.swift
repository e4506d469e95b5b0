extension Draft {
  /// A poll that goes with a draft, whose words are the question.
  public struct Poll: Hashable, Sendable {
    /// The answers to choose from.
    public let choices: [String]
    /// Whether several may be chosen.
    public let allowsSeveral: Bool
    /// How long it is open, from when it is posted.
    public let lasts: Duration

    package init(choices: [String], allowsSeveral: Bool = false, lasts: Duration) {
      (self.choices, self.allowsSeveral, self.lasts) = (choices, allowsSeveral, lasts)
    }

    /// A poll as it was typed: what is blank is no answer, and nothing but blanks no poll.
    package init?(typed: [String], allowsSeveral: Bool, lasts: Duration) {
      let choices = typed.map(Self.trimmed).filter { !$0.isEmpty }
      guard !choices.isEmpty else { return nil }
      self.init(choices: choices, allowsSeveral: allowsSeveral, lasts: lasts)
    }

    /// An answer without the blanks around it.
    static func trimmed(_ typed: String) -> String {
      let end = typed.reversed().drop { $0.isWhitespace }
      return String(String(end.reversed()).drop { $0.isWhitespace })
    }
  }
}
