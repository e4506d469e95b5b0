internal import Glibc
internal import Threads

/// The network between the program and the servers of a soak run: relays on this machine, each with
/// a port of its own, through which all connections go.
package final class SoakNetwork: Sendable {
  package enum Condition: String, CaseIterable, Sendable {
    /// Connections over IPv4.
    case working
    /// The address is gone: open connections are broken off, new ones refused.
    case gone
    /// A captive portal answers every request with a page of its own.
    case portal
    /// Connections over IPv6 alone.
    case version6
    /// Packets are lost: connections are accepted, and nothing comes back.
    case silent
  }

  private struct State {
    var condition = Condition.working
    var listeners: [Listener] = []
    /// The pairs of sockets of open connections, by number.
    var open: [Int: [CInt]] = [:]
    /// The numbers of connections with a request that is not answered yet.
    var unanswered: Set<Int> = []
    var connectionCount = 0
    var portalCount = 0
  }

  private struct Listener {
    let port: UInt16
    let target: UInt16
    let speaksTLS: Bool
    var sockets: [CInt] = []
  }

  private let state = LockedValue(State())

  package init() {}

  /// The number of connections with a request that is not answered yet.
  package var unansweredCount: Int { state.withLock(\.unanswered.count) }
  package var connectionCount: Int { state.withLock(\.connectionCount) }
  /// The number of connections that the captive portal answered.
  package var portalCount: Int { state.withLock(\.portalCount) }

  /// Adds a relay to a server's port; returns the relay's port.
  package func addRelay(to target: Int, speaksTLS: Bool = false) throws(SoakFailure) -> Int {
    let (descriptor, port) = try Self.listeningSocket(on: 0, isVersion6: false)
    let listener = Listener(
      port: port, target: UInt16(target), speaksTLS: speaksTLS, sockets: [descriptor])
    state.withLock { $0.listeners.append(listener) }
    accept(on: descriptor, for: listener)
    return Int(port)
  }

  /// Changes the network. A change of address breaks off all connections.
  package func change(to condition: Condition) throws(SoakFailure) {
    let listeners = state.withLock { state in
      state.condition = condition
      for sockets in state.open.values { sockets.forEach { shutdown($0, CInt(SHUT_RDWR)) } }
      for listener in state.listeners { listener.sockets.forEach { shutdown($0, CInt(SHUT_RDWR)) } }
      return state.listeners
    }
    for place in listeners.indices {
      var sockets: [CInt] = []
      if condition != .gone {
        let listener = listeners[place]
        let (descriptor, _) = try Self.listeningSocket(
          on: listener.port, isVersion6: condition == .version6)
        accept(on: descriptor, for: listener)
        sockets = [descriptor]
      }
      state.withLock { [sockets] in $0.listeners[place].sockets = sockets }
    }
  }

  package func stop() {
    state.withLock { state in
      for listener in state.listeners { listener.sockets.forEach { shutdown($0, CInt(SHUT_RDWR)) } }
      for sockets in state.open.values { sockets.forEach { shutdown($0, CInt(SHUT_RDWR)) } }
    }
  }

  /// True if this machine has the address ::1.
  package static var hasVersion6: Bool {
    // A machine without IPv6 is no failure.
    guard let (descriptor, _) = try? listeningSocket(on: 0, isVersion6: true) else { return false }
    close(descriptor)
    return true
  }
}

extension SoakNetwork {
  private func accept(on descriptor: CInt, for listener: Listener) {
    DetachedThread.startThread(named: "soak-listener") { [self] in
      defer { close(descriptor) }
      while true {
        let client = Glibc.accept(descriptor, nil, nil)
        if client < 0 && (errno == EINTR || errno == ECONNABORTED) { continue }
        guard client >= 0 else { return }
        _ = fcntl(client, F_SETFD, FD_CLOEXEC)
        DetachedThread.startThread(named: "soak-relay") { self.serve(client, for: listener) }
      }
    }
  }

