internal import FeedDomain
internal import Glibc

/// Which calls to the built-in service go wrong, and how.
package struct Faults: Hashable, Sendable {
  /// Something that is asked of the service.
  package enum Call: String, CaseIterable, Hashable, Sendable {
    case signIn = "signin"
    case signOut = "signout"
    case feed, conversation, people, notices, search
    /// The bytes of a photo.
    case photo
    /// What is told of a photo.
    case details
    case place, upload
    case like, boost, bookmark, follow, mute, block, vote, publish, delete
  }

  /// How a call goes wrong.
  package enum Kind: String, CaseIterable, Hashable, Sendable {
    case unreachable, refused, signedOut, rateLimited, serverFailed, badReply
    /// It takes ten times as long.
    case slow
    case hang
    /// The server does what it is asked, but its answer is lost on the way.
    case lostReply = "lost-reply"
  }

  /// One thing that goes wrong.
  package struct Fault: Hashable, Sendable {
    /// Nil for any.
    package let call: Call?
    package let kind: Kind
    /// How many such calls, the first ones; nil for all.
    package let count: Int?

    package init(_ call: Call?, _ kind: Kind, count: Int? = nil) {
      (self.call, self.kind, self.count) = (call, kind, count)
    }
  }

  /// What goes wrong; for each call the first that concerns it counts.
  package let faults: [Fault]

  package init(_ faults: [Fault] = []) { self.faults = faults }

  /// Reads faults such as `feed=unreachable, like=refused:3, any=slow`.
  ///
  /// Commas, blanks and line ends set them apart; an empty text has none.
  package init(parsing text: String) throws(FaultMistake) {
    var faults: [Fault] = []
    for word in text.split(whereSeparator: { $0 == "," || $0.isWhitespace }) {
      faults.append(try Fault(parsing: word))
    }
    self.init(faults)
  }
}

extension Faults.Call {
  init(_ change: PendingChange) {
    switch change {
    case .mark(_, let action, _):
      self = action.contains(.liked) ? .like : action.contains(.boosted) ? .boost : .bookmark
    case .follow, .admit, .act: self = .follow
    case .mute: self = .mute
    case .block: self = .block
    case .vote: self = .vote
    case .publish: self = .publish
    case .delete: self = .delete
    }
  }
}

/// What is wrong with a description of faults, with the word in question.
package enum FaultMistake: Error, Hashable, Sendable {
  /// It is not of the form `call=kind` or `call=kind:count`.
  case notAFault(String)
  case unknownCall(String)
  /// There is no such way of going wrong.
  case unknownKind(String)
  /// How often is not a whole number above zero.
  case badCount(String)

  /// What is wrong, and what could be written.
  package var sentence: String {
    switch self {
    case .notAFault(let word): "\"\(word)\" is no fault. It can be: \(remedy)."
    case .unknownCall(let word): "\"\(word)\" is no call. It can be: \(remedy)."
    case .unknownKind(let word): "\"\(word)\" is no way to fail. It can be: \(remedy)."
    case .badCount(let word): "\"\(word)\" is no count. It can be: \(remedy)."
    }
  }

  /// What could be written in its place.
  package var remedy: String {
    switch self {
    case .notAFault: "like=refused, feed=unreachable:3"
    case .unknownCall: (["any"] + Faults.Call.allCases.map(\.rawValue)).joined(separator: ", ")
    case .unknownKind: Faults.Kind.allCases.map(\.rawValue).joined(separator: ", ")
    case .badCount: "1, 2, 3, …"
    }
  }
}

extension Faults.Fault {
  fileprivate init(parsing word: Substring) throws(FaultMistake) {
    let halves = word.split(separator: "=", omittingEmptySubsequences: false)
    guard halves.count == 2 else { throw .notAFault(String(word)) }
    let parts = halves[1].split(separator: ":", omittingEmptySubsequences: false)
    guard let name = parts.first, parts.count <= 2 else { throw .notAFault(String(word)) }
    let call = Faults.Call(rawValue: String(halves[0]))
    guard call != nil || halves[0] == "any" else { throw .unknownCall(String(halves[0])) }
    guard let kind = Faults.Kind(rawValue: String(name)) else { throw .unknownKind(String(name)) }
    guard parts.count == 2 else {
      self.init(call, kind)
      return
    }
    guard let count = Int(parts[1]), count > 0 else { throw .badCount(String(parts[1])) }
    self.init(call, kind, count: count)
  }
}

/// Tells what goes wrong with the next call, and counts.
struct FaultSource {
  private let path: String?
  private var faults: Faults
  private var text: String?
  private var used: [Int: Int] = [:]

  /// Takes the faults from a file, read again at each call, where a path is given.
  init(_ faults: Faults, file path: String?) {
    self.faults = path == nil ? faults : Faults()
    self.path = path
  }

  /// What goes wrong with a call that is made now; nil for nothing.
  mutating func next(for call: Faults.Call) throws(FeedError) -> Faults.Kind? {
    // Going on without a word would let a test pass that tests nothing.
    try readFile()
    for (index, fault) in faults.faults.enumerated() where fault.call == nil || fault.call == call {
      guard fault.count.map({ used[index, default: 0] < $0 }) ?? true else { continue }
      used[index, default: 0] += 1
      return fault.kind
    }
    return nil
  }

  private mutating func readFile() throws(FeedError) {
    guard let path else { return }
    let text = Self.contents(of: path)
    guard text != self.text else { return }
    var read: [Faults.Fault] = []
    let lines = (text ?? "").split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    for (place, line) in lines.enumerated() {
      do throws(FaultMistake) {
        read += try Faults(parsing: String(line)).faults
      } catch {
        throw .misconfigured(
          "The faults file has a mistake in line \(place + 1): " + error.sentence)
      }
    }
    (faults, self.text, used) = (Faults(read), text, [:])
  }

  /// The file's first 64 kB; nil where it cannot be read.
  private static func contents(of path: String) -> String? {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    let bytes = [UInt8](unsafeUninitializedCapacity: 65536) { buffer, count in
      count = max(0, read(file, buffer.baseAddress, buffer.count))
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
