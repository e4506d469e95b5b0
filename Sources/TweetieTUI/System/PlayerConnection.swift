import FeedDomain
import Glibc
import Threads
import UseCases

/// A connection to the player mpv, which is asked for its position once a second on a thread of its
/// own. mpv listens at a socket in a folder that only the user can open (`--input-ipc-server`).
final class PlayerConnection: Sendable {
  /// The system's maximum length of the path of a socket, in bytes.
  private static let longestPath = 107
  /// The maximum time to wait for mpv's socket at its start, and the pause between two questions to
  /// mpv, both in milliseconds.
  private static let (startTimeout, pollInterval): (Int, CInt) = (15_000, 1_000)
  /// The number of seconds between two reports of mpv's position, so that little is lost if the
  /// program is killed.
  private static let reportedStep = 15.0

  private let folder: String
  private let isPlayerGone = LockedValue(false)
  var socketPath: String { "\(folder)/socket" }

  /// Creates the connection to mpv and the folder for its socket; nil if that fails, or if the
  /// socket's path would be too long.
  init?(in directory: String) {
    var path = Array("\(directory)/tweetie-player-XXXXXX".utf8CString)
    guard mkdtemp(&path) != nil else { return nil }
    folder = String(decoding: path.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    guard socketPath.utf8.count <= Self.longestPath else {
      rmdir(folder)
      return nil
    }
  }

  func deleteSocketFolder() {
    unlink(socketPath)
    rmdir(folder)
  }

  /// Tells the thread that waits for the player's socket that the player has ended, so that it
  /// ends, too.
  func markPlayerGone() { isPlayerGone.withLock { $0 = true } }

  /// Asks mpv for its position, on a thread, until mpv ends, and calls `report` with the position
  /// now and then, and at the end; never if mpv reports no position.
  func startReportingPlayerPosition(
    _ report: @escaping @Sendable (PlaybackPosition) -> Void,
    ended: @escaping @Sendable () -> Void = {}
  ) {
    DetachedThread.startThread(named: "player", isPolite: true) { [self] in
      reportPositionsUntilEnd(report)
      deleteSocketFolder()
      ended()
    }
  }

  private func reportPositionsUntilEnd(_ report: (PlaybackPosition) -> Void) {
    var progress = PlayerAnswerParser()
    var waited = 0
    // A player that lacks an output ends at once, and the next command is tried.
    while waited < Self.startTimeout, progress.position == nil, !isPlayerGone.withLock({ $0 }) {
      if let socket = connectToPlayerSocket() {
        reportPositionsFromSocket(over: socket, &progress, report)
        Glibc.close(socket)
      }
      // The player's socket appears a moment after its start; this thread may sleep.
      usleep(100_000)
      waited += 100
    }
    if let playback = progress.playback { report(playback) }
  }

  private func connectToPlayerSocket() -> CInt? {
    let made = Glibc.socket(AF_UNIX, CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0)
    guard made >= 0 else { return nil }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { room in
      room.copyBytes(from: socketPath.utf8.prefix(room.count - 1))
    }
    let code = withUnsafePointer(to: &address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(made, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    guard code == 0 else {
      Glibc.close(made)
      return nil
    }
    return made
  }

  /// Asks mpv for its position over its socket until mpv closes the connection.
  private func reportPositionsFromSocket(
    over socket: CInt, _ progress: inout PlayerAnswerParser, _ report: (PlaybackPosition) -> Void
  ) {
    var reported = -Self.reportedStep
    var canAsk = true
    var unread: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      // A player that is ending accepts no question, but may have sent its last position.
      for question in PlayerAnswerParser.questions where canAsk {
        canAsk = send(socket, question, question.utf8.count, CInt(MSG_NOSIGNAL)) > 0
      }
      // Reads the player's answers and events until the next question is due.
      var descriptor = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
      while poll(&descriptor, 1, Self.pollInterval) > 0 {
        let count = recv(socket, &buffer, buffer.count, 0)
        guard count > 0 else { return }
        unread += buffer[..<count]
        while let end = unread.firstIndex(of: UInt8(ascii: "\n")) {
          progress.parsePlayerLine(String(decoding: unread[..<end], as: UTF8.self))
          unread.removeFirst(end + 1)
        }
        // The player's answers are short.
        if unread.count > 1 << 20 { return }
      }
      if let position = progress.position, abs(position - reported) >= Self.reportedStep,
        let playback = progress.playback
      {
        reported = position
        report(playback)
      }
    }
  }
}

/// A parser of mpv's answers (lines of JSON), which holds the last position and duration, and
/// whether the end was reached.
struct PlayerAnswerParser: Equatable {
  /// The number of seconds before the end of an episode from which the episode counts as played.
  private static let credits = 20.0

  /// The requests to mpv for the position and the duration, as lines of JSON with the ids of the
  /// answers.
  static let questions = [
    "{\"command\":[\"get_property\",\"time-pos\"],\"request_id\":1}\n",
    "{\"command\":[\"get_property\",\"duration\"],\"request_id\":2}\n",
  ]

  private(set) var position: Double?
  private(set) var duration: Double?
  private(set) var hasReachedEnd = false

  /// Parses a line from mpv: an answer with a number, or the event of the end; other lines are
  /// ignored.
  mutating func parsePlayerLine(_ line: String) {
    switch Self.jsonFieldValue("request_id", in: line) {
    case "1": position = dataFieldNumber(in: line) ?? position
    case "2": duration = dataFieldNumber(in: line) ?? duration
    default:
      guard Self.jsonFieldValue("event", in: line) == "\"end-file\"" else { return }
      hasReachedEnd = Self.jsonFieldValue("reason", in: line) == "\"eof\""
    }
  }

  private func dataFieldNumber(in line: String) -> Double? {
    guard let value = Self.jsonFieldValue("data", in: line).flatMap({ Double($0) }), value.isFinite,
      (0...1e7).contains(value)
    else { return nil }
    return value
  }

  /// Returns the text of a field in a JSON line from mpv up to the next comma, brace or blank,
  /// enough for a number or a word with its quotes; nil without the field.
  private static func jsonFieldValue(_ name: String, in line: String) -> String? {
    guard let start = line.firstRange(of: "\"\(name)\":") else { return nil }
    let value = line[start.upperBound...].drop { $0 == " " }
    return String(value.prefix { $0 != "," && $0 != "}" && $0 != " " })
  }

  /// The position in the episode to be stored; nil if mpv never reported one.
  var playback: PlaybackPosition? {
    guard let position else { return nil }
    let isNearEnd = duration.map { $0 > 2 * Self.credits && position > $0 - Self.credits } ?? false
    return PlaybackPosition(
      position: Int(position), duration: duration.map { Int($0) },
      isFinished: hasReachedEnd || isNearEnd)
  }
}
