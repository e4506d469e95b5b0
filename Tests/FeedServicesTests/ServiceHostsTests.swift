import Doubles
import FeedDomain
import ServiceRig
import Testing

@testable import FeedServices

/// Where the services of photos are asked.
@Suite struct ServiceHostsTests {
  @Test func `services have their standard base addresses without valid settings`() {
    let hosts = ServiceServerAddresses(
      unsplash: "unsplash.example", flickr: "http://flickr.example")

    #expect(hosts == .standard)
    #expect(hosts.unsplash == "https://api.unsplash.com")
    #expect(hosts.unsplashSignIn == "https://unsplash.com")
    #expect(hosts.flickr == "https://www.flickr.com")
    #expect(hosts.flickrUploads == "https://up.flickr.com")
    #expect(hosts.instagram == "https://graph.instagram.com")
  }

  @Test func `a configured server replaces a service's address, also for signing in`() {
    let hosts = ServiceServerAddresses(
      unsplash: "https://proxy.example/unsplash/", flickr: " http://localhost:8080/ ",
      instagram: "http://[::1]:9")

    #expect(hosts.unsplash == "https://proxy.example/unsplash")
    #expect(hosts.unsplashSignIn == "https://proxy.example/unsplash")
    #expect(hosts.flickr == "http://localhost:8080")
    #expect(hosts.instagram == "http://[::1]:9")
  }

  @Test(arguments: [
    ("https://api.unsplash.com/photos/a/download?ixid=9", "/own/photos/a/download?ixid=9"),
    ("https://api.unsplash.com.example/photos/a/download", nil),
    ("https://images.unsplash.com/photos/a/download", nil),
  ])
  func `a saved photo is reported to the configured server, never to a foreign host`(
    told: String, path: String?
  ) async throws {
    let server = try LoopbackServer { _ in
      .json(#"{"links":{"download_location":"\#(told)"}}"#)
    }
    let world = PassingWorld(at: 1_795_199_400_000)
    let services = AllServices.forTests(
      world: world, hosts: ServiceServerAddresses(unsplash: "\(server.origin)/own"))
    let account = Account(service: .unsplash, person: Person.ID(""), handle: "guest")
    let key = UnsplashAccountSecret(access: Secret("the-key"), topics: [])
    let connection = try #require(
      services.connection(for: SignedInAccount(account, token: key.secret)))

    try await connection.photos?.notifyServiceOfSavedPhoto(Photo.ID("a"), in: Post.ID("a"))

    #expect(server.requests.map(\.target) == ["/own/photos/a"] + (path.map { [$0] } ?? []))
    for request in server.requests {
      #expect(request.header("Authorization") == "Client-ID the-key")
    }
  }
}
