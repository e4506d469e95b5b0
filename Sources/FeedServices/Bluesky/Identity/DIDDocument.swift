/// What is known publicly of somebody: their handles, and where their account lives.
struct DIDDocument: Equatable, Sendable {
  let id: String
  let handles: [String]
  /// The address of their server, as "https://example.org"; nil where none is told.
  let server: String?

  /// Nil where it does not say whose it is.
  init?(_ json: JSON) {
    guard let id = json["id"].filledString else { return nil }
    self.id = id
    handles = json["alsoKnownAs"].array.compactMap(\.string).compactMap { name in
      name.hasPrefix("at://") ? String(name.dropFirst("at://".utf8.count)).lowercased() : nil
    }
    let service = json["service"].array.first { service in
      let name = service["id"].string
      return (name == "#atproto_pds" || name == "\(id)#atproto_pds")
        && service["type"] == "AtprotoPersonalDataServer"
    }
    server = service?["serviceEndpoint"].webAddress.flatMap { ServerName($0)?.origin }
  }
}