  /// Serves one connection until either side ends it.
  private func serve(_ client: CInt, for listener: Listener) {
    let (number, condition) = state.withLock { state in
      state.connectionCount += 1
      state.open[state.connectionCount] = [client]
      return (state.connectionCount, state.condition)
    }
    defer { end(number) }
    switch condition {
    case .gone: return
    case .silent:
      _ = state.withLock { $0.unanswered.insert(number) }
      copy(from: client, to: nil, number: number, isRequest: true)
    case .portal:
      state.withLock { $0.portalCount += 1 }
      guard !listener.speaksTLS, !Self.read(client).isEmpty else { return }
      _ = Self.write(Array(Self.portalPage.utf8), to: client)
    case .working, .version6:
      guard let server = Self.connectedSocket(to: listener.target) else { return }
      state.withLock { $0.open[number]?.append(server) }
      let answers = LockedValue(false)
      DetachedThread.startThread(named: "soak-answers") { [self] in
        copy(from: server, to: client, number: number, isRequest: false)
        shutdown(client, CInt(SHUT_RDWR))
        answers.withLock { $0 = true }
      }
      copy(from: client, to: server, number: number, isRequest: true)
      shutdown(server, CInt(SHUT_RDWR))
      // The sockets are closed once nobody reads them any more.
      while !answers.withLock(\.self) { usleep(200) }
    }
  }

  private func end(_ number: Int) {
    state.withLock { state in
      state.unanswered.remove(number)
      for descriptor in state.open.removeValue(forKey: number) ?? [] { close(descriptor) }
    }
  }

  private func copy(from: CInt, to: CInt?, number: Int, isRequest: Bool) {
    while true {
      let bytes = Self.read(from)
      guard !bytes.isEmpty else { return }
      state.withLock { state in
        if isRequest { state.unanswered.insert(number) } else { state.unanswered.remove(number) }
      }
      if let to, !Self.write(bytes, to: to) { return }
    }
  }

  private static let portalPage: String = {
    let page = "<html><title>Welcome to the station's network</title><p>Please accept.</html>"
    return """
      HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: \(page.utf8.count)\r\n\
      Connection: close\r\n\r\n\(page)
      """
  }()

  private static func read(_ descriptor: CInt) -> [UInt8] {
    var buffer = [UInt8](repeating: 0, count: 1 << 14)
    let count = recv(descriptor, &buffer, buffer.count, 0)
    return count > 0 ? Array(buffer[..<count]) : []
  }

  private static func write(_ bytes: [UInt8], to descriptor: CInt) -> Bool {
    var sent = 0
    while sent < bytes.count {
      let count = bytes[sent...].withUnsafeBytes {
        send(descriptor, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL))
      }
      guard count > 0 else { return false }
      sent += count
    }
    return true
  }

  private static func connectedSocket(to port: UInt16) -> CInt? {
    let descriptor = socket(AF_INET, CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    let code = withUnsafePointer(to: &address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    if code == 0 { return descriptor }
    close(descriptor)
    return nil
  }

  /// Opens a listening socket on the loopback address; port 0 for a free one.
  private static func listeningSocket(
    on port: UInt16, isVersion6: Bool
  ) throws(SoakFailure) -> (descriptor: CInt, port: UInt16) {
    let kind = CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    let descriptor = socket(isVersion6 ? AF_INET6 : AF_INET, kind, 0)
    guard descriptor >= 0 else { throw SoakFailure("no socket: \(errno)") }
    var isOn: CInt = 1
    setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &isOn, socklen_t(MemoryLayout<CInt>.size))
    var version4 = sockaddr_in()
    version4.sin_family = sa_family_t(AF_INET)
    version4.sin_port = port.bigEndian
    version4.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    var version6 = sockaddr_in6()
    version6.sin6_family = sa_family_t(AF_INET6)
    version6.sin6_port = port.bigEndian
    version6.sin6_addr = in6addr_loopback
    func open<Address>(_ address: inout Address) -> CInt {
      var length = socklen_t(MemoryLayout<Address>.size)
      return withUnsafeMutablePointer(to: &address) { address in
        address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
          guard bind(descriptor, address, length) == 0, listen(descriptor, 256) == 0 else {
            return -1
          }
          return getsockname(descriptor, address, &length)
        }
      }
    }
    guard (isVersion6 ? open(&version6) : open(&version4)) == 0 else {
      defer { close(descriptor) }
      throw SoakFailure("cannot listen on port \(port): \(errno)")
    }
    let bound = isVersion6 ? version6.sin6_port : version4.sin_port
    return (descriptor, UInt16(bigEndian: bound))
  }
}

/// A failure of a soak run itself, or of the program in it.
package struct SoakFailure: Error, CustomStringConvertible {
  package let description: String

  init(_ description: String) { self.description = description }
}
