internal import FeedDomain

struct BlueskyIdentity: Sendable {
  let network: NetworkContext
  let hosts: BlueskyHosts

  func server(of name: BlueskyName) async throws(FeedError) -> String {
    switch name {
    case .mail: return hosts.entryway
    case .did(let did): return try await server(in: document(of: did))
    case .handle(let handle):
      let document = try await document(of: did(of: handle))
      // Whoever claims somebody else's handle must not get their password.
      guard document.handles.contains(handle) else { throw .notFound }
      return try server(in: document)
    }
  }

  func document(of did: String) async throws(FeedError) -> DIDDocument {
    var request = HTTPRequest(.get, try address(ofDocument: did), reach: hosts.reach)
    request.maximumBytes = 256 << 10
    let document = try await network.client(at: hosts.directory, dialect: BlueskyDialect()).json(
      request
    ) { json, _ in DIDDocument(json) }
    guard let document, document.id == did else { throw .notFound }
    return document
  }

  private func did(of handle: String) async throws(FeedError) -> String {
    let call = XRPC("com.atproto.identity.resolveHandle", [("handle", handle)])
    let client = network.client(at: hosts.resolver, dialect: BlueskyDialect())
    let did = try await client.json(HTTPRequest(.get, call.path)) { json, _ in
      json["did"].nonEmptyString
    }
    guard let did, BlueskyName.isDID(did) else { throw .notFound }
    return did
  }

  private func address(ofDocument did: String) throws(FeedError) -> String {
    if did.hasPrefix("did:plc:") { return "\(hosts.directory)/\(did)" }
    let host = WebQuery.decoded(String(did.dropFirst("did:web:".utf8.count)))
    guard did.hasPrefix("did:web:"), !host.contains("/"), let server = ServerName(host) else {
      throw .notFound
    }
    return "\(server.origin)/.well-known/did.json"
  }

  private func server(in document: DIDDocument) throws(FeedError) -> String {
    guard let server = document.server else { throw .notFound }
    return server
  }
}
