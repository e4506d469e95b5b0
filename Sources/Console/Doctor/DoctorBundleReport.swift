import Glibc
import Groundwork
import Terminal

/// A namespace for making the report of `tweetie doctor --bundle`: the facts of `doctor`, the last
/// crash report and the end of the log, without anything private. The user reads the report before
/// sending it.
enum DoctorBundleReport {
  /// The number of lines at the end of the log that the report of `doctor --bundle` contains.
  private static let logLines = 200
  /// The maximum number of bytes of a log or crash report that are read for the report of `doctor
  /// --bundle`.
  private static let maximumBytes = 1 << 20

  /// Returns the sections of the report of `doctor --bundle`: the facts without names of people and
  /// folders, the crash report and the end of the log.
  static func reportBundleSections(
    of facts: [DoctorSection], crashReport: String?, log: String?, home: String?
  ) -> [DoctorSection] {
    let named = facts.map { section in
      DoctorSection(
        name: section.name,
        facts: section.facts.map { fact in
          guard case .string(let text) = fact.value else { return fact }
          // A mistake in the settings quotes the text of the settings file, which may be private.
          let isWritten = section.name == "settings"
          return DoctorFact(
            fact.name, isWritten ? replacingPrivateWords(text) : abbreviatingHomeFolder(text, home))
        })
    }
    let crash = crashReport.flatMap(lastFileLines).map { lines in
      DoctorSection(
        name: "crash report",
        facts: lines.enumerated().map { DoctorFact("\($0 + 1)", abbreviatingHomeFolder($1, home)) })
    }
    let log = log.flatMap(lastFileLines).map { lines in
      DoctorSection(
        name: "log (names, addresses and quotations left out)",
        facts: lines.suffix(logLines).enumerated()
          .map { DoctorFact("\($0 + 1)", replacingPrivateWords($1)) })
    }
    return named + [crash, log].compactMap(\.self)
  }

  /// Returns a text with the path of the home folder, which contains the user's name, replaced by
  /// "~".
  static func abbreviatingHomeFolder(_ text: String, _ home: String?) -> String {
    // A home folder "/" would shorten every path.
    guard let home, home.count > 1 else { return text }
    var shortened = ""
    var rest = text[...]
    while let start = rest.firstIndex(of: "/") {
      shortened += rest[..<start]
      rest = rest[start...]
      guard rest.hasPrefix(home) else {
        shortened += "/"
        rest = rest.dropFirst()
        continue
      }
      shortened += "~"
      rest = rest.dropFirst(home.count)
    }
    return shortened + rest
  }

  /// Returns a line of a log or crash report with "…" in place of quotations and of all words that
  /// could be private, such as names, addresses, files, numbers of accounts, and secrets.
  static func replacingPrivateWords(_ line: String) -> String {
    var isQuoted = false
    let words = line.split(separator: " ").map { word -> String in
      let quotes = word.count { "\"“”„«»".contains($0) }
      defer { if quotes % 2 == 1 { isQuoted.toggle() } }
      return isQuoted || quotes > 0 || !isNeverPrivateWord(word) ? "…" : String(word)
    }
    // Consecutive omission signs are reduced to one.
    return words.reduce(into: [String]()) { kept, word in
      if word != "…" || kept.last != "…" { kept.append(word) }
    }.joined(separator: " ")
  }

  /// Returns true if a word of a log or crash report cannot be private: up to 18 ASCII letters, up
  /// to 10 digits, or a time of the log.
  private static func isNeverPrivateWord(_ word: Substring) -> Bool {
    guard word.utf8.count <= 30, word.allSatisfy(\.isASCII) else { return false }
    var core = word
    while let last = core.last, ",;:.!?)".contains(last) { core = core.dropLast() }
    while let first = core.first, "([".contains(first) { core = core.dropFirst() }
    let hasDigits = core.contains(where: \.isNumber)
    let hasLetters = core.contains(where: \.isLetter)
    if hasDigits && !hasLetters {
      return core.count <= 10 && core.allSatisfy { $0.isNumber || $0 == "-" || $0 == ":" }
    }
    // A time of the log, as 2026-11-29T02:31:48Z.
    if core.count <= 24, core.hasSuffix("Z"), core.first?.isNumber == true {
      return core.allSatisfy { $0.isNumber || "-:.TZ".contains($0) }
    }
    return !hasDigits && core.count <= 18
      && core.allSatisfy { $0.isLetter || $0 == "-" || $0 == "'" }
  }

  /// Returns the lines of a log or crash report, of a long file only the last ones; nil if the file
  /// cannot be read.
  private static func lastFileLines(of path: String) -> [String]? {
    guard let file = fopen(path, "re") else { return nil }
    defer { fclose(file) }
    fseek(file, 0, SEEK_END)
    let size = ftell(file)
    fseek(file, max(0, size - maximumBytes), SEEK_SET)
    var bytes = [UInt8](repeating: 0, count: min(max(0, size), maximumBytes))
    let count = fread(&bytes, 1, bytes.count, file)
    return String(decoding: bytes.prefix(count), as: UTF8.self)
      .split(separator: "\n").map(String.init)
  }
}
