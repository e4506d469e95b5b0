internal import FeedDomain
internal import Threads

/// Asks one server for places: one question at a time, a second apart, and none twice within a
/// month.
actor PlaceDesk {
  private static let pause = Duration.milliseconds(1100)

  private let client: ServiceClient
  private let world: any World
  private let thread: SerialThread
  private let server: String
  private var memory: PlaceMemory
  private var freeAt: Timestamp?

  init(server: String, stage: ServiceStage, memory: PlaceMemory = PlaceMemory(path: nil)) {
    (self.server, self.memory) = (server, memory)
    client = stage.client(at: server, dialect: PlaceDialect())
    world = stage.world
    thread = stage.thread
  }

  nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

  /// What the server says to a question, or said before.
  func places(
    _ question: String, language: String, _ read: @Sendable (JSON) throws(FeedError) -> [Place]
  ) async throws(FeedError) -> [Place] {
    // The same place has another name in another language, and at another server.
    let whole = "\(language) \(server)\(question)"
    if let answer = memory.answer(to: whole, now: world.now) { return answer }
    try await waitForTurn()
    // Somebody may have asked the same meanwhile.
    if let answer = memory.answer(to: whole, now: world.now) { return answer }
    var request = HTTPRequest(.get, question)
    request.headers["Accept-Language"] = language
    let answer = try await client.json(request) { json, _ throws(FeedError) in try read(json) }
    memory.keep(answer, to: whole, now: world.now)
    return answer
  }

  func forget() { memory.forget() }

  private func waitForTurn() async throws(FeedError) {
    let now = world.now
    var turn = now
    // A turn further away than that was taken before the clock was set back.
    if let freeAt, freeAt > now, freeAt.since(now) < .seconds(60) { turn = freeAt }
    let end = turn.advanced(by: Self.pause)
    freeAt = end
    guard turn > now else { return }
    do throws(CancellationError) {
      try await world.sleep(for: turn.since(now))
    } catch {
      if freeAt == end { freeAt = turn }
      throw .cancelled
    }
  }
}

/// How servers of places say that they are asked too much.
struct PlaceDialect: ServiceDialect {
  func failure(in reply: HTTPReply) -> FeedError? {
    guard reply.status == 400 else { return nil }
    // Both tell what is wrong, Nominatim a level deeper.
    let words = (try? JSON(reply.body))?["error"]["message"].words ?? reply.complaint
    return .refused(words.map { String($0.prefix(500)) })
  }

  func asksForPatience(_ reply: HTTPReply) -> Bool {
    reply.asksForPatience || reply.status == 403
  }
}
