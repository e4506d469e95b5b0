extension Session {
  /// The post that a draft answers, as far as it matters for who may see the draft; nil where that is
  /// settled, or where it is not held.
  func bounds(of draft: Draft) async throws(StoreError) -> Post? {
    guard draft.isWide, let answered = draft.replyTo else { return nil }
    return try await shelf.feeds.post(answered, account: account.id)
  }
}
