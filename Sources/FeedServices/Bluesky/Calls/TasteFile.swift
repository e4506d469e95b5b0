internal import FeedDomain
internal import Glibc
internal import Groundwork

/// What a reader wants to see, kept across starts and for all windows, until they sign out.
///
/// What cannot be read or written is asked again.
struct TasteFile: Sendable {
  /// What is larger is not kept.
  private static let most = 1 << 20

  private let file: PrivateFile?

  /// The file of an account in that folder; without one, nothing is kept.
  init(of account: Account.ID, in folder: String?) {
    file = folder.map { folder in
      PrivateFile(
        path: "\(folder)/taste-\(WebQuery.encoded(account.rawValue).suffix(200))",
        maximumSize: Self.most)
    }
  }

  /// Makes room for it: where there is none, somebody has signed out, and nothing is kept.
  func begin() {
    if let file { _ = try? OpenFile(file.path, O_RDWR | O_CREAT) }
  }

  var kept: KeptTaste? {
    let bytes = (try? file?.read()) ?? nil
    return bytes.flatMap { try? JSON($0) }.flatMap { KeptTaste(kept: $0) }
  }

  func keep(_ taste: KeptTaste) {
    let bytes = taste.json.encoded()
    guard let file, bytes.count <= Self.most, access(file.path, F_OK) == 0 else { return }
    try? file.replaceLightly(with: bytes)
  }

  func forget() {
    if let file { unlink(file.path) }
  }
}
