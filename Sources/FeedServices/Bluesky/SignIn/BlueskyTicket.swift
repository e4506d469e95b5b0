internal import FeedDomain

/// Where one signs in.
struct BlueskyDoor: Equatable, Sendable {
  let server: String
  /// A server that was found by a stranger's word must not be in the person's own network.
  let reach: HTTPRequest.Reach
}

/// What is told to sign in; it is kept in memory alone, while somebody looks for their code.
struct BlueskyTicket: Equatable, Sendable {
  let door: BlueskyDoor
  let name: String
  let password: Secret
}

extension BlueskyTicket {
  init?(_ secret: Secret) {
    let json = secret.kept
    guard let server = json["server"].filledString, let name = json["name"].filledString,
      let password = json["password"].string
    else { return nil }
    let reach: HTTPRequest.Reach = json["public"].bool == true ? .publicHosts : .anywhere
    self.init(
      door: BlueskyDoor(server: server, reach: reach), name: name, password: Secret(password))
  }

  var secret: Secret {
    Secret(keeping: [
      "server": .string(door.server), "public": .bool(door.reach == .publicHosts),
      "name": .string(name), "password": .string(password.revealed),
    ])
  }

  func request(code: String?) -> HTTPRequest {
    var fields: [JSON.Member] = [
      .init(name: "identifier", value: .string(name)),
      .init(name: "password", value: .string(password.revealed)),
    ]
    if let code { fields.append(.init(name: "authFactorToken", value: .string(code))) }
    return HTTPRequest(
      .post, XRPC("com.atproto.server.createSession").path, body: .json(.object(fields)),
      reach: door.reach)
  }
}
