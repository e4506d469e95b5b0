/// A reply that is a form, as "a=1&b=2".
struct FormReply: Equatable, Sendable {
  let fields: [String: String]

  init(_ reply: HTTPReply) { self.init(String(decoding: reply.body.prefix(65_536), as: UTF8.self)) }

  init(_ text: String) {
    var fields: [String: String] = [:]
    for item in text.trimmingBlanks.split(whereSeparator: { "&#".contains($0) }) {
      let pair = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard pair.count == 2 else { continue }
      fields[WebQuery.decoded(String(pair[0]))] = WebQuery.decoded(String(pair[1]))
    }
    self.fields = fields
  }
}
