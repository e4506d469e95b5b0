internal import FeedDomain
internal import Glibc
internal import Groundwork
internal import Threads

/// A file to which the body of an HTTP reply is written while it arrives, from the beginning or
/// behind the bytes of an earlier transfer. Its `Sendable` is unchecked, because only the network
/// thread writes to it, for one transfer at a time.
final class ResumableReplyBodyFile: @unchecked Sendable {
  enum ReplyFileFailure: Equatable, Sendable {
    /// A reason why the body of an HTTP reply was not written to a file: the reply is a web page or
    /// other text, not media.
    case notMedia
    /// A reason why the body of an HTTP reply was not written to a file: the reply contains another
    /// part of the file than requested, or a part of another version.
    case otherPart
    case tooLarge
    /// A reason why the body of an HTTP reply was not written to a file: writing failed, with the
    /// system's error number.
    case notWritten(CInt)
  }

  fileprivate struct ReplyBodyFileState {
    /// The number of bytes in the file for the HTTP reply's body so far, including those of an
    /// earlier transfer.
    var count: Int
    var takesBody = false
    var failure: ReplyFileFailure?
    /// The size in bytes of the whole downloaded file, as the server's reply states it; nil if
    /// unknown.
    var total: Int?
    var version: String?
  }

  let file: OpenFile
  /// The number of bytes in the file from an earlier transfer, behind which the body of the HTTP
  /// reply can continue.
  let offset: Int
  /// The size in bytes of the whole downloaded file, as the server stated it in an earlier
  /// transfer; nil if unknown.
  private let expected: Int?
  private let state: LockedValue<ReplyBodyFileState>

  init(_ file: OpenFile, offset: Int, expected: Int?) {
    (self.file, self.offset, self.expected) = (file, offset, expected)
    state = LockedValue(ReplyBodyFileState(count: offset))
  }

  var count: Int { state.withLock { $0.count } }
  var total: Int? { state.withLock { $0.total } }
  /// The ETag or date of the version of the downloaded file, which a later request sends in the
  /// header `If-Range` to continue the download; nil if the server states none.
  var version: String? { state.withLock { $0.version } }
  var failure: ReplyFileFailure? { state.withLock { $0.failure } }
  /// True if the body of the current HTTP reply is written to the file; false if it is kept in
  /// memory, as that of an error.
  var takesBody: Bool { state.withLock { $0.takesBody } }

  /// Prepares the file for the body of an HTTP reply, given the reply's status and headers; returns
  /// an error if the body must not be written. Bytes of an earlier transfer are kept unless the
  /// reply contains the whole file.
  func prepareForReply(_ status: Int, _ headers: HTTPHeaders, most: Int) -> TransportError? {
    state.withLock { state in
      state.takesBody = false
      guard status == 200 || status == 206 else { return nil }
      let type = (headers["Content-Type"] ?? "").lowercased()
      guard !type.hasPrefix("text/"), !type.contains("html"), !type.contains("json") else {
        return state.recordFileFailure(.notMedia, .malformed)
      }
      let length = headers["Content-Length"].flatMap { Int($0) }
      if status == 206 {
        guard let range = ContentRangeHeader(headers["Content-Range"] ?? ""), range.start == offset,
          expected == nil || range.total == nil || expected == range.total
        else { return state.recordFileFailure(.otherPart, .malformed) }
        // A hostile length must not overflow.
        state.total = range.total ?? length.map { $0 > Int.max - offset ? Int.max : $0 + offset }
        state.count = offset
      } else {
        state.total = length
        state.count = 0
      }
      guard (state.total ?? 0) <= most else {
        return state.recordFileFailure(.tooLarge, .tooLarge(.body))
      }
      guard ftruncate(file.descriptor, off_t(state.count)) == 0 else {
        return state.recordFileFailure(
          .notWritten(errno), .unavailable("the file cannot be written"))
      }
      // A weak ETag does not promise the same bytes.
      let tag = headers["ETag"].flatMap { $0.hasPrefix("W/") ? nil : $0 }
      state.version = tag ?? headers["Last-Modified"]
      state.takesBody = true
      return nil
    }
  }

  /// Writes bytes of an HTTP reply's body to the file; returns an error if they cannot be written
  /// or are too many.
  func writeBytes(_ bytes: UnsafeRawBufferPointer, most: Int) -> TransportError? {
    state.withLock { state in
      guard state.count + bytes.count <= most else {
        return state.recordFileFailure(.tooLarge, .tooLarge(.body))
      }
      var done = 0
      while done < bytes.count {
        let step = pwrite(
          file.descriptor, bytes.baseAddress! + done, bytes.count - done, off_t(state.count))
        if step < 0, errno == EINTR { continue }
        guard step > 0 else {
          return state.recordFileFailure(
            .notWritten(errno), .unavailable("the file cannot be written"))
        }
        done += step
        state.count += step
      }
      return nil
    }
  }
}

extension ResumableReplyBodyFile.ReplyBodyFileState {
  fileprivate mutating func recordFileFailure(
    _ failure: ResumableReplyBodyFile.ReplyFileFailure, _ error: TransportError
  ) -> TransportError {
    self.failure = failure
    return error
  }
}

extension ResumableReplyBodyFile: Equatable {
  static func == (left: ResumableReplyBodyFile, right: ResumableReplyBodyFile) -> Bool {
    left === right
  }
}

/// A part of a file that an HTTP reply contains, as its header `Content-Range` states it: "bytes
/// 100-199/200", or "bytes */200" for no part.
struct ContentRangeHeader: Equatable {
  /// The offset in the whole file of the first byte that the HTTP reply contains; nil if the reply
  /// contains no part.
  let start: Int?
  /// The size in bytes of the whole file, a part of which the HTTP reply contains; nil if the
  /// server does not state it.
  let total: Int?

  /// Creates the range of a file's bytes from a header `Content-Range`; nil for other text.
  init?(_ text: String) {
    let words = text.split(whereSeparator: \.isWhitespace)
    guard words.count == 2, words[0].lowercased() == "bytes" else { return nil }
    let parts = words[1].split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2 else { return nil }
    total = Self.parsedNumber(parts[1])
    guard total != nil || parts[1] == "*" else { return nil }
    guard parts[0] != "*" else {
      start = nil
      return
    }
    let ends = parts[0].split(separator: "-", omittingEmptySubsequences: false)
    guard ends.count == 2, let first = Self.parsedNumber(ends[0]),
      let last = Self.parsedNumber(ends[1]),
      first <= last, total.map({ last < $0 }) ?? true
    else { return nil }
    start = first
  }

  private static func parsedNumber(_ text: Substring) -> Int? {
    guard !text.isEmpty, text.utf8.count <= 18,
      text.utf8.allSatisfy({ (0x30...0x39).contains($0) })
    else { return nil }
    return Int(text)
  }
}
