/// The settings a program under test starts with, as they stand in its `config.ini` and environment.
struct ClientSettings: Hashable {
  /// How long the service takes to answer.
  var latency = "350ms"
  /// How often somebody posts there. A world keeps what it began with at the sign-in.
  var newPosts = "off"
  /// How pictures are shown.
  var pictures = "off"
  /// Which calls fail.
  var faults = ""

  /// Nobody posts and nothing refreshes by itself: what is seen comes from the keys alone.
  static let quiet = ClientSettings()
  /// The same without a line: what is stored is all there is.
  static let silent = ClientSettings(latency: "off", faults: "feed=unreachable")
  /// The same with a service that takes half a second.
  static let slow = ClientSettings(latency: "500ms")
  /// Twenty posts a second, from a service that answers at once: what remains is our own time.
  static let busy = ClientSettings(latency: "off", newPosts: "50ms")

  /// The same as quiet, with pictures shown in the way of that terminal.
  static func pictures(on terminal: TerminalKind) -> ClientSettings {
    ClientSettings(latency: "off", pictures: terminal.pictures)
  }

  /// How the built-in service behaves, for the environment.
  var variables: [String: String] {
    [
      "TWEETIE_LATENCY": latency, "TWEETIE_NEW_POSTS": newPosts, "TWEETIE_FAULTS": faults,
    ]
  }

  /// The file; an earlier version, which is measured beside this one, looks for all of it there.
  var text: String {
    """
    [display]
    pictures = \(pictures)
    [reading]
    refresh = off
    [tweetie]
    latency = \(latency)
    new-posts = \(newPosts)
    faults = \(faults)

    """
  }
}
