/// Bytes as letters, digits, `+`, `/` and `=`.
enum Base64 {
  static func encode(_ bytes: some Collection<UInt8>) -> [UInt8] {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    var encoded: [UInt8] = []
    encoded.reserveCapacity((bytes.count + 2) / 3 * 4)
    var rest = bytes[...]
    while !rest.isEmpty {
      let group = Array(rest.prefix(3))
      rest = rest.dropFirst(3)
      let bits = group.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - group.count))
      for place in 0..<4 {
        let isPadding = place > group.count
        encoded.append(isPadding ? 0x3d : alphabet[bits >> (18 - 6 * place) & 63])
      }
    }
    return encoded
  }
}
