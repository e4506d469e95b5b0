/// What a service asks of whoever shows its photos.
public struct PhotoTerms: Hashable, Sendable {
  /// The name to put beside every photo; nil where it does not ask for that.
  public let giver: String?
  /// Where that name leads; nil for the photo's own page.
  public let home: String?
  /// How many photos may be seen at once; nil for as many as there is room for.
  public let mostAtOnce: Int?

  /// It asks for nothing.
  public static let none = PhotoTerms(giver: nil, home: nil, mostAtOnce: nil)
}

extension Service {
  /// What it asks of whoever shows its photos.
  public var photoTerms: PhotoTerms {
    switch self {
    case .tweetie, .mastodon, .bluesky, .instagram: .none
    case .unsplash:
      PhotoTerms(
        giver: "Unsplash",
        // It is told where the reader came from.
        home: "https://unsplash.com/?utm_source=tweetie&utm_medium=referral", mostAtOnce: nil)
    case .flickr: PhotoTerms(giver: "Flickr", home: nil, mostAtOnce: 30)
    }
  }
}
