internal import Glibc

/// A listening socket on 127.0.0.1, at a port that the system chooses.
enum ListeningSocket {
  static func open() throws(ServerFailure) -> (descriptor: CInt, port: Int) {
    let descriptor = socket(AF_INET, CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { throw ServerFailure("socket") }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let code = withUnsafeMutablePointer(to: &address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        guard bind(descriptor, address, length) == 0, listen(descriptor, 64) == 0 else {
          return CInt(-1)
        }
        return getsockname(descriptor, address, &length)
      }
    }
    guard code == 0 else {
      defer { close(descriptor) }
      throw ServerFailure("bind")
    }
    return (descriptor, Int(UInt16(bigEndian: address.sin_port)))
  }
}
