internal import FeedDomain

/// What Flickr offers to one account, or to whoever has a key.
struct FlickrConnection: Sendable {
  /// Who looks with a key alone: nobody at the service.
  static let nobody = Person.ID("")
  /// What such an account is called here.
  static let handle = "guest"

  let account: Account
  /// Asks in the account's name.
  let client: ServiceClient
  /// Fetches pictures, in nobody's name.
  let files: ServiceClient
  let world: any World
  /// Sends photos in the account's name, to where they are taken; nil for who only looks.
  var uploader: ServiceClient?
  /// Asks with the application's key for whoever took back what they allowed; nil where that is how
  /// it is asked anyway.
  var guest: ServiceClient?
  let licences = FlickrLicences()
  let revocation = Revocation()

  var reader: FlickrReader {
    FlickrReader(
      me: account.person == Self.nobody ? nil : account.person, now: world.now, licences: licences,
      isBlind: revocation.isKnown)
  }

  /// Asks a method something; what is the reader's own is not asked for with the key.
  @_semantics("optimize.sil.specialize.generic.never")
  func ask<Value: Sendable>(
    _ method: FlickrMethod, isOwn: Bool = false,
    _ read: @Sendable (JSON) throws(FeedError) -> Value
  ) async throws(FeedError) -> Value {
    try await revocation.ask(client, or: isOwn ? nil : guest) { client throws(FeedError) in
      try await client.json(HTTPRequest(.get, method.path)) { json, _ throws(FeedError) in
        try Self.value(in: json, of: method, read)
      }
    }
  }

  /// Asks a method for photos; where they have terms of use that are not known, those are asked for
  /// as well, and the photos read again.
  @_semantics("optimize.sil.specialize.generic.never")
  func askForPhotos<Value: Sendable>(
    _ method: FlickrMethod, isOwn: Bool = false,
    _ read: @Sendable (JSON) throws(FeedError) -> Value
  ) async throws(FeedError) -> Value {
    let (photos, json) = try await ask(method, isOwn: isOwn) { json throws(FeedError) in
      (try read(json), json)
    }
    guard licences.begin() else { return photos }
    do throws(FeedError) {
      return try await ask(FlickrMethod("photos.licenses.getInfo")) {
        [licences] told throws(FeedError) in
        licences.learn(told["licenses"])
        return try read(json)
      }
    } catch {
      if error == .cancelled || error.mayPass { licences.giveUp() }
      return photos
    }
  }

  /// Has a method do something; `isDone` says which failures mean that it is done already.
  func tell<Value: Sendable>(
    _ method: FlickrMethod, isRepeatable: Bool,
    isDone: @Sendable (FlickrFailure) -> Value? = { _ in nil },
    _ read: @Sendable (JSON) throws(FeedError) -> Value
  ) async throws(FeedError) -> Value {
    let request = HTTPRequest(
      .post, FlickrMethod.endpoint, body: .form(method.fields), isRepeatable: isRepeatable)
    return try await client.json(request) { json, _ throws(FeedError) in
      if let failure = FlickrFailure(json), let value = isDone(failure) { return value }
      return try Self.value(in: json, of: method, read)
    }
  }

  @_semantics("optimize.sil.specialize.generic.never")
  private static func value<Value>(
    in json: JSON, of method: FlickrMethod, _ read: (JSON) throws(FeedError) -> Value
  ) throws(FeedError) -> Value {
    if let failure = FlickrFailure(json) { throw failure.error(of: method) }
    guard json["stat"] == "ok" else { throw .badReply }
    return try read(json)
  }
}

/// A method of Flickr's with its arguments.
struct FlickrMethod: Sendable {
  static let endpoint = "/services/rest/"

  let fields: [(String, String)]
  /// Whether its first code says that there is no such thing; else it says what was asked wrongly.
  let missesThings: Bool

  init(_ name: String, _ arguments: [(String, String)] = []) {
    // Too many tags, and a day that is none.
    missesThings = !["photos.search", "interestingness.getList"].contains(name)
    fields =
      [("method", "flickr.\(name)"), ("format", "json"), ("nojsoncallback", "1")] + arguments
  }

  var path: String { "\(Self.endpoint)?\(WebQuery(fields).text)" }
}
