package import FeedDomain
internal import Threads

/// Where the system's location service says that the reader is.
///
/// It asks for the city and no more. Refusals are normal, as over ssh, where no desktop's agent
/// could say yes: then nobody knows.
package struct GeoClue: Locating {
  private let path: String?
  private let limit: Duration

  /// The service on the system's bus, which has so long to answer.
  package init(environment: [String: String], limit: Duration = .seconds(3)) {
    path = BusConnection.systemPath(environment: environment)
    self.limit = limit
  }

  package func locate() async -> Place? {
    guard let path else { return nil }
    return await GeoClueThread().locate(path: path, limit: limit)
  }
}

/// A thread for the time of one question: it waits for a socket.
private actor GeoClueThread {
  private let thread = SerialThread(name: "location")

  nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

  func locate(path: String, limit: Duration) -> Place? {
    do throws(BusError) {
      var conversation = try GeoClueConversation(path: path, deadline: .now.advanced(by: limit))
      return try conversation.place()
    } catch {
      // Whatever the reason, the answer is that nobody knows.
      return nil
    }
  }
}
