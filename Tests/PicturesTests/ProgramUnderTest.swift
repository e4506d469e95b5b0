import Glibc
import TerminalRig

/// The decoder as it was built, and the one that misbehaves under a name of one's choice.
final class ProgramUnderTest {
  /// `tweetie-picture` beside the program that TWEETIE_BINARY names, else beside this test bundle.
  static var decoder: String {
    ProgramLocation.tweetie.dropLast("/tweetie".count) + "/tweetie-picture"
  }

  /// Where this one is; deleted with it.
  let path: String
  private let home: TemporaryHome

  /// A decoder that does what it is called.
  init(misbehaving name: String) throws {
    home = try TemporaryHome()
    path = home.path + "/" + name
    let code = symlink(ProgramLocation.testFolder + "/PictureDouble", path)
    precondition(code == 0, "There is no place for a link.")
  }
}
