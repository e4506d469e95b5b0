internal import Glibc

/// Builds the tree of a document from the tags that a scanner finds, within limits of depth, memory
/// and processor time. Recurring elements, as a feed's entries, are kept apart.
struct XMLTreeBuilder {
  /// Deeper elements are dropped; their text stays.
  static let deepest = 64
  /// A document that nests its elements more deeply is no document.
  static let deepestNesting = 2_000
  static let mostElements = 200_000
  static let mostAttributes = 200_000
  /// The most attributes of an element.
  static let mostAttributesEach = 256
  /// The most bytes that the tree takes, roughly.
  private static let mostMemory = 40 << 20
  static let longestTime = 2.0

  private let options: XMLReader.Options
  private var scopes: NamespaceScopes
  private(set) var open: [XMLElement] = []
  /// How many of the open elements are too deep to be kept.
  private var droppedDepth = 0
  private var text: [UInt8] = []
  private var parts: [XMLElement] = []
  private var root: XMLElement?
  private var count = 0
  private var attributeCount = 0
  private var memory = 0
  private var events = 0
  /// The processor time at which reading ends.
  private let deadline: Double
  /// nil if lines are not counted.
  var lines: LineCount?
  /// The limit that was exceeded before anything worth having was read.
  private(set) var problem: XMLError.Problem?
  /// Whether the rest of the document is not wanted.
  private(set) var isEnough = false

  init(_ options: XMLReader.Options) {
    self.options = options
    scopes = NamespaceScopes(options.namespaces)
    deadline = Self.processorTime + Self.longestTime
  }

  var isOver: Bool { isEnough || problem != nil }

  /// What was read; nil without an element.
  var document: XMLReader.Document? {
    guard let root = root ?? parts.first.map({ XMLElement($0.name) }) else { return nil }
    return XMLReader.Document(root: root, parts: parts)
  }

  /// Opens an element by its raw name.
  mutating func begin(_ name: String, _ attributes: [XMLElement.Attribute], at offset: Int) {
    guard !isOver else { return }
    addText()
    let name = scopes.enter(name, attributes)
    guard open.count < Self.deepest, droppedDepth == 0 else {
      droppedDepth += 1
      if open.count + droppedDepth > Self.deepestNesting { stop(because: .tooDeep) }
      return
    }
    let named = attributes.prefix(Self.mostAttributesEach)
      .filter { !$0.name.hasPrefix("xmlns") }
      .map { XMLElement.Attribute(name: scopes.attribute($0.name), value: $0.value) }
    (count, attributeCount) = (count + 1, attributeCount + attributes.count)
    memory += named.reduce(200) { $0 + 64 + $1.value.utf8.count }
    guard count <= Self.mostElements, attributeCount <= Self.mostAttributes else {
      return stopForWant(of: .tooMuch)
    }
    var element = XMLElement(name, named)
    if let line = lines?.line(at: offset) { element.line = line }
    open.append(element)
    checkLimits()
  }

  /// Closes the innermost element.
  mutating func end() {
    addText()
    scopes.leave()
    guard problem == nil else { return }
    guard droppedDepth == 0 else {
      droppedDepth -= 1
      return
    }
    guard var element = open.popLast() else { return }
    if options.parts.contains(element.name) {
      element.outerBases = open.compactMap { $0["xml:base"] }
      parts.append(element)
      if parts.count >= options.mostParts { isEnough = true }
    } else if !open.isEmpty {
      open[open.count - 1].add(element)
    } else if root == nil {
      root = element
    }
  }

  mutating func add(_ bytes: some Sequence<UInt8>) {
    guard !isOver, !open.isEmpty else { return }
    text += bytes
    checkLimits()
  }

  /// Closes what is still open.
  mutating func finish() {
    while !open.isEmpty || droppedDepth > 0 { end() }
  }

  /// The name of an element as it would be called here.
  func name(_ raw: String) -> String { scopes.name(raw) }

