/// Somebody signed in to a service.
public struct Account: Hashable, Sendable {
  /// An account's id.
  public typealias ID = Identifier<Account>

  /// Its id: the service and the handle with its server, one for each pair.
  public let id: ID
  /// The service.
  public let service: Service
  /// Who this is at the service.
  public let person: Person.ID
  /// The handle, without "@".
  public let handle: String
  /// The server's base URL; nil where the service has but one.
  public let server: String?

  package init(service: Service, person: Person.ID, handle: String, server: String? = nil) {
    let handle = handle.bounded(.name)
    id = ID([service.rawValue, server, handle].compactMap(\.self).joined(separator: ":"))
    (self.service, self.person, self.handle, self.server) = (service, person, handle, server)
  }
}

extension Account {
  /// The name of the server; nil where the service has but one.
  public var host: String? {
    // Behind the scheme; a path may follow.
    server?.split(separator: "/").dropFirst().first.map(String.init)
  }

  /// The handle with the server, as somebody elsewhere would call it.
  public var fullHandle: String {
    guard let host, !handle.contains("@") else { return handle }
    return "\(handle)@\(host)"
  }

  /// Whether somebody who types that handle, with or without the account's server, means that person;
  /// it may be the name of the server or the one it stands beneath.
  package func means(_ person: Person, by handle: String) -> Bool {
    bare(person.handle) == bare(handle)
  }

  private func bare(_ handle: String) -> String {
    let handle = handle.lowercased()
    let parts = handle.split(separator: "@")
    guard let host, parts.count == 2, host == parts[1] || host.hasSuffix(".\(parts[1])") else {
      return handle
    }
    return String(parts[0])
  }

  /// Whether somebody who types that name means this account: its id, or its handle with or
  /// without the server.
  public func isCalled(_ name: String) -> Bool {
    let bare = name.hasPrefix("@") ? String(name.dropFirst()) : name
    return id.rawValue == name || handle == bare || fullHandle == bare
  }
}
