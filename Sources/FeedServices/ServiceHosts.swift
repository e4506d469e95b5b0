/// Where the services are that have but one address each, without a slash at the end.
struct ServiceHosts: Equatable, Sendable {
  var unsplash = "https://api.unsplash.com"
  /// Where somebody signs in to Unsplash.
  var unsplashDoor = "https://unsplash.com"
  var flickr = "https://www.flickr.com"
  var instagram = "https://graph.instagram.com"
}
