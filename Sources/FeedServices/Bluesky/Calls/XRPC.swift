/// A method of a server, with what it is asked; names and values are encoded.
struct XRPC: Equatable, Sendable {
  /// The path with the query.
  let path: String

  /// A value that is nil is left out.
  init(_ method: String, _ query: [(String, String?)] = []) {
    let query = WebQuery(query.compactMap { name, value in value.map { (name, $0) } }).text
    path = "/xrpc/\(method)" + (query.isEmpty ? "" : "?\(query)")
  }
}
