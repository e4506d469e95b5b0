import Doubles
import FeedDomain
import Glibc
import Testing
import Threads

@testable import Console
@testable import Logging
@testable import Preferences
@testable import TweetieTUI

struct CommandLineLogTests {
  @Test func `a log line has time, level and channel, and the channel's threshold applies`() throws
  {
    try inDirectory { directory in
      let log = FileLog(
        path: "\(directory)/log", thresholds: [.network: .info], world: FakeWorld())

      log.writeLogLine(.network, .info, "page took 350 ms")
      log.writeLogLine(.network, .debug, "not this")
      log.writeLogLine(.storage, .info, "nor this")
      log.writeLogLine(.storage, .error, "disk full")

      let lines = text(of: "\(directory)/log").split(separator: "\n")
      #expect(
        lines == [
          "2026-03-04T12:00:00Z info network: page took 350 ms",
          "2026-03-04T12:00:00Z error storage: disk full",
        ])
    }
  }

  @Test func `a log observer gets every line with secrets masked`() throws {
    try inDirectory { directory in
      let told = LockedValue<[String]>([])
      let log = FileLog(path: "\(directory)/log", thresholds: [:], world: FakeWorld()) { line in
        told.withLock { $0.append(line) }
      }
      log.maskSecretInLog(Secret("hunter2"))

      log.writeLogLine(.network, .debug, "asked with hunter2")

      #expect(
        told.withLock { $0 } == ["2026-03-04T12:00:00Z debug network: asked with •••\n"])
      #expect(text(of: "\(directory)/log") == "")
      FileLog(path: nil, thresholds: [:], world: FakeWorld()) { line in
        told.withLock { $0 = [line] }
      }.writeLogLine(.storage, .info, "kept nowhere")
      #expect(told.withLock { $0.first }?.contains("kept nowhere") == true)
    }
  }

  @Test func `a channel's threshold can be changed while the log is open`() throws {
    try inDirectory { directory in
      let log = FileLog(path: "\(directory)/log", thresholds: [:], world: FakeWorld())

      log.setThreshold(.debug, of: .outbox)
      log.writeLogLine(.outbox, .debug, "seen")
      log.setThreshold(.off, of: .outbox)
      log.writeLogLine(.outbox, .error, "unseen")

      #expect(text(of: "\(directory)/log").contains("seen\n"))
      #expect(!text(of: "\(directory)/log").contains("unseen"))
    }
  }

  @Test func `a disabled log level neither computes the message nor creates the file`() throws {
    try inDirectory { directory in
      let log = FileLog(path: "\(directory)/log", thresholds: [:], world: FakeWorld())
      var asked = false
      func fact() -> String {
        asked = true
        return ""
      }

      log.writeLogLine(.network, .debug, fact())

      #expect(!asked)
      #expect(access("\(directory)/log", F_OK) != 0)
    }
  }

  @Test func `secrets are masked in the log, longer ones first`() throws {
    try inDirectory { directory in
      let log = FileLog(path: "\(directory)/log", thresholds: [:], world: FakeWorld())
      log.maskSecretInLog(Secret("abc"))
      log.maskSecretInLog(Secret("abcdef"))
      log.maskSecretInLog(Secret(""))

      log.writeLogLine(.network, .error, "token=abcdef&old=abc")

      #expect(text(of: "\(directory)/log").hasSuffix("token=•••&old=•••\n"))
    }
  }

  @Test func `the log file is readable by its owner only`() throws {
    try inDirectory { directory in
      let log = FileLog(path: "\(directory)/log", thresholds: [:], world: FakeWorld())
      log.writeLogLine(.network, .error, "x")

      #expect(
        DoctorFileFacts.fileKindAndModeText(of: "\(directory)/log").hasPrefix("file, mode 600"))
    }
  }

  @Test func `a full log is renamed, and no line is cut`() throws {
    try inDirectory { directory in
      let log = FileLog(
        path: "\(directory)/log", thresholds: [:], world: FakeWorld(), limit: 200)

      for number in 0..<7 { log.writeLogLine(.network, .error, "fact number \(number)") }

      let (old, new) = (text(of: "\(directory)/log.1"), text(of: "\(directory)/log"))
      #expect(old.utf8.count <= 200 && new.utf8.count <= 200)
      #expect(old.hasSuffix("\n") && new.hasSuffix("fact number 6\n"))
    }
  }

  @Test func `erasing the log removes both files, and further lines are written to new ones`()
    throws
  {
    try inDirectory { directory in
      let path = "\(directory)/log"
      let (one, other) = (
        FileLog(path: path, thresholds: [:], world: FakeWorld(), limit: 100),
        FileLog(path: path, thresholds: [:], world: FakeWorld(), limit: 100)
      )
      for log in [one, other, one, other] { log.writeLogLine(.storage, .error, "GET /users/ada") }
      #expect(text(of: path + ".1").contains("ada"))

      one.eraseLog()
      #expect(text(of: path).isEmpty)
      #expect(access(path + ".1", F_OK) != 0)
      other.writeLogLine(.storage, .error, "something else")

      #expect(text(of: path) == "2026-03-04T12:00:00Z error storage: something else\n")
    }
  }

  @Test func `a symbolic link or a pipe at the log's path is not written to`() throws {
    try inDirectory { directory in
      symlink("\(directory)/elsewhere", "\(directory)/link")
      mkfifo("\(directory)/pipe", 0o600)

      for name in ["link", "pipe"] {
        let log = FileLog(path: "\(directory)/\(name)", thresholds: [:], world: FakeWorld())
        log.writeLogLine(.network, .error, "x")
      }

      #expect(access("\(directory)/elsewhere", F_OK) != 0)
    }
  }

  @MainActor @Test func `usage counts add up across runs`() throws {
    try inDirectory { directory in
      for _ in 0..<2 {
        let tracker = UsageCounter(path: "\(directory)/usage")
        tracker.countUse(of: "stream")
        tracker.countUse(of: "like")
        tracker.countUse(of: "like")
        tracker.addUsageCountsToFile()
      }

      #expect(
        UsageCountFile(path: "\(directory)/usage").readUsageCounts() == ["stream": 2, "like": 4])
    }
  }

  @Test func `commands are counted by name, cursor movements are not counted`() {
    #expect(CountedFeature(Command.like)?.name == "key-like")
    #expect(CountedFeature(CommandName.doctor).name == "command-doctor")
    #expect(CountedFeature(Command.down) == nil)
  }

  @Test func `invalid lines of the usage file are ignored`() throws {
    try inDirectory { directory in
      let descriptor = open("\(directory)/usage", O_WRONLY | O_CREAT, 0o600)
      try DescriptorSink(descriptor).writeBytes(Array("a b\nx -3\n\u{0}\n ok 2\nlong 9 9\n".utf8))
      close(descriptor)

      #expect(UsageCountFile(path: "\(directory)/usage").readUsageCounts() == ["ok": 2])
    }
  }
}

extension CommandLineLogTests {
  private func inDirectory(_ work: (String) throws -> Void) throws {
    var template = Array("/tmp/tweetie-log-XXXXXX".utf8CString)
    let made = template.withUnsafeMutableBufferPointer { buffer in
      buffer.baseAddress.flatMap { mkdtemp($0) } != nil
    }
    #expect(made)
    let directory = String(
      decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    defer {
      for name in ["log", "log.1", "link", "pipe", "usage", "elsewhere"] {
        unlink("\(directory)/\(name)")
      }
      rmdir(directory)
    }
    try work(directory)
  }

  private func text(of path: String) -> String { SourceTree.text(at: path) ?? "" }
}
