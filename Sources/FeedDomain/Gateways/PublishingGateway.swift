/// An outcome of a change that the service carried out, with the new state of the post, person or
/// relationship if the service returned one.
public indirect enum ChangeOutcome: Equatable, Sendable {
  case post(Post)
  case person(Person)
  case relationship(Person.ID, Relationship)
  /// An outcome of a change: the service kept the state of this number of entries, which was
  /// changed there later; with the entry of a change of one, as the service has it.
  case overruled(Int, Post?)
  case done
}

/// An answer of the service to the question whether a change arrived, after its sending was
/// interrupted.
public enum DeliveryCheckResult: Equatable, Sendable {
  case arrived(ChangeOutcome)
  /// An answer about an interrupted change: the service does not know, but the change can be sent
  /// again without a second effect.
  case repeatable
  /// An answer about an interrupted change: it has not arrived, but may still; the service has to
  /// be asked again later.
  case undecided
  case unknown
}

public protocol PublishingGateway: Sendable {
  /// Sends the change of an outbox item, which may repeat an earlier attempt; of a thread the first
  /// post alone. The item's id is the idempotency key shared by all attempts. Throws
  /// `outcomeUnknown` if an unrepeatable change was sent and no reply came.
  func sendChange(_ change: PendingChange, of item: OutboxItem) async throws(FeedError)
    -> ChangeOutcome
  /// Asks the service whether a change, whose sending was interrupted, has arrived; returns the
  /// answer.
  func askWhetherDelivered(
    _ change: PendingChange, key: OutboxItem.ID, after tries: PossiblyArrivedSendAttempts
  ) async throws(FeedError) -> DeliveryCheckResult
  func uploadProfilePicture(_ picture: PreparedPicture, as field: InputField)
    async throws(FeedError)
  /// Fetches the user's own post with its source text as a draft to edit; throws `refused` if the
  /// post cannot be edited.
  func editableDraft(of post: Post.ID, as id: Draft.ID) async throws(FeedError) -> Draft
  /// Makes a draft with the content of the user's own post, to post it again after its deletion.
  /// The draft has no pictures, unless the service keeps those of deleted posts.
  func draftForPostingAgain(_ post: Post, as id: Draft.ID) async throws(FeedError) -> Draft
}

extension PublishingGateway {
  public func uploadProfilePicture(_ picture: PreparedPicture, as field: InputField)
    async throws(FeedError)
  {
    throw .refused(nil)
  }

  public func editableDraft(of post: Post.ID, as id: Draft.ID) async throws(FeedError) -> Draft {
    throw .refused(nil)
  }

  public func draftForPostingAgain(_ post: Post, as id: Draft.ID) async throws(FeedError) -> Draft {
    Draft(repeating: post, as: id)
  }

  /// Returns `repeatable`, the default for services that recognise every repeated change by its
  /// idempotency key.
  public func askWhetherDelivered(
    _ change: PendingChange, key: OutboxItem.ID, after tries: PossiblyArrivedSendAttempts
  ) async throws(FeedError) -> DeliveryCheckResult {
    .repeatable
  }
}

/// A picture ready for upload, without location and camera metadata.
public struct PreparedPicture: Equatable, Sendable {
  public let bytes: [UInt8]
  public let mediaType: String
  public let size: PhotoSize

  package init(bytes: [UInt8], mediaType: String, size: PhotoSize) {
    (self.bytes, self.mediaType, self.size) = (bytes, mediaType, size)
  }
}

extension PictureUploadLimits {
  /// Returns limits for another attempt after a service refused a picture: half of the picture's
  /// longest side, and half of its bytes.
  package static func limitsHalvingRefusedPicture(after refused: PreparedPicture)
    -> PictureUploadLimits
  {
    let side = max(refused.size.width, refused.size.height)
    return PictureUploadLimits(
      longestSide: max(1, side / 2), bytes: max(1, refused.bytes.count / 2))
  }
}

