/// Something that the reader follows from their own list.
public struct Subscription: Hashable, Sendable {
  public typealias ID = Identifier<Subscription>

  /// Why nothing comes from it any more, or for now.
  public enum Trouble: String, Hashable, Sendable {
    /// Whoever had it says that it is gone for good.
    case gone
    /// It could not be fetched last time.
    case unreachable
    /// What was fetched last time could not be read.
    case unreadable
  }

  /// Its id, which stays when it moves.
  public let id: ID
  /// Where it is.
  public var address: String
  public var name: String
  /// In which folder the reader has it; nil for none.
  public let folder: String?
  /// Whether its address was told by somebody else than the reader.
  public var isElsewhere: Bool
  /// What is wrong with it; nil for nothing that is known.
  public var trouble: Trouble?

  package init(
    id: ID, address: String, name: String, folder: String? = nil, isElsewhere: Bool = false,
    trouble: Trouble? = nil
  ) {
    self.id = id
    self.address = address
    self.name = name.bounded(.name)
    self.folder = folder?.bounded(.name)
    self.isElsewhere = isElsewhere
    self.trouble = trouble
  }

  /// The same at another address, which somebody else told.
  package func moved(to address: String, isElsewhere: Bool) -> Subscription {
    changed(self) {
      $0.address = address
      $0.isElsewhere = isElsewhere
    }
  }

  /// The same under that name.
  package func called(_ name: String) -> Subscription { changed(self) { $0.name = name } }

  /// The same with what is wrong with it.
  package func with(_ trouble: Trouble?) -> Subscription { changed(self) { $0.trouble = trouble } }
}

/// What came of adding to the list of what is followed.
public struct AddedSubscriptions: Equatable, Sendable {
  /// What is new on the list.
  public var new: [Subscription]
  /// The addresses in somebody's list that are on this machine or in the reader's own network: they
  /// were left out.
  public var withheld: [String]

  package init(_ new: [Subscription] = [], withheld: [String] = []) {
    (self.new, self.withheld) = (new, withheld)
  }
}

/// An entry of another program's list that cannot be taken.
public struct RejectedEntry: Equatable, Sendable {
  /// Why it cannot be taken.
  public enum Reason: Equatable, Sendable {
    /// No feed's address stands there.
    case noAddress
    /// What stands there as one is no address of the web.
    case unusableAddress
    /// More feeds stand before it than anybody reads.
    case tooMany
  }

  /// Its line in the file, counted from 1.
  public let line: Int
  /// The title, or what else stands there; may be empty.
  public let name: String
  /// What stands there as an address; nil for none.
  public let address: String?
  public let reason: Reason

  package init(line: Int, name: String, address: String?, _ reason: Reason) {
    (self.line, self.name, self.address, self.reason) = (line, name, address, reason)
  }
}
