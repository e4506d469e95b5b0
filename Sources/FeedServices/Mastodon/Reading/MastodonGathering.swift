/// That a server is still gathering what it answered with, as its header says:
/// `Mastodon-Async-Refresh: id="…", retry=3, result_count=0`.
enum MastodonGathering {
  private static let shortest = Duration.seconds(1)
  private static let usual = Duration.seconds(5)
  private static let longest = Duration.seconds(60)

  /// After how long it wants to be asked again; nil where it is done.
  static func pause(_ headers: HTTPHeaders) -> Duration? {
    guard let text = headers["Mastodon-Async-Refresh"] else { return nil }
    let items = text.split(separator: ",").map { String($0).trimmingBlanks }
    guard let item = items.first(where: { $0.hasPrefix("retry=") }) else { return usual }
    guard let seconds = Int(item.dropFirst("retry=".utf8.count)) else { return usual }
    return min(max(.seconds(min(max(seconds, 0), 3600)), shortest), longest)
  }
}