public protocol UploadGateway: Sendable {
  /// Uploads a picture and returns its id for the post, once the service can show the picture;
  /// `progress` is called on any thread. Repeating with the same key may return an earlier upload.
  func uploadPicture(
    _ picture: PreparedPicture, altText: String, key: String,
    progress: @escaping @Sendable (ByteTransferProgress) -> Void
  ) async throws(FeedError) -> String
}

/// A record of the ways in which a published post is more open than its draft, such as a wider
/// visibility, a missing content warning, uncovered pictures, or a missing poll.
public struct UnintendedPostExposure: Equatable, Sendable {
  public let requestedVisibility: Visibility
  /// The visibility of the published post, if it is wider than the draft's; nil if it is not.
  public let audience: Visibility?
  public let lacksWarning: Bool
  /// True if the published post's pictures are uncovered although its draft covers them.
  public let lacksCover: Bool
  public let lacksPoll: Bool

  /// Creates the record of the ways in which a published post is more open than its draft; nil if
  /// it is not more open.
  package init?(of post: Post, publishedAs draft: Draft) {
    requestedVisibility = draft.visibility
    audience =
      post.visibility.moreRestrictiveVisibility(with: draft.visibility) == post.visibility
      ? nil : post.visibility
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
  /// Returns the published post with the record of the ways in which it is more open than its
  /// draft; nil if it is not.
  package func postWithUnintendedExposure(after outcome: ChangeOutcome) -> (
    post: Post, exposure: UnintendedPostExposure
  )? {
    guard case .publish(let draft) = self, case .post(let post) = outcome,
      let exposure = UnintendedPostExposure(of: post, publishedAs: draft)
    else { return nil }
    return (post, exposure)
  }
}

/// An idempotency key that begins with the time of its creation, so that later keys sort after
/// earlier ones.
public struct TimedIdempotencyKey: Equatable, Sendable {
  private static let prefix = "t"
  private static let digits = 16
  fileprivate static let makerBits: UInt64 = 10

  /// The number in a timed key: microseconds since 1970, followed by ten bits that identify the
  /// generator of the key.
  public let number: UInt64

  package init(number: UInt64) { self.number = number }

  /// Parses an idempotency key that begins with its time of creation; nil for a key of another
  /// form.
  package init?(_ key: String) {
    guard key.hasPrefix(Self.prefix) else { return nil }
    let digits = key.dropFirst().prefix(Self.digits)
    guard digits.utf8.count == Self.digits,
      digits.utf8.allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }),
      let number = UInt64(digits, radix: 16), number >> 63 == 0
    else { return nil }
    self.number = number
  }

  /// Returns the timed key as text, with an ending that makes it unique.
  public func timedKeyText(ending end: String) -> String {
    let digits = String(number, radix: 16)
    return Self.prefix + String(repeating: "0", count: Self.digits - digits.utf8.count) + digits
      + end
  }
}

extension TimedIdempotencyKey {
  /// Returns the key that sorts right after a given key, timed or not; always the same for a key.
  package static func idempotencyKeySortedAfter(_ key: String) -> String {
    guard let timed = TimedIdempotencyKey(key) else { return key + "." }
    let ending = key.dropFirst(prefix.count + digits)
    return TimedIdempotencyKey(number: timed.number + 1 << makerBits).timedKeyText(
      ending: String(ending))
  }
}

/// A generator of increasing timed keys, even if the clock is set back.
public struct TimedIdempotencyKeyGenerator: Sendable {
  /// The ten bits that distinguish the timed keys of several generators in the same microsecond.
  private let maker: UInt64
  private var lastKeyTime: UInt64 = 0

  package init(maker: UInt64) { self.maker = maker & 0x3ff }

  /// Returns the next timed key for a time in microseconds since 1970; later than all keys before,
  /// even if the clock was set back.
  public mutating func takeNextTimedKey(at microseconds: UInt64) -> TimedIdempotencyKey {
    lastKeyTime = max(microseconds & (1 << 52 - 1), lastKeyTime + 1)
    return TimedIdempotencyKey(number: lastKeyTime << TimedIdempotencyKey.makerBits | maker)
  }
}
