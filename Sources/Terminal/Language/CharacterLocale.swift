internal import Glibc

/// The locale for characters that the environment asks for.
public struct CharacterLocale: Equatable, Sendable {
  /// The variable that decides; the one to set where none is set.
  public let variable: String
  /// Its value; empty where no variable is set.
  public let name: String

  /// The locale that the variables name, in the C library's order.
  public init(environment: [String: String]) {
    let set = ["LC_ALL", "LC_CTYPE", "LANG"].first { environment[$0]?.isEmpty == false }
    variable = set ?? "LANG"
    name = environment[variable] ?? ""
  }

  /// Whether the name asks for UTF-8, as in "de_DE.UTF-8".
  public var asksForUTF8: Bool {
    let codeset = name.drop { $0 != "." }.dropFirst().prefix { $0 != "@" }
    return codeset.uppercased().filter { $0 != "-" } == "UTF8"
  }

  /// Whether somebody chose it: no variable at all, and `LANG=C`, are what a system has by itself.
  public var isChosen: Bool {
    !name.isEmpty && !(variable == "LANG" && ["C", "POSIX"].contains(name))
  }

  /// What to set for all characters, as "LANG=C.UTF-8", with a locale that the system has.
  public var remedy: String { "\(variable)=\(Self.installedUTF8 ?? Self.common[0])" }

  /// A locale with UTF-8 that the system has; nil where it has none of the usual ones.
  public static var installedUTF8: String? {
    common.first { name in
      guard let locale = newlocale(1 << LC_CTYPE, name, nil) else { return false }
      freelocale(locale)
      return true
    }
  }

  private static let common = ["C.UTF-8", "C.utf8", "en_US.UTF-8", "en_GB.UTF-8"]
}
