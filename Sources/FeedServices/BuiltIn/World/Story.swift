internal import FeedDomain

/// A post as the server keeps it: without what changes as time passes or as the reader acts.
struct Story {
  let number: PostNumber
  /// The author's place in the society.
  let author: Int
  let content: Post.Content
  let parent: PostNumber?
  let visibility: Visibility
  let appeal: Appeal
  let refusesLikes: Bool
  /// Whether it belongs in home: answers do once they started a talk of their own.
  let isForHome: Bool
}

/// How many like and boost a post in the end, and how quickly they come.
struct Appeal {
  static let none = Appeal(likes: 0, boosts: 0, pace: .seconds(60))

  let likes: Int
  let boosts: Int
  let pace: Duration

  /// How many have liked after a while; fewer and fewer come as time passes.
  func likes(after age: Duration) -> Int { min(likes, arrived(after: age, pace: pace)) }

  /// How many have boosted after a while.
  func boosts(after age: Duration) -> Int { min(boosts, arrived(after: age, pace: pace * 4)) }

  /// When the like came, counted from the post.
  func ageAtLike(_ index: Int) -> Duration { pace * ((index + 1) * (index + 1)) }

  /// When the boost came, counted from the post.
  func ageAtBoost(_ index: Int) -> Duration { pace * (4 * (index + 1) * (index + 1)) }

  private func arrived(after age: Duration, pace: Duration) -> Int {
    guard age > .zero else { return 0 }
    return Int((Double(age.wholeMilliseconds) / Double(pace.wholeMilliseconds)).squareRoot())
  }
}

/// Somebody's boost of a post.
struct Boost {
  let number: PostNumber
  let story: PostNumber
  let person: Int
}
