internal import Groundwork

extension JSON {
  /// The value as bytes, without a blank.
  func encoded() -> [UInt8] {
    var writer = JSONWriter()
    write(to: &writer)
    return writer.bytes
  }

  init(_ bytes: [UInt8]) throws(JSONError) { self = try JSONReader.read(bytes) }

  private func write(to writer: inout JSONWriter) {
    switch self {
    case .null: writer.write(word: "null")
    case .bool(let value): writer.write(word: value ? "true" : "false")
    case .number(let text): writer.write(word: text)
    case .string(let text): writer.write(string: text)
    case .array(let elements): writer.write(array: elements) { $1.write(to: &$0) }
    case .object(let members):
      writer.write(object: members, named: \.name) { $1.value.write(to: &$0) }
    }
  }
}
