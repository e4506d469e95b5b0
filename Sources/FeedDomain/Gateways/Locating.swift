/// Something that knows where the reader is.
public protocol Locating: Sendable {
  /// Where the reader is; nil where nobody knows, may tell, or answers in time.
  ///
  /// It takes a few seconds at most, and bears no name unless the source knows one.
  func locate() async -> Place?
}
