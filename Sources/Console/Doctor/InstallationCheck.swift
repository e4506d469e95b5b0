package import FeedDomain
import Glibc
package import Groundwork
import Logging
package import Preferences
package import Terminal
package import UseCases
import Words

/// Looks at the installation, for `tweetie doctor`.
///
/// What only others can know (the libraries' versions, how many colours ncurses finds) is passed in.
package struct InstallationCheck {
  package let environment: [String: String]
  package let settings: SettingsInForce
  /// What the terminal told of its pictures and emoji.
  package let terminal: TerminalInterview
  package var libraries: [(name: String, version: String)] = []
  /// The version of libcurl's package, where the system tells it.
  package var curlPackage: String?
  /// How many colours the terminal's description names; nil where there is none.
  package var colours: Int?
  /// Whether the terminal is sent links.
  package var hyperlinks = false
  /// What keeps the client from doing harm.
  package var sandbox = ""
  /// The program's directories and files, by what they are for.
  package var places: [(name: String, path: String)] = []
  package var crashDirectory = ""
  package var usagePath: String?
  package var shelf: Session.Stores?
  /// How the desktop is told something through the terminal; nil where it is not.
  package var notifications: DesktopNotificationProtocol?
  /// How this system calls what can be installed.
  package var packages = SystemPackages()
  /// What an account may still ask its server, as it was told last.
  package var allowance: (Account.ID) -> RequestQuota? = { _ in nil }

  package init(
    environment: [String: String], settings: SettingsInForce, terminal: TerminalInterview
  ) {
    (self.environment, self.settings, self.terminal) = (environment, settings, terminal)
  }

  package func sections() async -> [DoctorSection] {
    let sections: [DoctorSection?] = [
      versions, libraryFacts, terminalFacts, pictureFacts,
      files,
      mistakes, await stores, allowances,
      DoctorSection(
        name: "safety",
        facts: [
          DoctorFact("sandbox", sandbox),
          DoctorFact("restricted", .bool(LaunchEnvironment(environment).isRestricted)),
          DoctorFact("last crash report", FileFacts.newest(in: crashDirectory)),
        ]),
      usage,
    ]
    return sections.compactMap(\.self)
  }
}

extension InstallationCheck {
  private var versions: DoctorSection {
    let curl = libraries.first { $0.name == "libcurl" }
    let facts =
      libraries.map { DoctorFact($0.name, $0.version) }
      + (curl.map { LibcurlFacts(version: $0.version, package: curlPackage).facts } ?? [])
    return DoctorSection(
      name: "versions",
      facts: [DoctorFact("tweetie", Version.current), DoctorFact("system", FileFacts.system)]
        + facts)
  }

  /// What is opened or started at run time, and what to install where it is missing.
  private var libraryFacts: DoctorSection {
    DoctorSection(
      name: "libraries",
      facts: SystemDependency.all.map { part in
        let isProgram = part.sonames.isEmpty && part.isProgram(in: environment["PATH"])
        return PartFact(part.name, found: isProgram ? "installed" : part.file, packages).fact
      })
  }

  private var files: DoctorSection {
    DoctorSection(
      name: "files",
      facts: places.flatMap { place in
        [
          DoctorFact(place.name, place.path),
          DoctorFact("\(place.name) state", FileFacts.state(of: place.path)),
        ]
      })
  }

  /// What of the settings could not be used, the first line first.
  private var mistakes: DoctorSection {
    // In English, as all of the report.
    let facts = settings.mistakes.map { mistake in
      let place = mistake.line > 0 ? "line \(mistake.line)" : "file"
      return DoctorFact(place, Wording().reason(of: mistake).string)
    }
    return DoctorSection(
      name: "settings", facts: [DoctorFact("mistakes", settings.mistakes.count)] + facts)
  }

  private var stores: DoctorSection {
    get async {
      guard let shelf else {
        return DoctorSection(name: "stores", facts: [DoctorFact("open", .bool(false))])
      }
      var facts = [DoctorFact("open", .bool(true))]
      do {
        let accounts = try shelf.credentials.accounts()
        facts.append(DoctorFact("accounts", accounts.count))
        facts.append(DoctorFact("secrets in file", accounts.count { $0.source == nil }))
        facts.append(DoctorFact("secrets from command", accounts.count { $0.source != nil }))
      } catch {
        facts.append(DoctorFact("accounts", "\(error)"))
      }
      do {
        facts.append(DoctorFact("outbox", try await shelf.outbox.items(of: nil).count))
      } catch {
        facts.append(DoctorFact("outbox", "\(error)"))
      }
      do {
        var drafts = 0
        for account in try shelf.credentials.accounts() {
          drafts += try await shelf.losses(with: account.account.id).drafts.count
        }
        facts.append(DoctorFact("drafts", drafts))
      } catch {
        facts.append(DoctorFact("drafts", "\(error)"))
      }
      return DoctorSection(name: "stores", facts: facts)
    }
  }

