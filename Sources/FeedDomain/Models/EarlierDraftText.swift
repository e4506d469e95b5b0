/// An earlier text of a post that is being written, which the user can restore.
public struct EarlierDraftText: Equatable, Sendable {
  /// The maximum number of earlier texts that are kept of a draft.
  package static let maximumCount = 20
  /// The maximum size in UTF-8 bytes of an earlier text of a draft that is kept; larger ones are
  /// not kept.
  package static let maximumBytes = 20_000

  public let text: String
  public let replacedAt: Timestamp

  package init(text: String, replacedAt: Timestamp) {
    (self.text, self.replacedAt) = (text, replacedAt)
  }
}

/// A watcher of a post's text while it is typed, which finds the earlier texts worth keeping: those
/// with a passage that a later text lacks.
package struct LostDraftTextDetector {
  /// The minimum number of bytes that a later text of a draft must lack for its earlier text to be
  /// kept.
  private static let minimumLoss = 12

  /// The text with which the next typed text is compared: the fullest one since an earlier text was
  /// last kept.
  private var fullest: String

  package init(_ text: String) { fullest = text }

  /// Records a draft's typed text, and compares it with the fullest earlier text; returns the earlier
  /// text, to be kept for restoring, if the typed text lacks a passage of it; nil otherwise.
  package mutating func recordTypedTextReturningLostText(_ text: String) -> String? {
    let earlier = fullest
    let (held, now) = (earlier.utf8, text.utf8)
    // Comparing a very long text at each key would take too long.
    guard held.count <= EarlierDraftText.maximumBytes, now.count <= EarlierDraftText.maximumBytes
    else {
      fullest = text
      return nil
    }
    let loss = held.replacedByteCount(in: now)
    guard loss >= Self.minimumLoss else {
      // A small loss is the correction of a typing mistake, and keeps no earlier text.
      if loss == 0 || now.count >= held.count { fullest = text }
      return nil
    }
    fullest = text
    return earlier.allSatisfy(\.isWhitespace) ? nil : earlier
  }
}

extension String.UTF8View {
  /// Returns the number of bytes of the text that a later text replaced: those between the
  /// beginning and the end that both texts share.
  fileprivate func replacedByteCount(in later: String.UTF8View) -> Int {
    let beginning = zip(self, later).prefix { $0 == $1 }.count
    let most = Swift.min(count, later.count) - beginning
    let end = zip(reversed(), later.reversed()).prefix(most).prefix { $0 == $1 }.count
    return count - beginning - end
  }
}
