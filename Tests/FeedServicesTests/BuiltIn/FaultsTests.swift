import Doubles
import FeedDomain
import FeedServices
import Testing

@Suite struct FaultsTests {
  @Test func `simulated faults are parsed from a text`() throws {
    let faults = try SimulatedFaults(
      parsing: "feed=unreachable, like=refused:3\nany=slow publish=lost-reply:1")

    #expect(
      faults.faults == [
        .init(.feed, .unreachable), .init(.like, .refused, count: 3), .init(nil, .slow),
        .init(.publish, .lostReply, count: 1),
      ])
    #expect(try SimulatedFaults(parsing: "").faults.isEmpty)
  }

  @Test(arguments: [
    ("feed", FaultSyntaxError.notAFault("feed")), ("fed=slow", .unknownCall("fed")),
    ("feed=angry", .unknownKind("angry")), ("feed=slow:0", .badCount("0")),
    ("feed=slow:x", .badCount("x")), ("a=b=c", .notAFault("a=b=c")),
    ("feed=slow:1:2", .notAFault("feed=slow:1:2")), ("=slow", .unknownCall("")),
  ])
  func `a syntax error in the faults names the wrong word`(
    _ text: String, _ mistake: FaultSyntaxError
  ) {
    #expect(throws: mistake) { try SimulatedFaults(parsing: text) }
  }

  @Test(arguments: [
    ("unreachable", FeedError.unreachable),
    ("refused", .refused("The server refuses this for testing.")),
    ("signedOut", .signedOut), ("serverFailed", .serverFailed(503)), ("badReply", .badReply),
  ])
  func `the given number of calls fails with the simulated fault, and the next succeeds`(
    _ kind: String, _ expected: FeedError
  ) async throws {
    let faults = try SimulatedFaults(parsing: "feed=\(kind):2")
    let session = try await DemoSession(
      settings: SimulatedServerSettings(latency: .zero, faults: faults))

    #expect(await failure { try await session.latest() } == expected)
    #expect(await failure { try await session.latest() } == expected)
    #expect(await failure { try await session.latest() } == nil)
  }

  @Test func `a publish call with a simulated lost reply takes effect, and a repeat adds nothing`()
    async throws
  {
    let faults = try SimulatedFaults(parsing: "publish=lost-reply:1")
    let session = try await DemoSession(
      settings: SimulatedServerSettings(latency: .zero, faults: faults))

    let lost = await failure { try await session.publish("Did it arrive?", key: "p") }
    let arrived = try await session.latest().entries.first?.post
    let repeated = try await session.publish("Did it arrive?", key: "p")

    #expect(lost == .unreachable)
    #expect(arrived?.content.text.plain == "Did it arrive?")
    #expect(repeated == arrived)
  }

  @Test func `faults in a file can be changed while the service runs`() async throws {
    let file = ScratchFile()
    let session = try await DemoSession(
      settings: SimulatedServerSettings(latency: .zero, faultsFile: file.path))

    file.write("feed=unreachable")
    #expect(await failure { try await session.latest() } == .unreachable)
    file.write("feed=nonsense")
    #expect(await failure { try await session.latest() } != nil)
    file.write("")
    #expect(await failure { try await session.latest() } == nil)
  }

  @Test func `a syntax error in the faults file names its line and the possible values`()
    async throws
  {
    let file = ScratchFile()
    let session = try await DemoSession(
      settings: SimulatedServerSettings(latency: .zero, faultsFile: file.path))
    file.write("feed=slow:1\n\npost=refused\n")

    let reading = await failure { try await session.latest() }
    let writing = await failure { try await session.publish("Hello", key: "p") }

    guard case .misconfigured(let sentence)? = reading else {
      return #expect(Bool(false), "\(String(describing: reading))")
    }
    #expect(
      sentence.hasPrefix(
        "The faults file has a mistake in line 3: \"post\" is not a call. Possible values: any,"))
    #expect(sentence.hasSuffix("publish, delete."))
    // It was not the service that said no: what is to be sent waits.
    #expect(writing == reading)
    #expect(writing?.mayPass == true)
  }

  @Test func `a call with the slow fault takes ten times as long`() async throws {
    let faults = try SimulatedFaults(parsing: "feed=slow")
    let settings = SimulatedServerSettings(latency: .milliseconds(100), faults: faults)
    let session = try await DemoSession(settings: settings)

    _ = try await session.latest()

    #expect(session.world.slept.suffix(2) == [.milliseconds(500), .milliseconds(500)])
  }
}