  var countsLines: Bool { options.countsLines }

  /// Whether a root was read, so that nothing but recurring elements may follow.
  var hasRoot: Bool { root != nil }

  var depth: Int { open.count + droppedDepth }

  private mutating func addText() {
    if !open.isEmpty, !text.isEmpty {
      memory += text.count + 48
      open[open.count - 1].add(String(decoding: text, as: UTF8.self))
    }
    text.removeAll(keepingCapacity: true)
  }

  private mutating func checkLimits() {
    if memory > Self.mostMemory { stopForWant(of: .tooMuch) }
    checkTime()
  }

  /// Counts an event, and stops after too many seconds.
  mutating func checkTime() {
    events += 1
    if events % 1024 == 0, Self.processorTime > deadline { stopForWant(of: .tooSlow) }
  }

  /// Stops with the entries that were read; without any, because of the limit.
  private mutating func stopForWant(of limit: XMLError.Problem) {
    if parts.isEmpty { stop(because: limit) } else { isEnough = true }
  }

  mutating func stop(because problem: XMLError.Problem) {
    if !isOver { self.problem = problem }
  }

  /// The seconds that this thread has worked.
  static var processorTime: Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}

/// The namespaces in force, and the names that elements have by them.
private struct NamespaceScopes {
  private struct Binding {
    let depth: Int
    let prefix: String
    let usual: String
  }

  /// The usual prefixes by the addresses without what differs between writers.
  private let usual: [String: String]
  private var depth = 0
  private var bindings: [Binding] = []
  /// Names by raw ones, as long as the bindings stay.
  private var known: [String: String] = [:]

  init(_ namespaces: [String: String]) {
    usual = Dictionary(namespaces.map { (Self.key($0), $1) }) { first, _ in first }
  }

  /// Enters an element and returns its name.
  mutating func enter(_ raw: String, _ attributes: [XMLElement.Attribute]) -> String {
    depth += 1
    for attribute in attributes where attribute.name.hasPrefix("xmlns") {
      let prefix = attribute.name.dropFirst(5)
      guard prefix.isEmpty || prefix.first == ":" else { continue }
      let given = String(prefix.dropFirst())
      bindings.append(
        Binding(depth: depth, prefix: given, usual: usual[Self.key(attribute.value)] ?? given))
      known = [:]
    }
    if let name = known[raw] { return name }
    let found = name(raw)
    known[raw] = found
    return found
  }

  mutating func leave() {
    while let last = bindings.last, last.depth == depth {
      bindings.removeLast()
      known = [:]
    }
    depth -= 1
  }

  /// An element's name; a prefix that nobody declared is taken for the usual one.
  func name(_ raw: String) -> String {
    let raw = raw.lowercased()
    let parts = raw.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let (prefix, local) = parts.count == 2 ? (String(parts[0]), String(parts[1])) : ("", raw)
    let name = bindings.last { $0.prefix == prefix }?.usual ?? prefix
    return name.isEmpty ? local : "\(name):\(local)"
  }

  /// Attributes without a prefix belong to their element.
  func attribute(_ raw: String) -> String {
    raw.utf8.contains(UInt8(ascii: ":")) ? name(raw) : raw.lowercased()
  }

  private static func key(_ address: String) -> String {
    var key = address.trimmingBlanks.lowercased()[...]
    for scheme in ["https://", "http://"] where key.hasPrefix(scheme) {
      key = key.dropFirst(scheme.count)
    }
    while let last = key.last, last == "/" || last == "#" { key = key.dropLast() }
    return String(key)
  }
}

/// The line of a byte, for ascending positions.
struct LineCount {
  private let bytes: [UInt8]
  private var offset = 0
  private var line = 1

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  mutating func line(at asked: Int) -> Int {
    while offset < min(asked, bytes.count) {
      if bytes[offset] == UInt8(ascii: "\n") { line += 1 }
      offset += 1
    }
    return line
  }
}
