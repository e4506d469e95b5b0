/// What a server says of itself.
public struct ServerFacts: Hashable, Sendable {
  /// A rule, by which the service knows it, and what it says.
  public struct Rule: Hashable, Sendable {
    /// As the service knows it.
    public let id: String
    /// What it says.
    public let words: String

    package init(id: String, words: String) {
      (self.id, self.words) = (id, words.bounded(.summary))
    }
  }

  /// What it is called.
  public let name: String
  /// What it is there for.
  public let summary: RichText
  /// What those who write there agreed to.
  public let rules: [Rule]
  /// Whom to ask, by their handle; nil where nobody is named.
  public let contact: String?
  /// How many people used it lately; nil where that is not told.
  public let people: Int?
  /// The program it runs, with its version.
  public let version: String

  package init(
    name: String, summary: RichText, rules: [Rule] = [], contact: String? = nil,
    people: Int? = nil, version: String = ""
  ) {
    (self.name, self.summary, self.rules) = (name.bounded(.name), summary, rules)
    (self.contact, self.people) = (contact?.bounded(.name), people)
    self.version = version.bounded(.name)
  }
}

/// What those who run a server have to say to all who use it.
public struct Announcement: Hashable, Sendable {
  /// As the service knows it.
  public let id: String
  /// Since when it is there; nil where that is not told.
  public let moment: Timestamp?
  /// What it says.
  public let text: RichText
  /// How people answered it.
  public let reactions: [Reaction]

  package init(
    id: String = "", moment: Timestamp?, text: RichText, reactions: [Reaction] = []
  ) {
    self.id = id
    (self.moment, self.text, self.reactions) = (moment, text, reactions)
  }
}
