import FeedDomain
import Synchronization
import Testing

@testable import FeedServices

struct GeoClueTests {
  private let client = "/org/freedesktop/GeoClue2/Client/1"
  private let location = "/org/freedesktop/GeoClue2/Location/3"

  private func ask(_ bus: FakeBus, limit: Duration = .seconds(60)) async -> Place? {
    await GeoClueLocationSource(environment: bus.environment, limit: limit).userLocation()
  }

  /// Answers as the real service does, with those coordinates.
  private func answers(
    _ latitude: Double, _ longitude: Double, signal sender: String = ":1.7",
    signalsAtOnce: Bool = false
  ) -> FakeBus.InputKind {
    .answering { [client, location] call in
      switch call.member {
      case "GetClient": return [FakeBus.reply(call, .path(client))]
      case "Start":
        // First an impostor's, then one for somebody else, then the right one.
        let signals = [
          (client, ":1.99", "/elsewhere"), ("/other", sender, "/other"), (client, sender, location),
        ].map { path, sender, new in
          DBusMessage(
            kind: .signal, serial: 2, path: path,
            interface: "org.freedesktop.GeoClue2.Client", member: "LocationUpdated",
            sender: sender, body: [.path("/"), .path(new)]
          ).bytes
        }
        let reply = [FakeBus.reply(call)]
        return signalsAtOnce ? signals + reply : reply + signals
      case "Get" where call.path == location:
        let isLatitude = call.body.last == .text("Latitude")
        return [FakeBus.reply(call, .variant(.real(isLatitude ? latitude : longitude)))]
      case "Get": return [FakeBus.failure(call, "org.freedesktop.DBus.Error.UnknownObject")]
      default: return [FakeBus.reply(call)]
      }
    }
  }

  @Test func `GeoClue's location is the user's place`() async throws {
    let bus = try FakeBus(answers(51.5007, -0.1246))

    #expect(await ask(bus) == Place(name: "", latitude: 51.5007, longitude: -0.1246))
  }

  @Test func `a location that GeoClue signals before its reply is used`()
    async throws
  {
    let bus = try FakeBus(answers(51.5007, -0.1246, signalsAtOnce: true))

    #expect(
      await ask(bus, limit: .seconds(5)) == Place(name: "", latitude: 51.5007, longitude: -0.1246))
  }

  @Test func `GeoClue is told the program's name and asked for the town only`() async throws {
    let heard = Recorder<DBusMessage>()
    let answering = answers(1, 2)
    let bus = try FakeBus(
      .answering { call in
        heard.add(call)
        guard case .answering(let answer) = answering else { return [] }
        return answer(call)
      })

    _ = await ask(bus)

    let set = heard.values.filter { $0.member == "Set" }.map { Array($0.body.dropFirst()) }
    #expect(
      set == [
        [.text("DesktopId"), .variant(.text("tweetie"))],
        [.text("RequestedAccuracyLevel"), .variant(.number(4))],
      ])
  }

  @Test func `a silent bus ends the location request after its limit`() async throws {
    let bus = try FakeBus(.silent)

    #expect(await ask(bus, limit: .milliseconds(30)) == nil)
  }

  @Test func `a bus that refuses the connection yields no location`() async throws {
    #expect(await ask(try FakeBus(.refusing)) == nil)
  }

  @Test func `a GeoClue that refuses access yields no location`() async throws {
    let bus = try FakeBus(
      .answering { call in
        call.member == "Hello"
          ? [FakeBus.reply(call, .text(":1.1"))]
          : [FakeBus.failure(call, "org.freedesktop.DBus.Error.AccessDenied")]
      })

    #expect(await ask(bus) == nil)
  }

  @Test func `a GeoClue that never sends a location is given up`() async throws {
    let bus = try FakeBus(
      .answering { [client] call in
        [call.member == "GetClient" ? FakeBus.reply(call, .path(client)) : FakeBus.reply(call)]
      })

    #expect(await ask(bus, limit: .milliseconds(50)) == nil)
  }

  @Test(arguments: [(91.0, 0.0), (0, 181), (.nan, 0), (0, -.infinity)])
  func `coordinates out of range yield no location`(latitude: Double, longitude: Double)
    async throws
  {
    #expect(await ask(try FakeBus(answers(latitude, longitude))) == nil)
  }

  @Test func `without a system bus there is no location`() async {
    let nowhere = ["DBUS_SYSTEM_BUS_ADDRESS": "unix:path=/nonexistent/tweetie/bus"]

    #expect(await GeoClueLocationSource(environment: nowhere).userLocation() == nil)
    #expect(
      await GeoClueLocationSource(environment: ["DBUS_SYSTEM_BUS_ADDRESS": "tcp:host=x"])
        .userLocation() == nil)
  }

  @Test(
    arguments: [
      // A body of four gigabytes, a head of as many, no byte order, a string longer than its
      // message.
      [0x6C, 2, 0, 1, 0xFF, 0xFF, 0xFF, 0xFF, 1, 0, 0, 0, 0, 0, 0, 0],
      [0x6C, 2, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0xFF, 0xFF, 0xFF, 0xFF],
      [0x58, 2, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0],
      [
        0x6C, 2, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 8, 0, 0, 0, 3, 1, 0x73, 0, 0xFF, 0xFF, 0xFF, 0xFF,
      ],
      [0x6C, 9, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0],
    ] as [[UInt8]])
  func `a malformed bus message yields no location`(bytes: [UInt8]) async throws {
    #expect(await ask(try FakeBus(.babbling(bytes))) == nil)
  }

  @Test func `unrelated bus messages are skipped, up to a limit`() async throws {
    let chatter = DBusMessage(kind: .signal, serial: 9, path: "/", member: "Chatter").bytes

    let bus = try FakeBus(.babbling(Array(repeating: chatter, count: 500).flatMap { $0 }))

    #expect(await ask(bus) == nil)
  }
}

