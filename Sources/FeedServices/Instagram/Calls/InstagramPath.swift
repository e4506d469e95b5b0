/// Something at Instagram, with the fields of it that are wanted.
struct InstagramPath: Equatable, Sendable {
  let text: String

  /// A thing by its id, or what hangs on it.
  init(
    _ id: String, _ edge: String? = nil, fields: [String] = [], _ query: [(String, String)] = []
  ) {
    let path = (["", WebQuery.encoded(id)] + (edge.map { [$0] } ?? [])).joined(separator: "/")
    let wanted = fields.isEmpty ? [] : [("fields", fields.joined(separator: ","))]
    let items = WebQuery(wanted + query).text
    text = items.isEmpty ? path : "\(path)?\(items)"
  }
}
