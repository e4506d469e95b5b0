internal import FeedDomain
internal import Glibc
internal import Groundwork

package struct SimulatedFaults: Equatable, Sendable {
  package enum DemoCallKind: String, CaseIterable, Sendable {
    case signIn = "signin"
    case signOut = "signout"
    case feed, conversation, people
    case notifications = "notices"
    case search
    /// A kind of call to the demo service: a request for the bytes of a photo.
    case photo
    case details
    case place, upload
    case like, boost, bookmark, follow, mute, block, vote, publish, delete
  }

  package enum FaultKind: String, CaseIterable, Sendable {
    case unreachable, refused, signedOut, rateLimited, serverFailed, badReply
    /// A kind of simulated fault of the demo service: the call takes ten times as long.
    case slow
    case hang
    /// A kind of simulated fault of the demo service: the server acts, but its reply is lost.
    case lostReply = "lost-reply"
  }

  package struct SimulatedFault: Equatable, Sendable {
    /// The kind of call to the demo service in which this simulated fault occurs; nil for all
    /// kinds.
    package let call: DemoCallKind?
    package let kind: FaultKind
    /// The number of calls to the demo service in which this simulated fault occurs; nil for no
    /// end.
    package let count: Int?

    package init(_ call: DemoCallKind?, _ kind: FaultKind, count: Int? = nil) {
      (self.call, self.kind, self.count) = (call, kind, count)
    }
  }

  /// The list of the demo service's simulated faults, of which the first that matches a call
  /// occurs.
  package let faults: [SimulatedFault]

  package init(_ faults: [SimulatedFault] = []) { self.faults = faults }

  /// Creates the list of simulated faults from text such as
  /// `feed=unreachable, like=refused:3, any=slow`, separated by commas, blanks or line ends; empty
  /// for an empty text. Throws if a fault is invalid.
  package init(parsing text: String) throws(FaultSyntaxError) {
    var faults: [SimulatedFault] = []
    for word in text.split(whereSeparator: { $0 == "," || $0.isWhitespace }) {
      faults.append(try SimulatedFault(parsing: word))
    }
    self.init(faults)
  }
}

extension SimulatedFaults.DemoCallKind {
  init(_ change: PendingChange) {
    switch change {
    case .mark(_, let action, _):
      self = action.contains(.liked) ? .like : action.contains(.boosted) ? .boost : .bookmark
    case .follow, .answerFollowRequest, .serviceAction, .markRead: self = .follow
    case .mute: self = .mute
    case .block: self = .block
    case .vote: self = .vote
    case .publish: self = .publish
    case .delete: self = .delete
    }
  }
}

/// An error in the text of the setting for simulated faults, with the invalid word.
package enum FaultSyntaxError: Error, Equatable, Sendable {
  /// An error in the text of simulated faults: the word is not of the form `call=kind` or
  /// `call=kind:count`.
  case notAFault(String)
  case unknownCall(String)
  case unknownKind(String)
  /// An error in the text of simulated faults: the count is not a whole number above zero.
  case badCount(String)

  /// The message of this error in the text of simulated faults: the invalid word, and valid ones.
  package var message: String {
    switch self {
    case .notAFault(let word): "\"\(word)\" is not a fault. Possible values: \(validChoices)."
    case .unknownCall(let word): "\"\(word)\" is not a call. Possible values: \(validChoices)."
    case .unknownKind(let word): "\"\(word)\" is not a failure. Possible values: \(validChoices)."
    case .badCount(let word): "\"\(word)\" is not a count. Possible values: \(validChoices)."
    }
  }

  package var validChoices: String {
    switch self {
    case .notAFault: "like=refused, feed=unreachable:3"
    case .unknownCall:
      (["any"] + SimulatedFaults.DemoCallKind.allCases.map(\.rawValue)).joined(separator: ", ")
    case .unknownKind: SimulatedFaults.FaultKind.allCases.map(\.rawValue).joined(separator: ", ")
    case .badCount: "1, 2, 3, …"
    }
  }
}

extension SimulatedFaults.SimulatedFault {
  fileprivate init(parsing word: Substring) throws(FaultSyntaxError) {
    let halves = word.split(separator: "=", omittingEmptySubsequences: false)
    guard halves.count == 2 else { throw .notAFault(String(word)) }
    let parts = halves[1].split(separator: ":", omittingEmptySubsequences: false)
    guard let name = parts.first, parts.count <= 2 else { throw .notAFault(String(word)) }
    let call = SimulatedFaults.DemoCallKind(rawValue: String(halves[0]))
    guard call != nil || halves[0] == "any" else { throw .unknownCall(String(halves[0])) }
    guard let kind = SimulatedFaults.FaultKind(rawValue: String(name)) else {
      throw .unknownKind(String(name))
    }
    guard parts.count == 2 else {
      self.init(call, kind)
      return
    }
    guard let count = Int(parts[1]), count > 0 else { throw .badCount(String(parts[1])) }
    self.init(call, kind, count: count)
  }
}

/// A source of simulated faults for the demo server, which chooses each call's fault and counts
/// uses.
struct SimulatedFaultChooser {
  private let path: String?
  private var faults: SimulatedFaults
  private var text: String?
  private var used: [Int: Int] = [:]

  /// Creates a source of the given simulated faults, or of those in a file that is read at each
  /// call.
  init(_ faults: SimulatedFaults, file path: String?) {
    self.faults = path == nil ? faults : SimulatedFaults()
    self.path = path
  }

  /// Chooses the simulated fault of the next call of a kind to the demo server, and counts its use;
  /// returns nil for no fault. Throws if the file of faults is invalid.
  mutating func nextFaultKindCountingUse(for call: SimulatedFaults.DemoCallKind) throws(FeedError)
    -> SimulatedFaults.FaultKind?
  {
    // A silently ignored file would let a test pass that tests nothing.
    try readFaultFile()
    for (index, fault) in faults.faults.enumerated() where fault.call == nil || fault.call == call {
      guard fault.count.map({ used[index, default: 0] < $0 }) ?? true else { continue }
      used[index, default: 0] += 1
      return fault.kind
    }
    return nil
  }

  private mutating func readFaultFile() throws(FeedError) {
    guard let path else { return }
    let text = Self.fileContents(of: path)
    guard text != self.text else { return }
    var read: [SimulatedFaults.SimulatedFault] = []
    let lines = (text ?? "").split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    for (place, line) in lines.enumerated() {
      do throws(FaultSyntaxError) {
        read += try SimulatedFaults(parsing: String(line)).faults
      } catch {
        throw .misconfigured("The faults file has a mistake in line \(place + 1): " + error.message)
      }
    }
    (faults, self.text, used) = (SimulatedFaults(read), text, [:])
  }

  /// Returns the first 64 kB of the file of simulated faults; nil if the file cannot be read.
  private static func fileContents(of path: String) -> String? {
    guard let file = try? OpenFile(path, O_RDONLY, followsLink: true),
      let bytes = try? file.readBytes(65536)
    else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }
}
