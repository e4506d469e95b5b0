internal import FeedDomain

/// The accounts that a scene may read together, and what is heard of them.
@MainActor struct CompanyReading {
  /// Nil where there is but one.
  let company: Company?
  /// What is done as any of them.
  let news = CompanyNews()

  init(_ company: Company?) { self.company = company }
}
