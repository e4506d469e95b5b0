import ServiceRig
import TerminalRig
import Testing

extension FlickrStories {
  @Test func `pictures are fetched with neither key nor signature`() async throws {
    let session = try await openAsGuest(pictures: "symbols")

    try await session.waitUntil("red beside blue") { screen in
      screen.shows(.rgb(254, 0, 0)) && screen.shows(.rgb(0, 0, 254))
    }

    #expect(server.requests.contains { $0.path.hasPrefix("/pictures/") })
    #expect(try await session.quit() == .exited(0))
  }

  @Test func `photos are loaded to the last page, each once`() async throws {
    let session = try await openAsGuest()
    try await session.makeList()

    try await session.goToTheEnd()

    #expect(await session.screenText.contains("Photo 1070."))
    #expect(try await session.quit() == .exited(0))
    #expect(try await session.home.heldPhotos(of: "trending") == Array(1001...1070))
  }

  @Test func `photos near a place and photos with a tag are shown`() async throws {
    let session = try await openAsGuest(
      more: "[photos]\nplace = 51.05,3.72\nlocate = off\nlookup = off")
    try await session.type("2", until: "the photos around it") { screen in
      screen.text(ofRow: 0).contains("Near 51.05, 3.72") && screen.text.contains("▣ Photo 1012.")
    }

    try await session.type("/", untilContains: "Type to search the posts you have")
    try await session.type("#fog\r", until: "the tag and a photo with it") { screen in
      screen.text.contains("#fog") && screen.text.contains("Photo 1065.")
    }

    try await session.type("g\r", until: "the stream of the tag") { screen in
      screen.text(ofRow: 0).contains("#fog") && screen.text.contains("Photo 1005.")
        && !screen.text.contains("Photo 1006.")
    }

    let asked = server.requests.filter { $0.query["method"] == "flickr.photos.search" }
    #expect(asked.contains { $0.query["lat"] == "51.05" && $0.query["min_upload_date"] != nil })
    #expect(asked.contains { $0.query["tags"] == "fog" })
    #expect(try await session.quit() == .exited(0))
  }

  @Test func `a photo's facts, its likers and a liker's profile are shown`() async throws {
    let session = try await openAsGuest()
    try await session.press(.enter, until: "the photo") {
      $0.text(ofRow: 0).hasPrefix(" Photo by Juno")
    }
    try await session.type("i", until: "what is known of it") { screen in
      ["Example K-1", "f/4.0", "Ghent", "188", "#Night Tram", "CC BY 4.0"].allSatisfy {
        screen.text.contains($0)
      }
    }

    try await session.type("L", until: "who likes it") { screen in
      screen.text(ofRow: 0).hasPrefix(" Likes") && screen.text.contains("▌ Juno")
    }
    try await session.press(.enter, until: "the profile") { screen in
      screen.text.contains("Trams, mostly.") && screen.text.contains("70 posts")
        && screen.text.contains("Photo 1003.")
    }
    try await session.leave(to: " Likes")
    try await session.quitCleanly()
  }

  @Test func `comments are read, and a comment is posted`() async throws {
    let session = try await open()
    try await session.makeList()
    try await session.press(.enter, until: "what was said") { screen in
      screen.text.contains("The blue & the grey") && screen.text.contains("Sil")
    }

    try await session.answer("Café & crème ~1")

    #expect(server.held.comments.map(\.photo) == ["1001"])
    #expect(server.held.comments.map(\.text) == ["Café & crème ~1"])
    try await session.type("r", untilContains: "Café & crème ~1")
    #expect(try await session.quit() == .exited(0))
  }

  @Test(arguments: [105, 106, 10])
  func `a failure reply with HTTP status 200 is reported, and the stream stays`(code: Int)
    async throws
  {
    let session = try await openAsGuest()
    server.change { $0.failures["interestingness.getList"] = code }

    try await session.type("r", until: "that it failed, over what was there") { screen in
      screen.text(ofRow: 0).contains("service problem") && screen.text.contains("▣ Photo 1001.")
    }
    try await session.type("r", untilContains: "up to date")
    #expect(try await session.quit() == .exited(0))
  }
}
