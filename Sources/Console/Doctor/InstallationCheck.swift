package import FeedDomain
import Glibc
package import Groundwork
import Logging
package import Preferences
package import Terminal
package import UseCases
import Words

/// A collector of the facts about the installation that `tweetie doctor` prints. Versions of
/// libraries and other facts of higher modules are passed in.
package struct InstallationCheck {
  package let environment: [String: String]
  package let settings: CurrentSettings
  /// The terminal's replies to queries about pictures, emoji and UTF-8, for `doctor` to print.
  package let terminal: TerminalQueryResult
  package var libraries: [(name: String, version: String)] = []
  /// The version of the system's libcurl package, for `doctor`; nil if unknown.
  package var curlPackage: String?
  /// The number of colours that the terminal's description (terminfo) states, for `doctor`; nil if
  /// it has no description.
  package var colours: Int?
  /// True if the program prints links as hyperlinks that the terminal makes clickable.
  package var hyperlinks = false
  package var sandbox = ""
  /// The program's directories and files that `doctor` lists, with purpose and path.
  package var places: [(name: String, path: String)] = []
  package var crashDirectory = ""
  package var usagePath: String?
  package var sessionStores: AccountSession.SessionStores?
  package var notifications: DesktopNotificationProtocol?
  package var packages = SystemPackages()
  /// The closure that `doctor` asks for an account's remaining requests, as its server reported
  /// last; returns nil if unknown.
  package var allowance: (Account.ID) -> RequestQuota? = { _ in nil }
  /// The closure that `doctor` asks for the web feeds of an account; returns nil for an account
  /// without web feeds.
  package var subscriptions: (SignedInAccount) async -> [Subscription]? = { _ in nil }

  package init(
    environment: [String: String], settings: CurrentSettings, terminal: TerminalQueryResult
  ) {
    (self.environment, self.settings, self.terminal) = (environment, settings, terminal)
  }

  /// Collects the sections of facts that `doctor` prints. For the report of `doctor --bundle`,
  /// private facts are left out, and the last crash report and the end of the log are added.
  package func doctorSections(forBundle isBundle: Bool = false) async -> [DoctorSection] {
    let sections: [DoctorSection?] = [
      versions, libraryFacts, terminalFacts, pictureFacts,
      files,
      mistakes, await stores, allowances, await feeds,
      DoctorSection(
        name: "safety",
        facts: [
          DoctorFact("sandbox", sandbox),
          DoctorFact("restricted", .bool(LaunchEnvironment(environment).isRestricted)),
          DoctorFact("last crash report", DoctorFileFacts.newestCrashReport(in: crashDirectory)),
        ]),
      usage,
    ]
    let facts = sections.compactMap(\.self)
    guard isBundle else { return facts }
    return DoctorBundleReport.reportBundleSections(
      of: facts, crashReport: DoctorFileFacts.newestCrashReport(in: crashDirectory),
      log: places.first { $0.name == "log" }?.path, home: environment["HOME"])
  }

  private var versions: DoctorSection {
    let curl = libraries.first { $0.name == "libcurl" }
    let facts =
      libraries.map { DoctorFact($0.name, $0.version) }
      + (curl.map { LibcurlVersionCheck(version: $0.version, package: curlPackage).facts } ?? [])
    return DoctorSection(
      name: "versions",
      facts: [
        DoctorFact("tweetie", ProgramVersion.current), DoctorFact("system", DoctorFileFacts.system),
      ]
        + facts)
  }

  private var libraryFacts: DoctorSection {
    DoctorSection(
      name: "libraries",
      facts: SystemDependency.all.map { part in
        let isProgram = part.sonames.isEmpty && part.isProgramInstalled(in: environment["PATH"])
        let found =
          isProgram
          ? "installed"
          : part.file
            ?? InstalledComponentFact.linkedInPictureLibraryVersion(of: part.name, in: libraries)
        return InstalledComponentFact(part.name, found: found, packages).fact
      })
  }

  private var files: DoctorSection {
    DoctorSection(
      name: "files",
      facts: places.flatMap { place in
        [
          DoctorFact(place.name, place.path),
          DoctorFact("\(place.name) state", DoctorFileFacts.fileKindAndModeText(of: place.path)),
        ]
      })
  }

  private var mistakes: DoctorSection {
    // Messages are in English, as all of the report.
    let facts = settings.mistakes.map { mistake in
      let place = mistake.line > 0 ? "line \(mistake.line)" : "file"
      return DoctorFact(place, Wording().settingMistakeReasonText(of: mistake).string)
    }
    return DoctorSection(
      name: "settings", facts: [DoctorFact("mistakes", settings.mistakes.count)] + facts)
  }

  private var stores: DoctorSection {
    get async {
      guard let sessionStores else {
        return DoctorSection(name: "stores", facts: [DoctorFact("open", .bool(false))])
      }
      var facts = [DoctorFact("open", .bool(true))]
      do {
        let accounts = try sessionStores.credentials.storedAccounts()
        facts.append(DoctorFact("accounts", accounts.count))
        facts.append(DoctorFact("secrets in file", accounts.count { $0.source == nil }))
        facts.append(DoctorFact("secrets from command", accounts.count { $0.source != nil }))
      } catch {
        facts.append(DoctorFact("accounts", "\(error)"))
      }
      do {
        facts.append(
          DoctorFact("outbox", try await sessionStores.outbox.outboxItems(of: nil).count))
      } catch {
        facts.append(DoctorFact("outbox", "\(error)"))
      }
      do {
        var drafts = 0
        for account in try sessionStores.credentials.storedAccounts() {
          drafts += try await sessionStores.signOutLosses(of: account.account.id).drafts.count
        }
        facts.append(DoctorFact("drafts", drafts))
      } catch {
        facts.append(DoctorFact("drafts", "\(error)"))
      }
      return DoctorSection(name: "stores", facts: facts)
    }
  }

  /// The section of `doctor` about the requests left to each account, by service; no account is
  /// named. Nil without such facts.
  private var allowances: DoctorSection? {
    // The section about the account file names the failure.
    let accounts = (try? sessionStores?.credentials.storedAccounts()) ?? []
    let facts = accounts.compactMap { signedIn in
      allowance(signedIn.account.id).map { left in
        let end = CalendarDateTime(seconds: Int(left.resetsAt.milliseconds / 1_000)).iso
        return DoctorFact(
          signedIn.account.service.rawValue, "\(left.remaining) of \(left.limit) until \(end)")
      }
    }
    return facts.isEmpty ? nil : DoctorSection(name: "request limits", facts: facts)
  }

  /// The section of `doctor` about web feeds that could not be read, or that are not well-formed;
  /// nil if there is no account for web feeds.
  private var feeds: DoctorSection? {
    get async {
      let accounts = (try? sessionStores?.credentials.storedAccounts()) ?? []  // As above.
      var all: [Subscription] = []
      for account in accounts { all += await subscriptions(account) ?? [] }
      guard !all.isEmpty else { return nil }
      let facts = all.compactMap { feed -> DoctorFact? in
        let flaw = feed.flaw?.description
        func isoTime(_ time: Timestamp) -> String {
          CalendarDateTime(seconds: Int(time.milliseconds / 1_000)).iso
        }
        let pause = feed.pausedUntil.map { "not before \(isoTime($0))" }
        let state = [feed.problem?.description, pause, flaw].compactMap(\.self)
        guard feed.problem != nil || flaw != nil else { return nil }
        let checked = feed.fetchedAt.map { "last fetched \(isoTime($0))" } ?? "never fetched"
        return DoctorFact(
          feed.name, (state + [checked]).joined(separator: ", "))
      }
      return DoctorSection(
        name: "feeds",
        facts: [DoctorFact("followed", all.count), DoctorFact("broken", facts.count)] + facts)
    }
  }

  private var usage: DoctorSection {
    let counts = (usagePath.map { UsageCountFile(path: $0).readUsageCounts() } ?? [:]).sorted {
      $0.key < $1.key
    }
    return DoctorSection(
      name: "used (counted here, sent nowhere)",
      facts: counts.map { DoctorFact($0.key, $0.value) })
  }
}

