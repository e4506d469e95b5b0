/// What a server says of itself.
public struct ServerFacts: Hashable, Sendable {
  /// What it is called.
  public let name: String
  /// What it is there for.
  public let summary: RichText
  /// What those who write there agreed to.
  public let rules: [String]
  /// Whom to ask, by their handle; nil where nobody is named.
  public let contact: String?
  /// How many people used it lately; nil where that is not told.
  public let people: Int?
  /// The program it runs, with its version.
  public let version: String

  package init(
    name: String, summary: RichText, rules: [String] = [], contact: String? = nil,
    people: Int? = nil, version: String = ""
  ) {
    (self.name, self.summary, self.rules) = (name, summary, rules)
    (self.contact, self.people, self.version) = (contact, people, version)
  }
}

/// What those who run a server have to say to all who use it.
public struct Announcement: Hashable, Sendable {
  /// Since when it is there; nil where that is not told.
  public let moment: Timestamp?
  /// What it says.
  public let text: RichText
  /// How people answered it.
  public let reactions: [Reaction]

  package init(moment: Timestamp?, text: RichText, reactions: [Reaction] = []) {
    (self.moment, self.text, self.reactions) = (moment, text, reactions)
  }
}
