import Doubles
import Glibc
import Testing
import Threads
import UseCases

@testable import TweetieTUI

/// What mpv tells of the place it is at, in its lines and over its socket.
@Suite struct PlayerConnectionTests {
  @Test func `position, duration and end of playback are parsed from mpv's replies`() {
    var progress = PlayerAnswerParser()
    for line in [
      #"{"event":"start-file","playlist_entry_id":1}"#,
      #"{"request_id":1,"error":"property unavailable"}"#,
      #"{"data":12.5,"request_id":1,"error":"success"}"#,
      #"{ "data": 3723.4, "request_id": 2, "error": "success" }"#,
      #"{"data":754.9,"request_id":1,"error":"success"}"#, "no JSON", "",
      #"{"data":-4,"request_id":1,"error":"success"}"#,
      #"{"data":nan,"request_id":1,"error":"success"}"#,
    ] { progress.parsePlayerLine(line) }
    #expect(
      progress.playback == PlaybackPosition(position: 754, duration: 3_723, isFinished: false))
    progress.parsePlayerLine(#"{"event":"end-file","reason":"quit","playlist_entry_id":1}"#)
    #expect(progress.playback?.isFinished == false)
    progress.parsePlayerLine(#"{"event":"end-file","reason":"eof","playlist_entry_id":1}"#)
    #expect(progress.playback?.isFinished == true)
  }

  @Test(arguments: [(3_710.0, true), (3_600, false)])
  func `playback that stops within the last seconds counts as finished`(
    position: Double, isFinished: Bool
  ) {
    var progress = PlayerAnswerParser()
    progress.parsePlayerLine(#"{"data":\#(position),"request_id":1,"error":"success"}"#)
    progress.parsePlayerLine(#"{"data":3723,"request_id":2,"error":"success"}"#)
    #expect(progress.playback?.isFinished == isFinished)
  }

  @Test func `a player that reported no position gives no playback position`() {
    #expect(PlayerAnswerParser().playback == nil)
  }

  @Test func `a player's position is requested over its socket until it ends`() async throws {
    let folder = ScratchFolder()
    let connection = try #require(PlayerConnection(in: folder.path))
    let server = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) {
      $0.copyBytes(from: connection.socketPath.utf8)
    }
    let code = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(server, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    try #require(code == 0 && listen(server, 1) == 0)
    let played = LockedValue<[PlaybackPosition]>([])
    let hasEnded = Flag()
    connection.startReportingPlayerPosition { playback in
      played.withLock { $0.append(playback) }
    } ended: {
      hasEnded.raise()
    }

    // A first player ends without a place, as one that knows no way to show pictures.
    close(accept(server, nil, nil))
    let player = accept(server, nil, nil)
    var question = [UInt8](repeating: 0, count: 256)
    let count = recv(player, &question, question.count, 0)
    #expect(String(decoding: question[..<max(0, count)], as: UTF8.self).contains("time-pos"))
    let answer =
      #"{"data":754.2,"request_id":1,"error":"success"}"# + "\n"
      + #"{"data":3723,"request_id":2,"error":"success"}"# + "\n"
      + #"{"event":"end-file","reason":"quit"}"# + "\n"
    #expect(send(player, answer, answer.utf8.count, 0) == answer.utf8.count)
    close(player)
    close(server)

    for _ in 0..<500 where !hasEnded.isUp { try await Task.sleep(for: .milliseconds(20)) }
    #expect(hasEnded.isUp)
    #expect(
      played.withLock { $0.last }
        == PlaybackPosition(position: 754, duration: 3_723, isFinished: false))
    #expect(folder.names == [])
  }

  @Test func `waiting for a player's socket stops when the player ends`() async throws {
    let folder = ScratchFolder()
    let connection = try #require(PlayerConnection(in: folder.path))
    let hasEnded = Flag()
    connection.startReportingPlayerPosition { _ in
    } ended: {
      hasEnded.raise()
    }
    connection.markPlayerGone()
    for _ in 0..<500 where !hasEnded.isUp { try await Task.sleep(for: .milliseconds(20)) }
    #expect(hasEnded.isUp)
    #expect(folder.names == [])
  }

  @Test func `mpv gets options for position and socket, other players none`() {
    let mpv = VideoPlayer(setting: [], hasDisplay: true, isMultiplexed: false)
    #expect(
      mpv.episodePlayerOptions(from: 754, socket: "/tmp/s") == [
        "--no-resume-playback", "--start=754", "--input-ipc-server=/tmp/s",
      ])
    let own = VideoPlayer(setting: ["/opt/bin/mpv", "-x"], hasDisplay: true, isMultiplexed: false)
    #expect(own.isMPV)
    let vlc = VideoPlayer(setting: ["vlc"], hasDisplay: true, isMultiplexed: false)
    #expect(vlc.episodePlayerOptions(from: 754, socket: "/tmp/s") == [])
  }
}
