/// What is between the reader and somebody besides following, as the service tells it with a profile;
/// it is not kept.
public struct Ties: Hashable, Sendable {
  /// Whether they follow the reader.
  public let followsReader: Bool
  /// Whether what they boost is left out of the home stream.
  public var hidesBoosts: Bool
  /// Whether the reader is told of what they post.
  public var tellsOfPosts: Bool
  /// Whether their whole server is blocked.
  public var blocksServer: Bool
  /// Whether the reader's profile shows them.
  public var isFeatured: Bool
  /// Whether they label what others post.
  public let isLabeler: Bool
  /// Whether the reader wants to see their labels.
  public var takesLabels: Bool
  /// What the reader wrote down about them, for their own eyes; empty where nothing.
  public var note: String

  /// No ties, but for what is told.
  public init(
    followsReader: Bool = false, hidesBoosts: Bool = false, tellsOfPosts: Bool = false,
    blocksServer: Bool = false, isFeatured: Bool = false, isLabeler: Bool = false,
    takesLabels: Bool = false, note: String = ""
  ) {
    (self.followsReader, self.hidesBoosts) = (followsReader, hidesBoosts)
    (self.tellsOfPosts, self.blocksServer, self.note) = (tellsOfPosts, blocksServer, note)
    (self.isFeatured, self.isLabeler, self.takesLabels) = (isFeatured, isLabeler, takesLabels)
  }
}

extension Person {
  /// The same person with what the service tells of that; what it does not tell stays.
  package func tied(_ ties: Ties?) -> Person {
    guard let ties else { return self }
    return changed(self) { $0.ties = ties }
  }

  /// The server they are at, where that is another than the reader's.
  package var server: String? {
    let parts = handle.split(separator: "@")
    return parts.count == 2 ? String(parts[1]) : nil
  }
}