/// A namespace for finding facts about files for `doctor`, without opening the files.
enum DoctorFileFacts {
  /// Returns the state of a file as text for `doctor`: "directory, mode 700", "file, mode 600, 4096
  /// bytes", or the problem with the file.
  static func fileKindAndModeText(of path: String) -> String {
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

  static func newestCrashReport(in directory: String) -> String? {
    guard let names = FolderEntryNames(in: directory) else { return nil }
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
    func zeroTerminatedText<Field>(_ field: Field) -> String {
      withUnsafeBytes(of: field) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }
    return
      "\(zeroTerminatedText(name.sysname)) \(zeroTerminatedText(name.release)) \(zeroTerminatedText(name.machine))"
  }
}

/// A checker of libcurl's version for `doctor`, which reports versions with a known vulnerability.
struct LibcurlVersionCheck {
  let version: String
  /// The version of libcurl's Debian package, which tells Debian's patches; nil elsewhere.
  let package: String?

  /// The CVE number of the vulnerability in older versions of libcurl, which could send a token to
  /// another server.
  private static let vulnerability = "CVE-2026-3783"
  /// The first version with the fix of a vulnerability in each release line of libcurl; versions
  /// between them are vulnerable.
  private static let fixed = [[8, 14, 2], [8, 16, 1], [8, 19, 0]]
  /// The version of Debian's libcurl package that has the fix of a vulnerability: its beginning,
  /// and the number of Debian's patch.
  private static let fixedPackage = (prefix: "7.88.1-10+deb12u", patch: 15)

