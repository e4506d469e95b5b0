internal import Glibc

/// The paths of the program under test.
public enum ProgramLocation {
  /// The path of the built `tweetie`: the value of TWEETIE_BINARY, otherwise the program beside
  /// this test bundle.
  public static var tweetie: String {
    if let chosen = getenv("TWEETIE_BINARY") { return String(cString: chosen) }
    return testFolder + "/tweetie"
  }

  /// The path of the folder of this test bundle, which also contains programs that only tests need.
  public static var testFolder: String {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = max(0, readlink("/proc/self/exe", &buffer, buffer.count))
    let own = String(decoding: buffer[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
    return own.split(separator: "/").dropLast().reduce("") { $0 + "/" + $1 }
  }
}
