package import FeedDomain
package import Groundwork
import Logging
package import Preferences
package import Terminal
package import UseCases
import Words

/// Looks at the installation, for `tweetie doctor`.
///
/// What only others can know (the libraries' versions, how many colours ncurses finds) is passed in.
package struct Examination {
  package let environment: [String: String]
  /// Names and versions of the libraries that were loaded.
  package let libraries: [(name: String, version: String)]
  /// The version of libcurl's package, where the system tells it.
  package var curlPackage: String?
  /// How many colours the terminal's description names; nil where there is none.
  package let colours: Int?
  /// What the terminal told of its pictures and emoji.
  package let terminal: TerminalInterview
  /// Whether the terminal is sent links.
  package let hyperlinks: Bool
  /// What keeps the client from doing harm.
  package let sandbox: String
  /// The program's directories and files, by what they are for.
  package let places: [(name: String, path: String)]
  /// The settings, and what of their file could not be used.
  package let settings: SettingsInForce
  /// Where crash reports are written.
  package let crashDirectory: String
  /// Where uses are counted.
  package let usagePath: String?
  /// The stores, where they can be opened.
  package let shelf: Session.Shelf?
  /// How the desktop is told something through the terminal; nil where it is not.
  package var notices: NoticeProtocol?
  /// How this system calls what can be installed.
  package var packages = SystemPackages()
  /// What an account may still ask its server, as it was told last.
  package var allowance: (Account.ID) -> Allowance? = { _ in nil }

  package init(
    environment: [String: String], libraries: [(name: String, version: String)],
    curlPackage: String? = nil, colours: Int?, terminal: TerminalInterview, hyperlinks: Bool,
    sandbox: String, places: [(name: String, path: String)], settings: SettingsInForce,
    crashDirectory: String, usagePath: String?, shelf: Session.Shelf?
  ) {
    self.environment = environment
    self.libraries = libraries
    self.curlPackage = curlPackage
    self.colours = colours
    self.terminal = terminal
    self.hyperlinks = hyperlinks
    self.sandbox = sandbox
    self.places = places
    self.settings = settings
    self.crashDirectory = crashDirectory
    self.usagePath = usagePath
    self.shelf = shelf
  }

  /// Every fact, in the order in which they are printed.
  package func sections() async -> [DoctorSection] {
    let sections: [DoctorSection?] = [
      versions, libraryFacts, terminalFacts, PictureFacts(detection: terminal.pictures).section,
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

extension Examination {
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
      facts: SystemPart.all.map { part in
        let isProgram = part.sonames.isEmpty && part.isProgram(in: environment["PATH"])
        return PartFact(part.name, found: isProgram ? "installed" : part.file, packages).fact
      })
  }

  private var terminalFacts: DoctorSection {
    TerminalFacts(
      environment: environment, colours: colours, hyperlinks: hyperlinks,
      drawsSequences: terminal.drawsSequences, readsUTF8: terminal.readsUTF8, notices: notices
    ).section
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
