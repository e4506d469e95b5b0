/// Text with its links, tags and mentions told apart.
public struct RichText: Hashable, Sendable {
  /// A stretch of text of one kind.
  public struct Run: Hashable, Sendable {
    /// What a stretch of text is.
    public enum Kind: Hashable, Sendable {
      /// Words.
      case plain
      /// A link to that address.
      case link(String)
      /// Somebody's handle.
      case mention(Person.ID)
      /// A tag, without "#".
      case tag(String)
      /// Words that are stressed.
      case emphasis
      /// Words set as code.
      case code
      /// An emoji of a server's own, the picture of which is at that address; its name between colons.
      case emoji(String)
    }

    /// The text, as it came.
    public let text: String
    /// What it is.
    public let kind: Kind

    package init(_ text: String, _ kind: Kind = .plain) {
      (self.text, self.kind) = (text, kind)
    }
  }

  /// The stretches, in order.
  public let runs: [Run]

  package init(runs: [Run]) { self.runs = runs }

  package init(_ plain: String) { runs = plain.isEmpty ? [] : [Run(plain)] }

  /// The words alone.
  public var plain: String { runs.reduce(into: "") { $0 += $1.text } }
}
