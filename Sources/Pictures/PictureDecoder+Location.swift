internal import Glibc

extension PictureDecoder {
  /// Where the decoder's program is for a client that lies there: beside it, or where a system keeps
  /// programs that nobody calls by hand. Nil where it is in neither place; the path is never searched.
  public static func program(for client: String) -> String? {
    let directory = client[..<(client.utf8.lastIndex(of: UInt8(ascii: "/")) ?? client.startIndex)]
    let places = [
      "\(directory)/tweetie-picture", "\(directory)/../libexec/tweetie/tweetie-picture",
    ]
    return places.first { access($0, X_OK) == 0 }
  }
}