  /// What is left of what each account may ask, by its service: nobody's name is in a report.
  private var allowances: DoctorSection? {
    let accounts = (try? shelf?.credentials.accounts()) ?? []  // That is told of above.
    let facts = accounts.compactMap { signedIn in
      allowance(signedIn.account.id).map { left in
        let end = CalendarDate(seconds: Int(left.resets.milliseconds / 1_000)).iso
        return DoctorFact(
          signedIn.account.service.rawValue, "\(left.remaining) of \(left.limit) until \(end)")
      }
    }
    return facts.isEmpty ? nil : DoctorSection(name: "left to ask", facts: facts)
  }

  private var usage: DoctorSection {
    let counts = (usagePath.map { UsageFile(path: $0).read() } ?? [:]).sorted { $0.key < $1.key }
    return DoctorSection(
      name: "used (counted here, sent nowhere)",
      facts: counts.map { DoctorFact($0.key, $0.value) })
  }
}

/// What can be told about files without opening them.
enum FileFacts {
  /// "directory, mode 700", "file, mode 600, 4096 bytes", or what is wrong with it.
  static func state(of path: String) -> String {
    var status = stat()
    guard lstat(path, &status) == 0 else { return String(cString: strerror(errno)) }
    let mode = String(status.st_mode & 0o777, radix: 8)
    let owner = status.st_uid == geteuid() ? "" : ", owned by user \(status.st_uid)"
    switch status.st_mode & S_IFMT {
    case S_IFDIR: return "directory, mode \(mode)\(owner)"
    case S_IFREG: return "file, mode \(mode), \(status.st_size) bytes\(owner)"
    case S_IFLNK: return "symbolic link\(owner)"
    default: return "neither file nor directory\(owner)"
    }
  }

  /// The path of the youngest crash report in a directory; nil where there is none.
  static func newest(in directory: String) -> String? {
    guard let names = FolderNames(in: directory) else { return nil }
    var newest: (path: String, time: Int)?
    for name in names {
      var status = stat()
      guard name.hasSuffix(".txt"), lstat("\(directory)/\(name)", &status) == 0,
        status.st_mode & S_IFMT == S_IFREG, status.st_mtim.tv_sec > newest?.time ?? .min
      else { continue }
      newest = ("\(directory)/\(name)", status.st_mtim.tv_sec)
    }
    return newest?.path
  }

  static var system: String {
    var name = utsname()
    uname(&name)
    func text<Field>(_ field: Field) -> String {
      withUnsafeBytes(of: field) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }
    return "\(text(name.sysname)) \(text(name.release)) \(text(name.machine))"
  }
}

/// Whether libcurl is new enough: an older one is told, and used all the same.
struct LibcurlFacts {
  /// Its version, as "7.88.1".
  let version: String
  /// The version of its Debian package, which says what was mended since; nil for other systems.
  let package: String?

  /// The fault below which it is too old: it could send a token on to another server.
  private static let fault = "CVE-2026-3783"
  /// The first version of each line in which that is mended; between them it is not.
  private static let mended = [[8, 14, 2], [8, 16, 1], [8, 19, 0]]
  /// The package in which it is, with the number of its patch.
  private static let patched = (prefix: "7.88.1-10+deb12u", patch: 15)

  var facts: [DoctorFact] {
    (package.map { [DoctorFact("libcurl package", $0)] } ?? [])
      + (warning.map { [DoctorFact("libcurl warning", $0)] } ?? [])
  }

  /// What is wrong with it; nil where nothing is.
  var warning: String? {
    // It says itself where it could not be loaded.
    guard version.first?.isNumber == true else { return nil }
    let numbers = version.split(separator: ".").map { Int($0.prefix(while: \.isNumber)) ?? 0 }
    let isMended = Self.mended.enumerated().contains { place, floor in
      let isLast = place == Self.mended.count - 1
      let isOfLine = isLast || numbers.prefix(2).elementsEqual(floor.prefix(2))
      return isOfLine && !numbers.lexicographicallyPrecedes(floor)
    }
    if isMended { return nil }
    if let package, package.hasPrefix(Self.patched.prefix) {
      let patch = Int(package.dropFirst(Self.patched.prefix.count).prefix(while: \.isNumber)) ?? 0
      return patch >= Self.patched.patch
        ? nil : "older than \(Self.patched.prefix)\(Self.patched.patch): has \(Self.fault)"
    }
    return "has \(Self.fault), unless the system's own patches mend it"
  }
}

/// What Debian's list of packages tells.
package enum DebianPackage {
  /// The installed version of the first of these packages that is there; nil on other systems.
  package static func version(
    of names: [String], in list: String = "/var/lib/dpkg/status"
  ) -> String? {
    guard let file = fopen(list, "re") else { return nil }
    defer { fclose(file) }
    var versions: [String: String] = [:]
    var name = ""
    var isInstalled = false
    var line: UnsafeMutablePointer<CChar>?
    var room = 0
    defer { free(line) }
    while getline(&line, &room, file) > 0, let text = line.map({ String(cString: $0) }) {
      let value = text.drop { $0 != " " }.dropFirst().prefix { !$0.isNewline }
      if text.hasPrefix("Package: ") {
        name = String(value)
      } else if text.hasPrefix("Status: ") {
        isInstalled = value.hasSuffix(" installed")
      } else if text.hasPrefix("Version: "), isInstalled, names.contains(name) {
        versions[name] = String(value)
      }
    }
    return names.lazy.compactMap { versions[$0] }.first
  }
}