  var facts: [DoctorFact] {
    (package.map { [DoctorFact("libcurl package", $0)] } ?? [])
      + (warning.map { [DoctorFact("libcurl warning", $0)] } ?? [])
  }

  /// The warning that `doctor` prints about a vulnerable version of libcurl; nil if the version has
  /// the fix or is unknown.
  var warning: String? {
    // A library that could not be loaded reports that as its version.
    guard version.first?.isNumber == true else { return nil }
    let numbers = version.split(separator: ".").map { Int($0.prefix(while: \.isNumber)) ?? 0 }
    let isFixed = Self.fixed.enumerated().contains { place, floor in
      let isLast = place == Self.fixed.count - 1
      let isOfLine = isLast || numbers.prefix(2).elementsEqual(floor.prefix(2))
      return isOfLine && !numbers.lexicographicallyPrecedes(floor)
    }
    if isFixed { return nil }
    if let package, package.hasPrefix(Self.fixedPackage.prefix) {
      let patch =
        Int(package.dropFirst(Self.fixedPackage.prefix.count).prefix(while: \.isNumber)) ?? 0
      return patch >= Self.fixedPackage.patch
        ? nil
        : "older than \(Self.fixedPackage.prefix)\(Self.fixedPackage.patch): has \(Self.vulnerability)"
    }
    return "has \(Self.vulnerability), unless the system has patched it"
  }
}

/// A namespace for reading the list of installed packages on a Debian system.
package enum DebianPackageList {
  /// Returns the version of the first of the named Debian packages that is installed; nil
  /// elsewhere.
  package static func installedPackageVersion(
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

/// A section of facts about the installation, as `doctor` prints them.
package struct DoctorSection: Equatable {
  /// The name of a section of facts that `doctor` prints, also the key of the section in JSON.
  package let name: String
  let facts: [DoctorFact]
}

/// A fact about the installation that `doctor` prints: a name that never changes, and a value.
/// Facts are always in English, since a report is sent to somebody who can help.
struct DoctorFact: Equatable {
  let name: String
  let value: JSONValue

  init(_ name: String, _ value: JSONValue) {
    self.name = name
    self.value = value
  }

  init(_ name: String, _ value: some JSONConvertible) { self.init(name, value.json) }
}

/// A fact that `doctor` prints about a library or program: the file or version that was found, or
/// that it is missing and which package to install.
struct InstalledComponentFact {
  let fact: DoctorFact

  /// Creates the fact of `doctor` about a library or program from its file or version, `found`; for
  /// nil the component is missing, and the fact names the package to install.
  init(_ name: String, found: String?, _ packages: SystemPackages) {
    let advice = packages.packageName(of: name).map { ": install the package \($0)" } ?? ""
    fact = DoctorFact(name, found ?? "missing\(advice)")
  }

  /// Returns the version of a picture library that is linked into the program instead of loaded
  /// from a file of the system; nil for other libraries.
  static func linkedInPictureLibraryVersion(
    of name: String, in libraries: [(name: String, version: String)]
  )
    -> String?
  {
    // The demultiplexer is a part of libwebp.
    let name = name == "libwebpdemux" ? "libwebp" : name
    let isCodec = ["libjpeg", "libpng", "libwebp", "giflib"].contains(name)
    return libraries.first { isCodec && $0.name == name }.map { "linked in, \($0.version)" }
  }
}

struct DoctorReport {
  let sections: [DoctorSection]

  func printDoctorReport(on printer: ResultPrinter, _ json: Bool) {
    for section in sections {
      if json {
        let facts = section.facts.map { fact -> JSONValue in
          ["name": fact.name, "value": fact.value]
        }
        printer.printJSONLine(["section": section.name, "facts": facts])
      } else {
        printer.printLine(PrintedLine(SafeText(sanitizing: section.name), .bold))
        for fact in section.facts {
          let padding = String(repeating: " ", count: max(1, 22 - fact.name.count))
          printer.printLine(
            PrintedLine("  \(fact.name)\(padding)")
              .appendingText(SafeText(sanitizing: factValueText(of: fact.value))))
        }
      }
    }
  }

  private func factValueText(of value: JSONValue) -> String {
    switch value {
    case .string(let text): text
    case .null: "-"
    case .bool(let isTrue): isTrue ? "yes" : "no"
    default: value.jsonLine()
    }
  }
}
