import Groundwork
import Terminal

/// A group of facts about the installation.
package struct DoctorSection: Equatable {
  /// Its name, which is also its name in JSON.
  package let name: String
  let facts: [DoctorFact]
}

/// A fact: a name that stays, and a value.
///
/// In English whatever the language: a report is made to be sent to somebody who can help.
struct DoctorFact: Equatable {
  let name: String
  let value: JSONValue

  init(_ name: String, _ value: JSONValue) {
    self.name = name
    self.value = value
  }

  init(_ name: String, _ value: some JSONConvertible) { self.init(name, value.json) }
}

/// The fact whether a library or program of the system is there.
struct PartFact {
  let fact: DoctorFact

  /// Found under that name, or missing where that is nil: then with the package that brings it.
  init(_ name: String, found: String?, _ packages: SystemPackages) {
    let advice = packages.package(of: name).map { ": install the package \($0)" } ?? ""
    fact = DoctorFact(name, found ?? "missing\(advice)")
  }
}

struct DoctorReport {
  let sections: [DoctorSection]

  /// Prints the facts, a line each, or a JSON object for each section.
  func print(on printer: Printer, _ json: Bool) {
    for section in sections {
      if json {
        let facts = section.facts.map { fact -> JSONValue in
          ["name": fact.name, "value": fact.value]
        }
        printer.show(["section": section.name, "facts": facts])
      } else {
        printer.show(PrintedLine(SafeText(sanitizing: section.name), .bold))
        for fact in section.facts {
          let padding = String(repeating: " ", count: max(1, 22 - fact.name.count))
          printer.show(
            PrintedLine("  \(fact.name)\(padding)")
              .adding(SafeText(sanitizing: text(of: fact.value))))
        }
      }
    }
  }

  private func text(of value: JSONValue) -> String {
    switch value {
    case .string(let text): text
    case .null: "-"
    case .bool(let isTrue): isTrue ? "yes" : "no"
    default: value.line()
    }
  }
}
