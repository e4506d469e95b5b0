import Doubles
import FeedDomain

@testable import FeedServices

/// Flickr, with every answer chosen by the test.
struct FlickrFixture {
  static let uploads = "https://up.example"
  static let me = Person.ID("90000009@N09")
  static let tokenGrant = FlickrAccountSecret.FlickrTokenGrant(
    consumer: Secret("canary-consumer"), token: "the-token", secret: Secret("canary-secret"))

  let stub: StubNetwork
  let connection: FlickrConnection

  init(
    isSignedIn: Bool = true,
    answer: @escaping @Sendable (HTTPRequest) throws(TransportError) -> HTTPReply
  ) {
    stub = StubNetwork(answer: answer)
    let token = FlickrAccountSecret(key: "the-key", tokenGrant: isSignedIn ? Self.tokenGrant : nil)
    let requestRules = FlickrRequestRules(world: stub.world)
    connection = FlickrConnection(
      account: Account(
        service: .flickr, person: isSignedIn ? Self.me : FlickrConnection.guestID,
        handle: isSignedIn ? "Me" : FlickrConnection.guestHandle),
      client: stub.network.serviceClient(
        at: StubNetwork.home, token: token.secret, requestRules: requestRules),
      files: stub.network.serviceClient(at: StubNetwork.home, requestRules: requestRules),
      world: stub.world,
      uploader: stub.network.serviceClient(
        at: Self.uploads, token: token.secret, requestRules: requestRules))
  }

  var addresses: FlickrLinkResolver { FlickrLinkResolver(connection: connection) }
  var feeds: FlickrFeeds { FlickrFeeds(connection: connection) }
  var people: FlickrPeople { FlickrPeople(connection: connection) }
  var photos: FlickrPhotos { FlickrPhotos(connection: connection) }
  var publishing: FlickrPublishing { FlickrPublishing(connection: connection) }
  var uploads: FlickrUploads { FlickrUploads(connection: connection) }

  /// One that answers the same to everything.
  init(isSignedIn: Bool = true, always json: JSON) {
    self.init(isSignedIn: isSignedIn) { _ in .json(json) }
  }

  /// One that answers each method as told, as "photos.getInfo", and else that it is unknown.
  init(isSignedIn: Bool = true, _ answers: [String: JSON]) {
    self.init(isSignedIn: isSignedIn) { request in
      .json(answers[request.flickrMethod] ?? Self.fail(112, "Method not found"))
    }
  }

  /// The methods that were asked, with their arguments, without what goes along with every call.
  var asked: [String] {
    stub.transport.requests.map { request in
      let usual: Set<String> = ["method", "format", "nojsoncallback", "extras", "per_page"]
      let arguments = request.flickrFields.filter { !usual.contains($0.0) }
      return ([request.flickrMethod] + arguments.map { "\($0.0)=\($0.1)" }).joined(separator: " ")
    }
  }

  static func fail(_ code: Int, _ message: String = "No") -> JSON {
    ["stat": "fail", "code": .number(String(code)), "message": .string(message)]
  }

  static func photo(_ id: String) -> JSON {
    [
      "id": .string(id), "owner": "90000001@N07", "ownername": "Juno", "title": "Tram",
      "url_m": .string("https://live.example/\(id)_m.jpg"), "width_m": "240", "height_m": 160,
    ]
  }

  static func page(_ ids: [String], pages: Int) -> JSON {
    ["photos": ["pages": .number(String(pages)), "photo": .array(ids.map(photo))], "stat": "ok"]
  }
}

extension HTTPRequest {
  var flickrFields: [(String, String)] {
    if case .form(let fields) = body { return fields }
    return url.split(separator: "?").dropFirst().flatMap { $0.split(separator: "&") }.map { item in
      let pair = item.split(separator: "=", omittingEmptySubsequences: false)
      return (
        WebAddressQuery.percentDecoded(String(pair[0])),
        WebAddressQuery.percentDecoded(String(pair[1]))
      )
    }
  }

  var flickrMethod: String {
    let name = flickrFields.first { $0.0 == "method" }?.1 ?? ""
    return String(name.dropFirst("flickr.".count))
  }
}
