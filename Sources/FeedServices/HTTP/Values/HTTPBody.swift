/// What is sent with a request.
enum HTTPBody: Equatable, Sendable {
  case none
  /// Bytes of that media type.
  case bytes([UInt8], type: String)
  /// Fields as a web form sends them; a name may come several times.
  case form([(String, String)])
  /// Fields and files.
  case multipart([HTTPPart])
  /// A file as it lies on the disk, read while it is sent.
  case file(path: String, size: Int, type: String)

  static func json(_ json: JSON) -> HTTPBody { .bytes(json.encoded(), type: "application/json") }

  static func == (left: HTTPBody, right: HTTPBody) -> Bool {
    switch (left, right) {
    case (.none, .none): true
    case (.bytes(let a, let type), .bytes(let b, let other)): a == b && type == other
    case (.form(let a), .form(let b)): a.elementsEqual(b, by: ==)
    case (.multipart(let a), .multipart(let b)): a == b
    case (.file(let a, let size, let type), .file(let b, let otherSize, let other)):
      a == b && size == otherSize && type == other
    case (.none, _), (.bytes, _), (.form, _), (.multipart, _), (.file, _): false
    }
  }
}

struct HTTPPart: Equatable, Sendable {
  enum Content: Equatable, Sendable {
    case text(String)
    case bytes([UInt8], fileName: String, type: String)
    /// A file as it lies on the disk, read while it is sent.
    case file(path: String, fileName: String, type: String)
  }

  let name: String
  let content: Content
}
