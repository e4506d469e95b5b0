internal import FeedDomain

/// A population of the demo world: people who write, and people who only like and follow.
struct DemoPopulation {
  static let reader = 0

  /// The demo world's people, without counts and without the user's relationship to them.
  let people: [Person]
  /// The number of people of the demo world who write posts; they come first in `people`.
  let writerCount: Int
  /// The profile details of the demo world's people who write, by the index of the person.
  let details: [PersonDetails]
  let indices: [Person.ID: Int]
  /// The indices of the demo world's people who follow the user on the first day.
  let followers: [Int]
  /// The indices of the demo world's people whom the user follows on the first day.
  let followed: Set<Int>
  private let inactiveWriter: Int
  private let follows: [Set<Int>]
  private let seed: UInt64

  init(seed: UInt64, files: DemoFiles) {
    self.seed = seed
    let writers = files.writers
    let ids = Dictionary(
      uniqueKeysWithValues: writers.map { ($0.handle.localPart, Person.ID($0.handle.localPart)) })
    let scanner = DemoTextParser(understandsMarkup: true) { ids[$0] }
    people =
      writers.map { writer in
        Person(
          id: Person.ID(writer.handle.localPart), handle: writer.handle, name: writer.name,
          bio: scanner.parsedRichText(writer.bio),
          url: "https://\(DemoWorld.host)/@\(writer.handle)")
      } + files.lurkers
    writerCount = writers.count
    details = writers.map { PersonDetails(joinedAt: $0.joinedAt, fields: $0.fields) }
    inactiveWriter = writers.count - 1
    indices = Dictionary(
      uniqueKeysWithValues: people.indices.map { [people] in (people[$0].id, $0) })
    followed = Set(writers.indices.filter { writers[$0].isFollowedByReader })
    let fans = writers.indices.filter { writers[$0].followsReader }
    let count = people.count
    followers =
      fans
      + (writers.count..<count).filter { Self.randomFollowFraction(seed, UInt64($0), 0) < 0.11 }
    follows = Self.makeFollowGraph(
      seed: seed, writers: writers.count - 1, population: count, followersOfUser: Set(followers))
  }

  /// Returns the index of the person with a user name in the demo population; nil if there is none.
  func personIndex(of handle: String) -> Int? { indices[Person.ID(handle)] }

  func followerIndices(of person: Int) -> [Int] {
    person == Self.reader
      ? followers : people.indices.dropFirst().filter { follows[$0].contains(person) }
  }

  /// Returns the indices of the people whom a person in the demo follows; not for the user, whose
  /// follows change.
  func followedIndices(of person: Int) -> [Int] { follows[person].sorted() }

  /// Returns the index of the person whose like of a demo post has the number `index`, counted from
  /// 0. The user's own posts are liked by people who write, other posts by everybody.
  func likerIndex(_ index: Int, of storedPost: StoredDemoPost, salt: UInt64 = 0) -> Int {
    let size = possibleLikerCount(ofAuthor: storedPost.author)
    var generator = SplitMix64Generator(seed, UInt64(bitPattern: storedPost.number.rawValue), salt)
    // A stride that is a prime above the size visits all people before repeating one.
    let stride = [307, 311, 313, 317, 331, 337, 347, 349][generator.randomInteger(below: 8)]
    let slot = (generator.randomInteger(below: size) + index * stride) % size
    let left = [inactiveWriter, storedPost.author].filter { $0 != Self.reader }.sorted()
    return Set(left).sorted().reduce(slot + 1) { $0 >= $1 ? $0 + 1 : $0 }
  }

  /// Returns the number of people in the demo from whom the likers of an author's posts are drawn.
  func possibleLikerCount(ofAuthor author: Int) -> Int {
    switch author {
    case Self.reader: writerCount - 2
    case inactiveWriter: people.count - 2
    default: people.count - 3
    }
  }

  private static func randomFollowFraction(_ seed: UInt64, _ person: UInt64, _ other: UInt64)
    -> Double
  {
    var generator = SplitMix64Generator(seed, 0xF0_110, person, other)
    return generator.randomFraction()
  }

  private static func makeFollowGraph(
    seed: UInt64, writers: Int, population: Int, followersOfUser followers: Set<Int>
  ) -> [Set<Int>] {
    let fame = (0..<writers).map { 0.12 + 0.6 * randomFollowFraction(seed, UInt64($0), .max) }
    return (0..<population).map { person in
      guard person != DemoPopulation.reader, person != writers else { return [] }
      var followed = Set(
        (1..<writers).filter {
          $0 != person && randomFollowFraction(seed, UInt64(person), UInt64($0)) < fame[$0]
        })
      if followers.contains(person) { followed.insert(DemoPopulation.reader) }
      return followed
    }
  }
}

extension String {
  /// The user name in a handle, before the "@" of its server.
  var localPart: String { String(prefix { $0 != "@" }) }
}

struct DemoPortraitPhoto {
  private static let beginning = "portrait-"
  private static let side = 160

  let person: Person.ID

  init(of person: Person.ID) { self.person = person }

  /// Creates a demo portrait from the id of a photo; nil for the id of another demo picture.
  init?(_ name: Photo.ID) {
    guard name.rawValue.hasPrefix(Self.beginning) else { return nil }
    person = Person.ID(String(name.rawValue.dropFirst(Self.beginning.count)))
  }

  var name: Photo.ID { Photo.ID(Self.beginning + person.rawValue) }

  var renditions: [Photo.PhotoRendition] { photo.renditions }

  var photo: Photo {
    let size = PhotoSize(width: Self.side, height: Self.side)
    return Photo(
      id: name, renditions: [.init(url: DemoPhotoAddress(name, width: Self.side).url, size: size)],
      size: size, altText: "")
  }
}
