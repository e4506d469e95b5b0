/// Where photos are put that the reader wants to keep.
public protocol PhotoAlbum: Sendable {
  /// Puts a photo there under that name, or one like it where the name is taken, and returns its
  /// path.
  ///
  /// Nothing that is there is ever overwritten, and nothing is put anywhere else, whatever the name.
  func keep(_ bytes: [UInt8], as name: PhotoFileName) async throws(StoreError) -> String
}
