internal import Glibc

/// Where the program under test is.
public enum ProgramLocation {
  /// The built `tweetie`: what TWEETIE_BINARY names, else the one beside this test bundle.
  public static var tweetie: String {
    if let chosen = getenv("TWEETIE_BINARY") { return String(cString: chosen) }
    return testFolder + "/tweetie"
  }

  /// The folder of this test bundle, in which the programs stand that only tests need.
  public static var testFolder: String {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = max(0, readlink("/proc/self/exe", &buffer, buffer.count))
    let own = String(decoding: buffer[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
    return own.split(separator: "/").dropLast().reduce("") { $0 + "/" + $1 }
  }
}
