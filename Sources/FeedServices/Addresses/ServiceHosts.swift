/// Where the services are asked that have but one address each, without a slash at the end: there, or
/// at a server of the person's own.
package struct ServiceHosts: Equatable, Sendable {
  package static let usual = ServiceHosts()

  let unsplash: String
  /// Where somebody signs in to Unsplash: where a server of one's own is asked, that gets the
  /// secret as well, and nobody else.
  let unsplashDoor: String
  let flickr: String
  /// Where photos are sent to.
  let flickrUploads: String
  let instagram: String

  /// Those that have no address, or one at which nobody can be asked, are asked at their own.
  package init(unsplash: String? = nil, flickr: String? = nil, instagram: String? = nil) {
    let own = "https://api.unsplash.com"
    self.unsplash = unsplash.flatMap(ServerAddress.init)?.text ?? own
    unsplashDoor = self.unsplash == own ? "https://unsplash.com" : self.unsplash
    let home = "https://www.flickr.com"
    self.flickr = flickr.flatMap(ServerAddress.init)?.text ?? home
    flickrUploads = self.flickr == home ? "https://up.flickr.com" : self.flickr
    self.instagram = instagram.flatMap(ServerAddress.init)?.text ?? "https://graph.instagram.com"
  }
}