struct BusMessageTests {
  /// What a bus really answered to the first call.
  private let hello: [UInt8] =
    [
      0x6C, 2, 1, 1, 9, 0, 0, 0, 1, 0, 0, 0, 61, 0, 0, 0,
      6, 1, 0x73, 0, 4, 0, 0, 0,
    ] + Array(":1.5".utf8) + [0, 0, 0, 0, 5, 1, 0x75, 0, 1, 0, 0, 0, 8, 1, 0x67, 0, 1, 0x73, 0, 0]
    + [7, 1, 0x73, 0, 20, 0, 0, 0] + Array("org.freedesktop.DBus".utf8) + [0, 0, 0, 0]
    + [4, 0, 0, 0] + Array(":1.5".utf8) + [0]

  @Test func `a recorded reply of a real bus is decoded`() throws {
    let message = try DBusMessage(hello)

    #expect(
      try DBusMessage.remainingMessageLength(after: Array(hello.prefix(16))) == hello.count - 16)
    #expect(message.kind == .reply && message.replySerial == 1)
    #expect(message.sender == "org.freedesktop.DBus" && message.destination == ":1.5")
    #expect(message.body == [.text(":1.5")])
  }

  @Test func `a bus message is decoded as it was encoded`() throws {
    let message = DBusMessage(
      kind: .call, serial: 7, path: "/a/b", interface: "a.b", member: "C", destination: ":1.2",
      body: [
        .text("x"), .byte(3), .real(-0.125), .number(.max), .path("/"), .variant(.text("é")),
        .signature("s"),
      ])

    #expect(try DBusMessage(message.bytes) == message)
  }

  @Test func `a truncated bus message is rejected`() {
    for count in 0..<hello.count {
      #expect(throws: DBusError.unreadable) { try DBusMessage(Array(hello.prefix(count))) }
    }
  }

  @Test func `deeply nested variants are rejected`() {
    var bytes = DBusWriter()
    for _ in 0..<1000 { bytes.writeValue(.signature("v")) }
    var reader = DBusReader(bytes.bytes, isLittleEndian: true)

    #expect(throws: DBusError.unreadable) { try reader.readValues("v") }
  }
}

/// Keeps what it is given, from any thread.
private final class Recorder<Value: Sendable>: Sendable {
  private let kept = Mutex<[Value]>([])
  var values: [Value] { kept.withLock { $0 } }
  func add(_ value: Value) { kept.withLock { $0.append(value) } }
}
