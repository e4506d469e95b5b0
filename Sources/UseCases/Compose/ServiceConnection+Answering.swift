package import FeedDomain

extension ServiceConnection {
  /// The same draft as an answer to a post: it names those who take part, before its words, and is
  /// seen by no more people than that post, behind the same warning.
  package func answering(_ answered: Post, with draft: Draft) -> Draft {
    draft.saying(greeting(for: answered, unless: draft.text) + draft.text)
      .visible(to: draft.visibility.narrowed(to: answered.visibility))
      .warning(draft.warning ?? warning(of: answered))
  }

  /// Everybody who takes part in what is answered and is not named yet, the author first: at some
  /// services an answer reaches whom it names, and nobody else.
  private func greeting(for answered: Post, unless text: String) -> String {
    guard self.draftLimits?.repliesStartWithHandle ?? true else { return "" }
    let author = answered.author
    var named = Set(
      text.lowercased().split(whereSeparator: \.isWhitespace).filter { $0.hasPrefix("@") }
        .map { String($0.dropFirst()) })
    if author.id == account.person { named.insert(author.handle.lowercased()) }
    return ([author.handle] + answered.content.mentions).filter {
      !account.isCalled($0) && named.insert($0.lowercased()).inserted
        // A name with blanks or controls in it is nobody's, and would take the line apart.
        && !$0.contains(where: \.isWhitespace) && $0.utf8.allSatisfy { $0 > 0x20 }
    }.reduce(into: "") { $0 += "@\($1) " }
  }

  /// What its author put before a post holds for its answers, too; why it is folded away for the
  /// reader is nobody else's business.
  private func warning(of answered: Post) -> String? {
    self.draftLimits?.allowsWarning == true ? answered.content.warning : nil
  }
}
