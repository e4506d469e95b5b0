/// A post being written.
public struct Draft: Hashable, Sendable {
  /// A draft's id; it becomes the key by which the service tells a repeated post.
  public typealias ID = Identifier<Draft>

  /// A picture that goes with it.
  public struct Attachment: Hashable, Sendable {
    /// Where the file is.
    public let path: String
    /// What it shows, in words.
    public let altText: String
    /// What the service calls it, once it is there.
    public let uploaded: String?

    /// A picture that goes with a draft.
    public init(path: String, altText: String, uploaded: String? = nil) {
      self.path = path
      self.altText = altText
      self.uploaded = uploaded
    }

    /// The same picture, which the service has under that name.
    public func uploaded(as name: String) -> Attachment {
      Attachment(path: path, altText: altText, uploaded: name)
    }
  }

  /// Its id.
  public let id: ID
  /// What it says so far.
  public let text: String
  /// The words to show first, with the rest folded away.
  public let warning: String?
  /// Who may see it.
  public let visibility: Visibility
  /// The post it answers.
  public let replyTo: Post.ID?
  /// The post it shows inside.
  public let quoting: Post.ID?
  /// The pictures that go with it.
  public let attachments: [Attachment]

  /// A post being written.
  public init(
    id: ID, text: String = "", warning: String? = nil, visibility: Visibility = .everybody,
    replyTo: Post.ID? = nil, quoting: Post.ID? = nil, attachments: [Attachment] = []
  ) {
    self.id = id
    self.text = text
    self.warning = warning
    self.visibility = visibility
    self.replyTo = replyTo
    self.quoting = quoting
    self.attachments = attachments
  }

  /// The same draft, saying something else.
  public func saying(_ text: String) -> Draft {
    Draft(
      id: id, text: text, warning: warning, visibility: visibility, replyTo: replyTo,
      quoting: quoting, attachments: attachments)
  }

  /// The same draft with these words before it, or none.
  public func warning(_ warning: String?) -> Draft {
    Draft(
      id: id, text: text, warning: warning, visibility: visibility, replyTo: replyTo,
      quoting: quoting, attachments: attachments)
  }

  /// The same draft for these eyes.
  public func visible(to visibility: Visibility) -> Draft {
    Draft(
      id: id, text: text, warning: warning, visibility: visibility, replyTo: replyTo,
      quoting: quoting, attachments: attachments)
  }

  /// The same draft with these pictures.
  public func attaching(_ attachments: [Attachment]) -> Draft {
    Draft(
      id: id, text: text, warning: warning, visibility: visibility, replyTo: replyTo,
      quoting: quoting, attachments: attachments)
  }

  /// Whether there is nothing in it to keep.
  public var isEmpty: Bool {
    text.allSatisfy(\.isWhitespace) && attachments.isEmpty && (warning ?? "").isEmpty
  }
}
