import Doubles
import FeedDomain
import Glibc
import Testing

@testable import FeedServices

/// Answers about places on disk: nobody is asked the same again, and nobody else reads them.
@Suite struct PlaceCacheTests {
  private let file = ScratchFile()
  private let now = Timestamp(milliseconds: 1_795_199_400_000)
  private let ghent = Place(name: "Ghent, Belgium", latitude: 51.0538286, longitude: 3.7250121)

  private func cache() -> PlaceCache { PlaceCache(path: file.path) }

  @Test func `cached places survive a restart, readable only by their owner`() {
    var first = cache()
    first.storePlaces([ghent], to: "de https://names.example/search?q=Ghent", now: now)
    first.storePlaces([], to: "nowhere", now: now)

    var second = cache()

    #expect(second.cachedPlaces(to: "de https://names.example/search?q=Ghent", now: now) == [ghent])
    #expect(second.cachedPlaces(to: "nowhere", now: now) == [])
    #expect(second.cachedPlaces(to: "fr https://names.example/search?q=Ghent", now: now) == nil)
    #expect(file.mode == 0o600)
  }

  @Test func `erasing shared data deletes all cached places from disk`() async {
    let folder = ScratchFolder()
    let settings = PlaceSearchSettings(nominatim: "https://names.example", folder: folder.path)
    let transport = StubTransport { _ in .json([]) }
    let world = PassingWorld()
    let services = AllServices.forTests(over: transport, world: world, places: settings)
    // What was kept while somebody else was asked goes with the rest.
    for source in PlaceSearchSettings.PlaceServerKind.allCases {
      var cache = settings.placeCache(of: source)
      cache.storePlaces([ghent], to: "q", now: now)
    }

    await services.eraseDataSharedByAccounts()

    for source in PlaceSearchSettings.PlaceServerKind.allCases {
      var cache = settings.placeCache(of: source)
      #expect(cache.cachedPlaces(to: "q", now: now) == nil)
    }
    #expect(folder.names == [])
  }

  @Test func `cached places expire after thirty days, or if the clock is set back`() {
    var cache = cache()
    cache.storePlaces([ghent], to: "q", now: now)

    #expect(
      cache.cachedPlaces(to: "q", now: now.timeAdvanced(by: .seconds(29 * 86_400))) == [ghent])
    #expect(cache.cachedPlaces(to: "q", now: now.timeAdvanced(by: .seconds(30 * 86_400))) == nil)
    #expect(cache.cachedPlaces(to: "q", now: now.timeAdvanced(by: .seconds(-1))) == nil)
  }

  @Test func `the oldest cached places are dropped first`() {
    var cache = cache()
    for number in 0...PlaceCache.maximumAnswers { cache.storePlaces([], to: "\(number)", now: now) }

    var again = self.cache()

    #expect(again.cachedPlaces(to: "0", now: now) == nil)
    #expect(again.cachedPlaces(to: "1", now: now) == [])
    #expect(again.cachedPlaces(to: "\(PlaceCache.maximumAnswers)", now: now) == [])
  }

  @Test(arguments: [
    "", "{}", "[7, null, {\"question\":\"q\"}]", "not json", String(repeating: "[", count: 9999),
    #"[{"question":"q","at":"x","places":[]}]"#,
  ])
  func `a damaged cache file counts as empty`(text: String) {
    file.write(text)
    var cache = cache()

    #expect(cache.cachedPlaces(to: "q", now: now) == nil)
    cache.storePlaces([ghent], to: "q", now: now)

    var again = self.cache()
    #expect(again.cachedPlaces(to: "q", now: now) == [ghent])
  }

  @Test func `a cache file readable by others, or a link, is not read`() {
    let good = #"[{"question":"q","at":1795199400000,"places":[]}]"#
    file.write(good)
    chmod(file.path, 0o644)
    var open = cache()
    #expect(open.cachedPlaces(to: "q", now: now) == nil)
    unlink(file.path)
    symlink("/etc/passwd", file.path)

    var link = cache()
    #expect(link.cachedPlaces(to: "q", now: now) == nil)
    link.storePlaces([], to: "q", now: now)

    #expect(file.mode == 0o600)
    #expect(file.text.hasPrefix("[{"))
  }

  @Test func `without a folder cached places live in memory`() {
    var cache = PlaceCache(path: nil)
    cache.storePlaces([ghent], to: "q", now: now)

    #expect(cache.cachedPlaces(to: "q", now: now) == [ghent])
  }

  @Test func `a second start uses the cached places without a request`() async throws {
    let folder = String(file.path[..<(file.path.lastIndex(of: "/") ?? file.path.endIndex)])
    let settings = PlaceSearchSettings(nominatim: "https://names.example", folder: folder)
    let sample = try ServiceSample.json("Places/nominatim_search")
    let first = StubNetwork { _ in .json(sample) }
    let found = try await OpenStreetMapPlaces(settings, network: first.network)?.places(
      named: "Ghent")

    let second = StubNetwork { _ in .json([]) }
    let again = try await OpenStreetMapPlaces(settings, network: second.network)?.places(
      named: "Ghent")

    #expect(found?.count == 2)
    #expect(again == found)
    #expect(second.asked == [])
    unlink("\(folder)/places-nominatim")
  }
}
