/// The ways in which a published post shows more, or to more people, than its draft asked for.
public struct Exposure: Hashable, Sendable {
  /// Who should see the post.
  public let asked: Visibility
  /// Who does, where those are more; nil where they are not.
  public let audience: Visibility?
  /// Whether its warning is gone.
  public let lacksWarning: Bool
  /// Whether pictures are shown that were to be covered.
  public let lacksCover: Bool
  /// Whether its poll is gone.
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

extension Change {
  /// What is more open in what the service published than it should be; nil where nothing is.
  package func exposure(after outcome: Outcome) -> (post: Post, exposure: Exposure)? {
    guard case .publish(let draft) = self, case .post(let post) = outcome,
      let exposure = Exposure(of: post, publishedAs: draft)
    else { return nil }
    return (post, exposure)
  }
}
