/// The settings a program under test starts with, as they stand in its `config.ini`.
struct ClientSettings {
  let text: String

  /// Nobody posts and nothing refreshes by itself: what is seen comes from the keys alone.
  static let quiet = ClientSettings(latency: "350ms", newPosts: "off")
  /// The same with a service that takes half a second.
  static let slow = ClientSettings(latency: "500ms", newPosts: "off")
  /// Twenty posts a second, from a service that answers at once: what remains is our own time.
  static let busy = ClientSettings(latency: "off", newPosts: "50ms")

  private init(latency: String, newPosts: String) {
    text = """
      [reading]
      refresh = off
      [tweetie]
      latency = \(latency)
      new-posts = \(newPosts)

      """
  }
}
