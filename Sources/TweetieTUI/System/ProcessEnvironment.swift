import CSystem
import Glibc

/// The environment the program was started in, read once and passed on as a value.
enum ProcessEnvironment {
  static func inherited() -> [String: String] {
    var variables: [String: String] = [:]
    guard var entry = csystem_environment() else { return variables }
    while let text = entry.pointee {
      let bytes = UnsafeRawBufferPointer(start: text, count: strlen(text))
      if let sign = bytes.firstIndex(of: UInt8(ascii: "=")) {
        let name = String(decoding: bytes[..<sign], as: UTF8.self)
        variables[name] = String(decoding: bytes[(sign + 1)...], as: UTF8.self)
      }
      entry += 1
    }
    return variables
  }
}
