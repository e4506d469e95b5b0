/// A list of people that the reader keeps at a service, whose posts are a stream.
public struct ReaderList: Hashable, Sendable {
  /// As the service knows it.
  public let id: String
  /// What it is called.
  public let title: String
  /// Whether whoever was asked about is on it; nil where nobody was.
  public let hasPerson: Bool?

  /// A list.
  public init(id: String, title: String, hasPerson: Bool? = nil) {
    (self.id, self.title, self.hasPerson) = (id, title.bounded(.name), hasPerson)
  }
}
