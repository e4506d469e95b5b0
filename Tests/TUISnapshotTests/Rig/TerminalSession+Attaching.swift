import TerminalRig

extension TerminalSession {
  /// Adds a picture to what is being written, and is back in the text.
  func attach(_ file: String, as words: String) async throws {
    try await press(.control("p"), untilContains: "Picture file:")
    type(file + "\r")
    type(words + "\r")
    let name = file.split(separator: "/").last ?? ""
    try await waitUntil(contains: " \(name)  \(words)")
    try await waitUntil(lacks: "Picture file:")
  }
}
