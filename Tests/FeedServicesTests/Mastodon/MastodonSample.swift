import FeedDomain
import Glibc

@testable import FeedServices

/// What servers answer, as it lies beside this source.
enum MastodonSample {
  /// Why a sample could not be read.
  struct Unreadable: Error {
    let name: String
  }

  static func json(_ name: String) throws -> JSON {
    let source = #filePath
    let directory = source[..<(source.lastIndex(of: "/") ?? source.endIndex)] + "/Samples/"
    guard let file = fopen("\(directory)\(name).json", "rb") else { throw Unreadable(name: name) }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = fread(&buffer, 1, buffer.count, file)
      guard count > 0 else { return try JSON(bytes) }
      bytes += buffer[..<count]
    }
  }

  /// Half past six in the evening of the day on which the samples play.
  static let now = Timestamp(milliseconds: 1_795_199_400_000)

  static func reader(
    _ software: MastodonSoftware = .mastodon, _ context: MastodonFilter.Context? = .home
  ) -> MastodonReader {
    MastodonReader(
      software: software, me: Person.ID("109800000000000777"), now: now, context: context)
  }
}
