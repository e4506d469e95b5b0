internal import FeedDomain
internal import Glibc
internal import Groundwork
internal import Threads

/// How much each account may still ask its server, the same for every window of the program: a line
/// in a small file, written by whoever was answered last and read before something is asked that
/// nobody asked for.
///
/// What cannot be read was never told; what cannot be written is known to one window alone.
final class Allowances: Sendable {
  private static let length = 64

  private let folder: String?
  /// What was told to this process.
  private let told = Guarded<[Account.ID: Allowance]>([:])

  /// Kept in files of that folder; without one, as long as the process lives.
  init(folder: String?) { self.folder = folder }

  /// Makes room for an account. What is told of one that was forgotten is not kept: a window may
  /// find out late that it was signed out in another.
  func begin(_ account: Account.ID) {
    // Where none can be made, each window knows what it was told itself.
    if let path = path(of: account) { _ = try? OpenFile(path, O_RDWR | O_CREAT) }
  }

  /// What the account may still ask; nil where that was never told.
  func allowance(of account: Account.ID) -> Allowance? {
    guard let path = path(of: account) else { return told.withLock { $0[account] } }
    return (try? OpenFile(path, O_RDONLY)).flatMap(Self.read)
  }

  /// Learns more, with nobody in between; returns what is known then.
  func change(of account: Account.ID, _ learn: (Allowance?) -> Allowance?) -> Allowance? {
    guard let path = path(of: account) else {
      return told.withLock { told in
        told[account] = learn(told[account]) ?? told[account]
        return told[account]
      }
    }
    guard let file = try? OpenFile(path, O_RDWR), (try? file.lock()) != nil else {
      return learn(nil)
    }
    defer { file.unlock() }
    let before = Self.read(file)
    guard let after = learn(before), after != before else { return before }
    let line = "\(after.remaining) \(after.limit) \(after.resets.milliseconds)"
    let padding = String(repeating: " ", count: max(0, Self.length - line.utf8.count - 1))
    try? file.write(Array("\(line)\(padding)\n".utf8))  // It will be told again.
    return after
  }

  /// Forgets what an account may ask, with its file.
  func forget(_ account: Account.ID) {
    told.withLock { $0[account] = nil }
    if let path = path(of: account) { unlink(path) }
  }

  private func path(of account: Account.ID) -> String? {
    folder.map { "\($0)/allowance-\(WebQuery.encoded(account.rawValue).suffix(200))" }
  }

  private static func read(_ file: OpenFile) -> Allowance? {
    let line = (try? file.bytes(length)).map { String(decoding: $0, as: UTF8.self) }
    let numbers = line?.trimmingBlanks.split(separator: " ").compactMap { Int64($0) } ?? []
    guard numbers.count == 3 else { return nil }
    return Allowance(
      Int(numbers[0]), of: Int(numbers[1]), until: Timestamp(milliseconds: numbers[2]))
  }
}
