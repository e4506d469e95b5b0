/// Bytes a program wrote, and when they had been read.
struct Chunk {
  let readAt: Nanoseconds
  let bytes: [UInt8]
}

extension [Chunk] {
  var byteCount: Int64 { reduce(0) { $0 + Int64($1.bytes.count) } }
}
