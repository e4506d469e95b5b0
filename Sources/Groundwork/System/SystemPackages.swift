internal import CLibraries
internal import Glibc

/// A system library or program that Tweetie uses at run time, with the names of its package.
package struct SystemDependency: Equatable, Sendable {
  package let name: String
  /// The file names (sonames) of the system library, the preferred one first; empty for a program.
  package let sonames: [String]
  /// The name of the package with this library or program, for each family of operating systems.
  let packages: [SystemPackages.OperatingSystemFamily: String]

  /// The list of all libraries and programs that Tweetie uses at run time, in the order of
  /// `library_table.h`.
  package static let all: [SystemDependency] = (0..<clibraries_count()).map { index in
    let part = clibraries_at(index)
    func stringValue(of text: UnsafePointer<CChar>?) -> String {
      text.map { String(cString: $0) } ?? ""
    }
    return SystemDependency(
      name: stringValue(of: part.name),
      sonames: stringValue(of: part.sonames).split(separator: " ").map(String.init),
      packages: [
        .debian12: stringValue(of: part.debian12), .debian13: stringValue(of: part.debian13),
        .ubuntu22: stringValue(of: part.ubuntu22), .ubuntu: stringValue(of: part.ubuntu),
        .fedora: stringValue(of: part.fedora),
        .arch: stringValue(of: part.arch), .openSUSE: stringValue(of: part.opensuse),
      ])
  }

  /// The path of the file of this system library; nil if the library is not installed, or for a
  /// program.
  package var file: String? {
    guard !sonames.isEmpty, let file = clibraries_file(name) else { return nil }
    defer { free(file) }
    return String(cString: file)
  }

  /// Returns true if this program is in a directory of the search path `path`, by default in one of
  /// the usual directories.
  package func isProgramInstalled(in path: String?) -> Bool {
    (path ?? "/usr/local/bin:/usr/bin:/bin").split(separator: ":").contains {
      access("\($0)/\(name)", X_OK) == 0
    }
  }
}

/// A finder of the package names of libraries and programs in the running operating system.
package struct SystemPackages: Sendable {
  /// A family of operating systems whose packages have the same names.
  enum OperatingSystemFamily {
    /// A family of operating systems with equal package names: Debian up to 12, before the change
    /// to 64-bit time.
    case debian12
    /// A family of operating systems with equal package names: Ubuntu up to 23.10, before the
    /// change to 64-bit time.
    case ubuntu22
    case debian13, ubuntu, fedora, arch, openSUSE
  }

  /// A source of the text of an os-release file: the text itself, or the path of the file.
  private enum OSReleaseTextSource {
    case swiftString(String)
    case file(String)
  }

  private let source: OSReleaseTextSource

  /// Creates the finder of package names for the operating system that an os-release file
  /// describes; the file is read when a name is asked for.
  package init(file path: String = "/etc/os-release") { source = .file(path) }

  /// Creates the finder of package names for the operating system that the text of an os-release
  /// file describes.
  package init(osRelease text: String) { source = .swiftString(text) }

  /// Returns the name of the package that contains a library or program; nil on an unknown
  /// operating system, and on one that has only versions of the library that Tweetie cannot use.
  package func packageName(of part: String) -> String? {
    guard let system,
      let package = SystemDependency.all.first(where: { $0.name == part })?.packages[system]
    else { return nil }
    return package.isEmpty ? nil : package
  }

  /// The code names of the releases of Debian and Ubuntu before the change to 64-bit time. A
  /// derived distribution has a version of its own, but says on which release it is based.
  private static let codenamesWithOldPackages: Set<String> = [
    "bullseye", "bookworm", "focal", "jammy", "kinetic", "lunar", "mantic",
  ]

  /// The family of the running operating system; nil if it is unknown.
  private var system: OperatingSystemFamily? {
    let fields = fields
    let names = ["ID", "ID_LIKE"].flatMap { (fields[$0] ?? "").split(separator: " ") }
    /// Returns true if the system is a release of a distribution before its version `first`, or is
    /// based on one.
    func isDistributionReleaseBefore(_ first: Double, of name: String) -> Bool {
      if fields["ID"] == name, let version = fields["VERSION_ID"].flatMap({ Double($0) }) {
        return version < first
      }
      return ["\(name.uppercased())_CODENAME", "VERSION_CODENAME"].contains {
        Self.codenamesWithOldPackages.contains(fields[$0] ?? "")
      }
    }
    for name in names {
      switch name {
      case "ubuntu": return isDistributionReleaseBefore(24.04, of: "ubuntu") ? .ubuntu22 : .ubuntu
      case "debian": return isDistributionReleaseBefore(13, of: "debian") ? .debian12 : .debian13
      case "fedora", "rhel", "centos": return .fedora
      case "arch": return .arch
      case "opensuse", "suse": return .openSUSE
      default: continue
      }
    }
    return nil
  }

  private var fields: [String: String] {
    var fields: [String: String] = [:]
    for line in text.split(separator: "\n") {
      let parts = line.split(separator: "=", maxSplits: 1)
      guard parts.count == 2 else { continue }
      fields[String(parts[0])] = String(parts[1].filter { $0 != "\"" && $0 != "'" })
    }
    return fields
  }

  private var text: String {
    switch source {
    case .swiftString(let text): return text
    case .file(let path):
      let bytes = try? OpenFile(path, O_RDONLY, followsLink: true).readBytes(1 << 14)
      return String(decoding: bytes ?? [], as: UTF8.self)
    }
  }
}
