/// What a camera writes into a file; here only which way up it was held.
struct ExifSegment {
  let orientation: Int

  var bytes: [UInt8] {
    let name = Array("Exif".utf8) + [0, 0]
    let header: [UInt8] = [0x4D, 0x4D, 0, 42, 0, 0, 0, 8]
    // One entry: tag 0x0112, of type 3, once.
    let entry: [UInt8] = [0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, UInt8(orientation), 0, 0]
    return name + header + entry + [0, 0, 0, 0]
  }
}
