/// The stream of the addresses that the reader saved to read later.
public enum SavedEntries {
  /// The id of the list that is the stream of saved entries, and of the web feed they belong to.
  public static let id = "saved"

  public static let stream = Feed.list(id: id, name: "Saved")

  /// Returns true if an entry is among the saved ones.
  public static func holds(_ post: Post.ID) -> Bool { post.own.rawValue.hasPrefix("\(id)/") }
}
