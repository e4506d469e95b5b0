/// What a service asks of whoever shows its photos.
public struct PhotoTerms: Hashable, Sendable {
  /// The name to put beside every photo; nil where it does not ask for that.
  public let giver: String?
  /// Where that name leads; nil for the photo's own page.
  public let home: String?
  /// How many photos may be seen at once; nil for as many as there is room for.
  public let mostAtOnce: Int?
  /// What is to be read by whoever sees something of it, in its own words; nil for nothing.
  public let notice: String?

  /// It asks for nothing.
  public static let none = PhotoTerms(giver: nil, home: nil, mostAtOnce: nil, notice: nil)
}

extension Service {
  /// What it asks of whoever shows its photos.
  public var photoTerms: PhotoTerms {
    switch self {
    case .tweetie, .mastodon, .bluesky, .instagram, .rss: .none
    case .unsplash:
      PhotoTerms(
        giver: "Unsplash",
        // It is told where the reader came from.
        home: "https://unsplash.com/?utm_source=tweetie&utm_medium=referral", mostAtOnce: nil,
        notice: nil)
    case .flickr:
      PhotoTerms(
        giver: "Flickr", home: nil, mostAtOnce: 30,
        notice:
          "This product uses the Flickr API but is not endorsed or certified by SmugMug, Inc.")
    }
  }
}
