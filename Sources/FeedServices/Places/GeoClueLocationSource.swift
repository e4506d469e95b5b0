package import FeedDomain
internal import Threads

/// A source of this machine's location, to the accuracy of a city, from the desktop's location
/// service GeoClue; no location is returned if GeoClue refuses, as is usual over ssh, where no
/// desktop can ask for consent.
package struct GeoClueLocationSource: LocationSource {
  private let path: String?
  private let limit: Duration

  /// Creates the GeoClue source of this machine's location; `limit` is the time limit for all D-Bus
  /// calls of one request together.
  package init(environment: [String: String], limit: Duration = .seconds(3)) {
    path = DBusConnection.systemSocketPath(environment: environment)
    self.limit = limit
  }

  package func userLocation() async -> Place? {
    guard let path else { return nil }
    return await GeoClueLocator().fetchLocationOverBusSocket(path: path, limit: limit)
  }
}

/// An actor that requests this machine's location from GeoClue on a thread of its own, as the
/// request blocks on a socket.
private actor GeoClueLocator {
  private let thread = SerialThread(name: "location")

  nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

  func fetchLocationOverBusSocket(path: String, limit: Duration) -> Place? {
    do throws(DBusError) {
      var calls = try GeoClueCalls(path: path, deadline: .now.advanced(by: limit))
      return try calls.fetchCurrentLocation()
    } catch {
      // After any error, the location is unknown.
      return nil
    }
  }
}

struct GeoClueCalls {
  private static let service = "org.freedesktop.GeoClue2"
  private static let properties = "org.freedesktop.DBus.Properties"
  /// The accuracy requested from the desktop's location service GeoClue: the level of a city.
  private static let cityLevel: UInt32 = 4

  private var bus: DBusConnection

  init(path: String, deadline: ContinuousClock.Instant) throws(DBusError) {
    bus = try DBusConnection(path: path, deadline: deadline)
  }

  mutating func fetchCurrentLocation() throws(DBusError) -> Place {
    let client = try bus.callBusMethod(
      Self.service, "/org/freedesktop/GeoClue2/Manager", "\(Self.service).Manager.GetClient")
    guard case .path(let path)? = client.body.first, !path.contains("'") else { throw .unreadable }
    try setProperty("DesktopId", .text("tweetie"), of: path)
    try setProperty("RequestedAccuracyLevel", .number(Self.cityLevel), of: path)
    let interface = "\(Self.service).Client"
    _ = try bus.callBusMethod(
      "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus.AddMatch",
      .text("type='signal',interface='\(interface)',member='LocationUpdated',path='\(path)'"))
    _ = try bus.callBusMethod(Self.service, path, "\(interface).Start")
    let sender = client.sender
    // Any program may send this signal, so the sender is checked.
    let signal = try bus.receiveMatchingMessage {
      $0.kind == .signal && $0.member == "LocationUpdated" && $0.path == path
        && $0.sender == sender
    }
    guard signal.body.count == 2, case .path(let location) = signal.body[1] else {
      throw .unreadable
    }
    let latitude = try readDegrees("Latitude", of: location)
    let longitude = try readDegrees("Longitude", of: location)
    guard abs(latitude) <= 90, abs(longitude) <= 180 else { throw .unreadable }
    // The bus removes the client when the connection closes.
    return Place(name: "", latitude: latitude, longitude: longitude)
  }

  private mutating func setProperty(_ name: String, _ value: DBusValue, of client: String)
    throws(DBusError)
  {
    _ = try bus.callBusMethod(
      Self.service, client, "\(Self.properties).Set", .text("\(Self.service).Client"),
      .text(name), .variant(value))
  }

  private mutating func readDegrees(_ name: String, of location: String) throws(DBusError) -> Double
  {
    let answer = try bus.callBusMethod(
      Self.service, location, "\(Self.properties).Get", .text("\(Self.service).Location"),
      .text(name))
    // NaN fails the comparison with the limits above, too.
    guard case .variant(.real(let degrees))? = answer.body.first else { throw .unreadable }
    return degrees
  }
}
