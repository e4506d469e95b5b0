/// What the service made of a change.
public indirect enum Outcome: Equatable, Sendable {
  /// The post as it is now, or as it was published.
  case post(Post)
  /// The person as they are now.
  case person(Person)
  /// How the reader stands to somebody now.
  case standing(Person.ID, Relationship)
  /// Done, and nothing more to tell.
  case done
}

/// What a service tells of a change that may have arrived.
public enum ReadBack: Equatable, Sendable {
  case arrived(Outcome)
  /// Sending it again has no second effect: it is the same to the service.
  case repeatable
  /// It is not there, and too early to say that it will not be: to be looked for again.
  case undecided
  /// Nobody can tell.
  case unknown
}

/// Sends what a person does.
public protocol PublishingGateway: Sendable {
  /// Sends a change, under the key of all its tries.
  ///
  /// `outcomeUnknown` where it was sent, must happen once, and no reply came.
  func send(_ change: PendingChange, key: OutboxItem.ID) async throws(FeedError) -> Outcome
  /// Looks for what came of a change that may have arrived before.
  func readBack(
    _ change: PendingChange, key: OutboxItem.ID, after tries: EarlierTries
  ) async throws(FeedError) -> ReadBack
  /// Has the reader's profile show a picture, as its small or its wide one.
  func show(_ picture: PreparedPicture, as field: AskedField) async throws(FeedError)
  /// A post of the reader's as it was written, as a draft under that id that takes its place, where
  /// what was posted can be changed; `refused` where it is of a kind that cannot.
  func draft(of post: Post.ID, as id: Draft.ID) async throws(FeedError) -> Draft
  /// Sends what is to be done with an item, for the first time or again.
  func deliver(_ change: PendingChange, of item: OutboxItem) async throws(FeedError) -> Outcome
}

extension PublishingGateway {
  /// Most services have no such pictures, or let nobody change them from here.
  public func show(_ picture: PreparedPicture, as field: AskedField) async throws(FeedError) {
    throw .refused(nil)
  }

  /// At most services what was posted stays as it is.
  public func draft(of post: Post.ID, as id: Draft.ID) async throws(FeedError) -> Draft {
    throw .refused(nil)
  }

  /// Where the same key never has a second effect, nothing is looked for.
  public func readBack(
    _ change: PendingChange, key: OutboxItem.ID, after tries: EarlierTries
  ) async throws(FeedError) -> ReadBack {
    .repeatable
  }

  /// Where nothing else of an item matters, its id is the key of all its tries.
  public func deliver(
    _ change: PendingChange, of item: OutboxItem
  ) async throws(FeedError) -> Outcome {
    try await send(change, key: item.id)
  }
}

/// A picture that may leave this machine: nothing in it tells where or with what it was taken.
public struct PreparedPicture: Equatable, Sendable {
  /// The encoded bytes.
  public let bytes: [UInt8]
  /// What they are, as "image/jpeg".
  public let mediaType: String
  public let size: PhotoSize

  package init(bytes: [UInt8], mediaType: String, size: PhotoSize) {
    (self.bytes, self.mediaType, self.size) = (bytes, mediaType, size)
  }
}

extension PictureLimits {
  /// What a picture is made to fit in that a service refused as it was.
  package static func smaller(than refused: PreparedPicture) -> PictureLimits {
    let side = max(refused.size.width, refused.size.height)
    return PictureLimits(longestSide: max(1, side / 2), bytes: max(1, refused.bytes.count / 2))
  }
}

/// Takes the pictures of a post, before the post itself.
public protocol UploadGateway: Sendable {
  /// Sends a picture and returns the name by which a post refers to it.
  ///
  /// Returns once the service is ready to show it. Tells how far it is, from any thread. A repeat
  /// under the same key may return what has arrived.
  func upload(
    _ picture: PreparedPicture, altText: String, key: String,
    progress: @escaping @Sendable (Transfer) -> Void
  ) async throws(FeedError) -> String
}

/// The ways in which a published post shows more, or to more people, than its draft asked for.
public struct Exposure: Hashable, Sendable {
  public let asked: Visibility
  /// Who does, where those are more; nil where they are not.
  public let audience: Visibility?
  public let lacksWarning: Bool
  /// Whether pictures are shown that were to be covered.
  public let lacksCover: Bool
  public let lacksPoll: Bool

  /// What is more open in a post than in the draft that it was made of; nil where nothing is.
  package init?(of post: Post, publishedAs draft: Draft) {
    asked = draft.visibility
    audience =
      post.visibility.narrowed(to: draft.visibility) == post.visibility ? nil : post.visibility
    let warning = draft.warning ?? ""
    lacksWarning =
      !warning.allSatisfy(\.isWhitespace) && (post.content.warning ?? "").isEmpty
    lacksCover =
      draft.isSensitive && !draft.attachments.isEmpty
      && post.content.photos.contains { !$0.isSensitive }
    lacksPoll = draft.poll != nil && post.content.poll == nil
    guard audience != nil || lacksWarning || lacksCover || lacksPoll else { return nil }
  }
}

extension PendingChange {
  /// What is more open in what the service published than it should be; nil where nothing is.
  package func exposure(after outcome: Outcome) -> (post: Post, exposure: Exposure)? {
    guard case .publish(let draft) = self, case .post(let post) = outcome,
      let exposure = Exposure(of: post, publishedAs: draft)
    else { return nil }
    return (post, exposure)
  }
}

/// A key with a number that says when it was made: greater than that of every key before it.
public struct TimedKey: Equatable, Sendable {
  private static let mark = "t"
  private static let digits = 16
  fileprivate static let makerBits: UInt64 = 10

  /// The microseconds since 1970, and below them ten bits for who made it.
  public let number: UInt64

  package init(number: UInt64) { self.number = number }

  /// Reads a key; nil for one that says nothing of the kind.
  package init?(_ key: String) {
    guard key.hasPrefix(Self.mark) else { return nil }
    let digits = key.dropFirst().prefix(Self.digits)
    guard digits.utf8.count == Self.digits,
      digits.utf8.allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }),
      let number = UInt64(digits, radix: 16), number >> 63 == 0
    else { return nil }
    self.number = number
  }

  /// The key as a text, with an end that nobody can guess.
  public func text(ending end: String) -> String {
    let digits = String(number, radix: 16)
    return Self.mark + String(repeating: "0", count: Self.digits - digits.utf8.count) + digits + end
  }
}

extension TimedKey {
  /// A key that follows from another and no third one, and comes right after it: so that what is made
  /// of that one twice has one key.
  package static func following(_ key: String) -> String {
    guard let timed = TimedKey(key) else { return key + "." }
    let ending = key.dropFirst(mark.count + digits)
    return TimedKey(number: timed.number + 1 << makerBits).text(ending: String(ending))
  }
}

/// Makes keys of which each is greater than the one before, whatever the clock does.
public struct TimedKeys: Sendable {
  /// Ten bits that tell one maker's keys from another's of the same microsecond.
  private let maker: UInt64
  private var last: UInt64 = 0

  /// Keys that bear the lowest ten bits of that.
  package init(maker: UInt64) { self.maker = maker & 0x3ff }

  /// A key of that moment, in microseconds since 1970; of the one after the last where the clock
  /// stood still or stepped back.
  public mutating func next(at microseconds: UInt64) -> TimedKey {
    last = max(microseconds & (1 << 52 - 1), last + 1)
    return TimedKey(number: last << TimedKey.makerBits | maker)
  }
}
