import Testing

@testable import FeedServices

/// Values as they go over the message bus, and what somebody hostile makes of them.
struct BusValueTests {
  private let values: [DBusValue] = [
    .flag(true), .list([], of: "o"), .byteArray([1, 2, 3]), .number(7),
    .dictionary([("a", "1"), ("b", "")]),
    .fields([.path("/"), .byteArray([]), .list([.fields([.real(0.5), .byte(1)])], of: "(dy)")]),
    .list([.entry(.text("k"), .variant(.list([.text("x")], of: "s")))], of: "{sv}"),
  ]

  @Test func `bus lists, structs and dictionaries are decoded as encoded`() throws {
    let message = DBusMessage(kind: .reply, serial: 3, replySerial: 2, body: values)

    #expect(try DBusMessage(message.bytes).body == values)
  }

  @Test func `a bus message cut off at any byte is rejected`() {
    let bytes = DBusMessage(kind: .reply, serial: 3, replySerial: 2, body: values).bytes

    for count in 0..<bytes.count {
      #expect(throws: DBusError.unreadable) { try DBusMessage(Array(bytes.prefix(count))) }
    }
  }

  @Test(
    arguments: [
      ("unix:path=/run/user/1000/bus,guid=1", "/run/user/1000/bus"),
      ("unix:guid=1,path=/tmp/a%20b%2cc%3B%C3%a9+d", "/tmp/a b,c;é+d"),
      ("unix:abstract=%2ftmp%2fdbus-1", "\0/tmp/dbus-1"),
      ("unix:path=/tmp/%zz%4", "/tmp/%zz%4"), ("unix:tmpdir=%2ftmp", nil),
      ("tcp:host=%6c", nil),
    ] as [(String, String?)])
  func `escapes in the address of a bus are decoded`(address: String, path: String?) {
    let (session, system) = ("DBUS_SESSION_BUS_ADDRESS", "DBUS_SYSTEM_BUS_ADDRESS")

    #expect(DBusConnection.sessionSocketPath(environment: [session: address]) == path)
    #expect(DBusConnection.systemSocketPath(environment: [system: address]) == path)
  }

  @Test(arguments: ["a", "(", "(s", "a{", "a{s}", "{ss", "a()", ")", "z"])
  func `malformed type codes are rejected`(codes: String) {
    var reader = DBusReader([8, 0, 0, 0] + [UInt8](repeating: 0, count: 64), isLittleEndian: true)

    #expect(throws: DBusError.unreadable) { try reader.readValues(codes) }
  }
}
