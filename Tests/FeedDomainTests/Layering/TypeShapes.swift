/// How large the classes and actors of some files are, judged by how the formatter lays lines out.
struct TypeShapes {
  struct Shape: Equatable {
    /// The stored variables and constants.
    var stored = 0
    /// The files in which something of it stands that others can use.
    var files: Set<String> = []
  }

  /// By module and name: what two modules call the same are two types.
  private(set) var shapes: [String: Shape] = [:]

  init(_ files: [SourceTree.File]) {
    let parts = files.flatMap(Self.parts)
    for part in parts where part.declaresObject {
      shapes[part.name] = Shape(stored: part.members.count(where: \.isStored), files: [part.path])
    }
    for part in parts where shapes[part.name] != nil && part.members.contains(where: \.isOffered) {
      shapes[part.name]?.files.insert(part.path)
    }
  }

  /// A declaration or an extension at the outermost level.
  private struct Part {
    let name: String
    let path: String
    let declaresObject: Bool
    var members: [Member] = []
  }

  private static func parts(of file: SourceTree.File) -> [Part] {
    let module = file.path.split(separator: "/").dropFirst().first ?? ""
    var parts: [Part] = []
    var isInside = false
    for line in file.text.split(separator: "\n") {
      if isInside {
        if line.hasPrefix("}") {
          isInside = false
        } else if let member = Member(line) {
          parts[parts.count - 1].members.append(member)
        }
      } else if !line.hasPrefix(" "), let head = Head(line) {
        parts.append(
          Part(name: "\(module).\(head.name)", path: file.path, declaresObject: head.isObject))
        isInside = !line.hasSuffix("}")
      }
    }
    return parts
  }
}

/// The first line of a type or an extension.
private struct Head {
  let name: Substring
  let isObject: Bool

  init?(_ line: Substring) {
    let words = line.split { !$0.isLetter && !$0.isNumber && !"_@.".contains($0) }
    let kinds = ["class", "actor", "struct", "enum", "extension"]
    guard let kind = words.firstIndex(where: { kinds.contains(String($0)) }),
      words.indices.contains(kind + 1)
    else { return nil }
    (name, isObject) = (words[kind + 1], ["class", "actor"].contains(words[kind]))
  }
}

/// A line that begins a member.
private struct Member {
  let isStored: Bool
  /// Whether other files can use it.
  let isOffered: Bool

  init?(_ line: Substring) {
    guard line.hasPrefix("  "), let first = line.dropFirst(2).first,
      first.isLetter || first == "@"
    else { return nil }
    let words = line.split { !$0.isLetter && !$0.isNumber }
    let declaration = line.prefix { $0 != "=" }
    let isVariable = words.prefix(6).contains { $0 == "var" || $0 == "let" }
    let isComputed = declaration.contains("{") && !line.hasSuffix("{ didSet {")
    isStored =
      isVariable && !words.contains("static") && !words.contains("case")
      && (!isComputed || line.contains("didSet"))
    isOffered = !["private", "fileprivate"].contains(words.first ?? "") || line.contains("(set)")
  }
}
