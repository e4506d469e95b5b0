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

  @Test func `a full place name is looked up at Nominatim`() async throws {
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

  @Test func `a typed beginning is completed by Photon`() async throws {
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

  @Test func `Nominatim gets no requests while the user types`() async throws {
    let (stub, places) = try places(PlaceSearchSettings(nominatim: "https://names.example")) { _ in
      .json([])
    }

    #expect(try await places.places(beginning: "Ghe") == [])
    #expect(stub.asked == [])
  }

  @Test func `Photon alone answers all lookups, without an unsupported language`()
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

  @Test func `coordinates are looked up rounded to a kilometre, for the town's name`() async throws
  {
    let (stub, places) = try places(sample: "nominatim_reverse")

    let here = try await places.place(latitude: 51.053_828_6, longitude: -3.725_012_1)

    #expect(here == Place(name: "Ghent", latitude: 51.05, longitude: -3.73))
    #expect(
      stub.asked == [
        "GET https://names.example/reverse?lat=51.05&lon=-3.73&format=jsonv2&zoom=10"
      ])
  }

  @Test func `coordinates at sea have no place name`() async throws {
    let (_, places) = try places(sample: "nominatim_reverse_nothing_found")

    #expect(try await places.place(latitude: 0, longitude: 0) == nil)
  }

  @Test func `a place without results is looked up once`() async throws {
    let (stub, places) = try places { _ in .json([]) }

    for _ in 0..<3 { _ = try await places.places(named: "Atlantis") }

    #expect(stub.asked.count == 1)
  }

  @Test func `a failed place lookup is sent again`() async throws {
    let (stub, places) = try places { _ in .json(["error": "x"], status: 500) }

    for _ in 0..<2 {
      #expect(await failure { try await places.places(named: "x") } == .serverFailed(500))
    }
    #expect(stub.asked.count == 2)
  }

  @Test func `place lookups are a second apart`() async throws {
    let (stub, places) = try places { _ in .json([]) }

    _ = try await places.places(named: "a")
    stub.world.pass(.milliseconds(300))
    _ = try await places.places(named: "b")
    stub.world.pass(.seconds(5))
    _ = try await places.places(named: "c")

    #expect(stub.world.slept == [.milliseconds(800)])
  }

  @Test func `a clock set back does not delay place lookups`() async throws {
    let (stub, places) = try places { _ in .json([]) }

    _ = try await places.places(named: "a")
    stub.world.pass(.seconds(-3600))
    _ = try await places.places(named: "b")

    #expect(stub.world.slept == [])
  }

  @Test(arguments: [403, 429])
  func `a place server that refuses for too many requests is paused`(status: Int) async throws {
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
  func `a place server's error message is reported`(sample: String) async throws {
    let json = try ServiceSample.json("Places/\(sample)")
    let (_, places) = try places { _ in .json(json, status: 400) }

    let words = json["error"]["message"].string ?? json["message"].string
    #expect(await failure { try await places.places(named: "x") } == .refused(words))
  }

  @Test(arguments: ["nominatim_search", "photon_api"])
  func `a malformed place does not affect other places`(sample: String) async throws {
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

  @Test func `a malformed reverse lookup loses at most the place's name`() async throws {
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
  func `a malformed error message of a place server is still a refusal`(sample: String) async throws
  {
    let json = try ServiceSample.json("Places/\(sample)")

    for variant in json.variants {
      let (_, places) = try places { _ in .json(variant.json, status: 400) }
      let error = await failure { try await places.places(named: "x") }
      #expect(error?.isRefusal == true, "\(variant.path)")
    }
  }

  @Test func `places of the same name are distinguished by region, and duplicates removed`() {
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
  func `an HTTPS or local HTTP address of a place server is accepted`(address: String) {
    #expect(ConfiguredServerBaseAddress(address) != nil)
  }

  @Test(arguments: [
    "", "https", "names.example", "ftp://names.example", "https://x.example/?a=1",
    "http://names.example", "http://localhost.example", "http://xlocalhost", "http://[::1]x",
    "http://localhost:80@names.example", "https://a@names.example", "https://a\u{7}.example",
  ])
  func `an invalid address of a place server is rejected`(address: String) {
    let stub = StubNetwork { _ in .json([]) }

    #expect(ConfiguredServerBaseAddress(address) == nil)

    #expect(
      OpenStreetMapPlaces(PlaceSearchSettings(nominatim: address), network: stub.network) == nil)
    #expect(OpenStreetMapPlaces(.off, network: stub.network) == nil)
  }
}
