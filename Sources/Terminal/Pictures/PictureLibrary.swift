/// What `tweetie doctor` reports about the library that makes pictures out of block characters.
public enum PictureLibrary {
  /// The file it was found in; nil where it is not installed.
  public static var file: String? { ChafaLibrary()?.file }
}
