internal import Glibc

extension PictureDecoder {
  /// Where the decoder's program is for a client at that path: beside it, or where the system keeps
  /// programs that nobody calls by hand. Nil where it is in neither place; `PATH` is never
  /// searched.
  package static func program(for client: String) -> String? {
    let directory = client[..<(client.utf8.lastIndex(of: UInt8(ascii: "/")) ?? client.startIndex)]
    let places = [
      "\(directory)/tweetie-picture", "\(directory)/../libexec/tweetie/tweetie-picture",
    ]
    return places.first { access($0, X_OK) == 0 }
  }
}
