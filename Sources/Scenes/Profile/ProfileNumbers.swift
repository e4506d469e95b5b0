import FeedDomain
import Words

/// The numbers about a person, in words; what is not told is not shown.
struct ProfileNumbers {
  let wording: Wording
  /// The lists of people that can be looked at.
  let lists: PeopleLists

  func counts(of person: Person) -> [ProfileHeading.Count] {
    guard let counts = person.counts else { return [] }
    func leading(to list: PeopleList) -> ProfileAction? {
      lists.contains(list.kind) ? .people(list) : nil
    }
    return [
      counts.posts.map { .init(words: wording.posts($0), action: nil) },
      counts.followers.map {
        .init(words: wording.followers($0), action: leading(to: .followers(person.id)))
      },
      counts.following.map {
        .init(words: wording.followed($0), action: leading(to: .following(person.id)))
      },
    ].compactMap(\.self)
  }
}
