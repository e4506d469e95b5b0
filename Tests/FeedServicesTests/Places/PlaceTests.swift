import Doubles
import FeedDomain
import Testing

@testable import FeedServices

/// Where places are, as Nominatim and Photon say.
@Suite struct PlaceTests {
  private static let both = PlaceSearchSettings(
    nominatim: "https://names.example", photon: "https://typing.example/", language: "de")

  private func places(
    _ settings: PlaceSearchSettings = both,
    answer: @escaping @Sendable (HTTPRequest) throws(TransportError) -> HTTPReply
  ) throws -> (StubNetwork, OpenStreetMapPlaces) {
    let stub = StubNetwork(answer: answer)
    return (stub, try #require(OpenStreetMapPlaces(settings, network: stub.network)))
  }

  private func places(
    _ settings: PlaceSearchSettings = both, sample: String
  ) throws -> (StubNetwork, OpenStreetMapPlaces) {
    let json = try ServiceSample.json("Places/\(sample)")
    return try places(settings) { _ in .json(json) }
  }

  @Test func `a whole name is looked up at Nominatim`() async throws {
    let (stub, places) = try places(sample: "nominatim_search")

    let found = try await places.places(named: "Ghent & more")

    #expect(
      found == [
        Place(name: "Ghent, Belgium", latitude: 51.0538286, longitude: 3.7250121),
        Place(name: "Ghent, United States", latitude: 41.9, longitude: -73.82),
      ])
    #expect(
      stub.asked == [
        "GET https://names.example/search?q=Ghent%20%26%20more&format=jsonv2&limit=8"
          + "&addressdetails=1"
      ])
    #expect(stub.transport.requests[0].headers["Accept-Language"] == "de")
    #expect(stub.transport.requests[0].headers["Authorization"] == nil)
  }

  @Test func `what is typed is completed by Photon, longitude first`() async throws {
    let (stub, places) = try places(sample: "photon_api")

    let found = try await places.places(beginning: "Ghe")

    #expect(
      found == [
        Place(name: "Ghent, Belgium", latitude: 51.0538286, longitude: 3.7250121),
        Place(
          name: "Ghent Street, Inventedville, Australia", latitude: -37.81, longitude: 144.96),
      ])
    #expect(stub.asked == ["GET https://typing.example/api?q=Ghe&limit=8&lang=de"])
  }

  @Test func `Nominatim is not asked while somebody types`() async throws {
    let (stub, places) = try places(PlaceSearchSettings(nominatim: "https://names.example")) { _ in
      .json([])
    }

    #expect(try await places.places(beginning: "Ghe") == [])
    #expect(stub.asked == [])
  }

  @Test func `Photon alone does it all, in its own language where it lacks the reader's`()
    async throws
  {
    let (stub, places) = try places(
      PlaceSearchSettings(photon: "https://typing.example", language: "vi"), sample: "photon_api")

    let found = try await places.places(named: "Ghent")
    let here = try await places.place(latitude: 51.05, longitude: 3.73)

    #expect(found.count == 2)
    #expect(here == Place(name: "Ghent", latitude: 51.05, longitude: 3.73))
    #expect(
      stub.asked == [
        "GET https://typing.example/api?q=Ghent&limit=8",
        "GET https://typing.example/reverse?lat=51.05&lon=3.73&limit=1&radius=10",
      ])
  }

  @Test func `a place is told its town's name, and nobody more than its kilometre`() async throws {
    let (stub, places) = try places(sample: "nominatim_reverse")

    let here = try await places.place(latitude: 51.053_828_6, longitude: -3.725_012_1)

    #expect(here == Place(name: "Ghent", latitude: 51.05, longitude: -3.73))
    #expect(
      stub.asked == [
        "GET https://names.example/reverse?lat=51.05&lon=-3.73&format=jsonv2&zoom=10"
      ])
  }

  @Test func `the sea has no name`() async throws {
    let (_, places) = try places(sample: "nominatim_reverse_nothing_found")

    #expect(try await places.place(latitude: 0, longitude: 0) == nil)
  }

  @Test func `nothing is asked twice, not even what had no answer`() async throws {
    let (stub, places) = try places { _ in .json([]) }

    for _ in 0..<3 { _ = try await places.places(named: "Atlantis") }

    #expect(stub.asked.count == 1)
  }

  @Test func `what failed is asked again`() async throws {
    let (stub, places) = try places { _ in .json(["error": "x"], status: 500) }

    for _ in 0..<2 {
      #expect(await failure { try await places.places(named: "x") } == .serverFailed(500))
    }
    #expect(stub.asked.count == 2)
  }

  @Test func `questions are a second apart`() async throws {
    let (stub, places) = try places { _ in .json([]) }

    _ = try await places.places(named: "a")
    stub.world.pass(.milliseconds(300))
    _ = try await places.places(named: "b")
    stub.world.pass(.seconds(5))
    _ = try await places.places(named: "c")

    #expect(stub.world.slept == [.milliseconds(800)])
  }

  @Test func `a clock that was set back keeps nobody waiting`() async throws {
    let (stub, places) = try places { _ in .json([]) }

    _ = try await places.places(named: "a")
    stub.world.pass(.seconds(-3600))
    _ = try await places.places(named: "b")

    #expect(stub.world.slept == [])
  }

  @Test(arguments: [403, 429])
  func `whoever is asked too much is left alone`(status: Int) async throws {
    let (stub, places) = try places { _ in HTTPReply(status: status) }

    _ = await failure { try await places.places(named: "a") }
    let second = await failure { try await places.places(named: "b") }

    guard case .rateLimited(let until?) = second else {
      Issue.record("\(String(describing: second))")
      return
    }
    #expect(until > stub.world.now)
    #expect(stub.asked.count == 1)
  }

  @Test(arguments: ["nominatim_error_400", "photon_error_400"])
  func `what a server says is wrong is told`(sample: String) async throws {
    let json = try ServiceSample.json("Places/\(sample)")
    let (_, places) = try places { _ in .json(json, status: 400) }

    let words = json["error"]["message"].string ?? json["message"].string
    #expect(await failure { try await places.places(named: "x") } == .refused(words))
  }

  @Test(arguments: ["nominatim_search", "photon_api"])
  func `a place that is wrong somewhere costs at most itself`(sample: String) async throws {
    let json = try ServiceSample.json("Places/\(sample)")
    let list = json.isArray ? json : json["features"]
    let healthy = list.array[1]
    let isPhoton = !json.isArray

    for variant in list.array[0].variants {
      let answer: JSON =
        isPhoton ? ["features": [variant.json, healthy]] : [variant.json, healthy]
      let (_, places) = try places { _ in .json(answer) }

      let found =
        isPhoton
        ? try await places.places(beginning: "x") : try await places.places(named: "x")

      #expect(found.last?.name.hasPrefix("Ghent") == true, "\(variant.path)")
      #expect(found.last?.longitude == (isPhoton ? 144.96 : -73.82), "\(variant.path)")
    }
  }

  @Test func `what is at a place can be odd in all but its name`() async throws {
    let sample = try ServiceSample.json("Places/nominatim_reverse")

    for variant in sample.variants {
      let (_, places) = try places(PlaceSearchSettings(nominatim: "https://names.example")) { _ in
        .json(variant.json)
      }
      let error = await failure {
        let place = try await places.place(latitude: 51.05, longitude: 3.72)
        let isVital = ["name", "address"].contains(variant.path.first ?? "")
        #expect(isVital || place?.name == "Ghent" || !variant.json["address"].isObject)
      }
      #expect(error == nil || (variant.path.isEmpty && error == .badReply), "\(variant.path)")
    }
  }

  @Test(arguments: ["nominatim_error_400", "photon_error_400", "nominatim_reverse_nothing_found"])
  func `what a server says is wrong can be odd`(sample: String) async throws {
    let json = try ServiceSample.json("Places/\(sample)")

    for variant in json.variants {
      let (_, places) = try places { _ in .json(variant.json, status: 400) }
      let error = await failure { try await places.places(named: "x") }
      #expect(error?.isRefusal == true, "\(variant.path)")
    }
  }

  @Test func `places of one name are told apart, and the same place comes once`() {
    func label(_ region: String, _ latitude: Double) -> FoundPlace? {
      FoundPlace(
        name: "Neustadt", region: region, country: "Deutschland", latitude: latitude, longitude: 8)
    }
    let labels = [label("Sachsen", 51), label("Bayern", 49), label("Bayern", 49), label("x", 91)]

    #expect(
      FoundPlace.distinctPlaces(from: labels.compactMap(\.self)).map(\.name) == [
        "Neustadt, Sachsen, Deutschland", "Neustadt, Bayern, Deutschland",
      ])
  }

  @Test(arguments: [
    "https://names.example/nominatim/", "http://localhost:8080", "http://[::1]",
    "http://maps.localhost", "http://127.0.0.1/x", "http://[::1]:80",
  ])
  func `an address can be asked, without a certificate on this machine`(address: String) {
    #expect(ServerBaseAddress(address) != nil)
  }

  @Test(arguments: [
    "", "https", "names.example", "ftp://names.example", "https://x.example/?a=1",
    "http://names.example", "http://localhost.example", "http://xlocalhost", "http://[::1]x",
    "http://localhost:80@names.example", "https://a@names.example", "https://a\u{7}.example",
  ])
  func `what is no address is not asked`(address: String) {
    let stub = StubNetwork { _ in .json([]) }

    #expect(ServerBaseAddress(address) == nil)

    #expect(
      OpenStreetMapPlaces(PlaceSearchSettings(nominatim: address), network: stub.network) == nil)
    #expect(OpenStreetMapPlaces(.off, network: stub.network) == nil)
  }
}
