internal import Glibc

/// A builder of an XML document's tree from the tags and texts of a scanner, with limits of depth,
/// memory and processor time. Recurring elements, such as a feed's entries, are kept apart.
struct XMLTreeBuilder {
  /// Maximum depth to which XML elements are stored; of deeper elements, only the text is stored.
  static let deepest = 64
  /// Maximum depth of XML elements in a document that is read strictly, since expat takes memory
  /// for each; of a document that is not, the tags of deeper elements are left out.
  static let deepestNesting = 2_000
  static let mostElements = 200_000
  static let mostAttributes = 200_000
  static let mostAttributesEach = 256
  /// Maximum memory of the tree of an XML document in bytes, as roughly counted.
  private static let mostMemory = 40 << 20
  /// Maximum processor time for parsing an XML document, in seconds.
  static let longestTime = 2.0
  /// Maximum size in bytes, as roughly counted, of a text between two XML tags; the rest is left
  /// out, as more than a megabyte of an entry is not read.
  private static let longestText = 4 << 20

  /// A recurring XML element that was read, such as an entry of a feed.
  private struct FinishedRecurringElement {
    let element: XMLElement
    /// The memory of the recurring XML element in bytes, as roughly counted, without the recurring
    /// elements within it.
    let memory: Int
    /// The date of the recurring XML element in milliseconds since 1970; nil if it has none, and
    /// until dates are compared.
    var date: Int64?
  }

  /// A recurring XML element whose end tag was not read yet.
  private struct OpenRecurringElement {
    /// The position of the open recurring XML element in the list of all of them: before those that
    /// are within it.
    let position: Int
    /// The memory of the XML tree, in bytes, before this open recurring element began.
    let memoryBefore: Int
    /// The memory, in bytes, of the recurring XML elements within this open one.
    var innerMemory = 0
  }

  private let options: XMLReader.XMLReaderOptions
  private var scopes: XMLNamespaceScopes
  private(set) var openElements: [XMLElement] = []
  /// The number of open XML elements that are nested too deeply to be stored.
  private var droppedDepth = 0 { didSet { if droppedDepth > 0 { isCut = true } } }
  private var isCut = false
  private var text: [UInt8] = []
  private var parts: [FinishedRecurringElement] = []
  /// The recurring XML elements that are open now, the outermost first.
  private var openParts: [OpenRecurringElement] = []
  private var root: XMLElement?
  private var count = 0
  private var attributeCount = 0
  private var memory = 0
  private var events = 0
  /// The processor time of the thread, in seconds, at which building the XML tree must end.
  private let deadline: Double
  /// The counter for the lines of the XML document's elements; nil if lines are not counted.
  var lines: LineCounter?
  /// The problem for which parsing the XML document ended with an error, such as a limit that was
  /// exceeded; nil if none.
  private(set) var problem: XMLError.XMLProblem?
  /// True if the rest of the XML document is not read, since a limit was exceeded after some
  /// recurring elements, such as a feed's entries, were read.
  private(set) var isEnough = false
  /// The limit of the XML document that was exceeded after some recurring elements were read; nil
  /// if none.
  private(set) var exceededLimit: XMLError.XMLProblem?

  init(_ options: XMLReader.XMLReaderOptions, until deadline: Double) {
    self.options = options
    scopes = XMLNamespaceScopes(options.namespaces)
    self.deadline = deadline
  }

  var isOver: Bool { isEnough || problem != nil }

  /// The XML document as built so far; nil before the first element.
  var document: XMLReader.ParsedXMLDocument? {
    guard let root = root ?? parts.first.map({ XMLElement($0.element.name) }) else { return nil }
    return XMLReader.ParsedXMLDocument(
      root: root, recurringElements: parts.map(\.element), isCut: isCut)
  }

  /// Opens an XML element by its name as written, with the document's own prefix.
  mutating func beginElement(
    _ name: String, _ attributes: [XMLElement.XMLAttribute], at offset: Int
  ) {
    guard !isOver else { return }
    flushPendingText()
    let name = scopes.beginElementScope(name, attributes)
    guard openElements.count < Self.deepest, droppedDepth == 0 else {
      droppedDepth += 1
      if openElements.count + droppedDepth > Self.deepestNesting { stopParsing(because: .tooDeep) }
      return
    }
    let named = attributes.prefix(Self.mostAttributesEach)
      .filter { !$0.name.hasPrefix("xmlns") }
      .map { XMLElement.XMLAttribute(name: scopes.resolvedAttributeName($0.name), value: $0.value) }
    let memoryBefore = memory
    (count, attributeCount) = (count + 1, attributeCount + attributes.count)
    memory += named.reduce(200) { $0 + 64 + $1.value.utf8.count }
    guard count <= Self.mostElements else { return stopAtLimit(.tooManyElements) }
    guard attributeCount <= Self.mostAttributes else { return stopAtLimit(.tooManyAttributes) }
    var element = XMLElement(name, named)
    if let line = lines?.lineNumber(at: offset) { element.line = line }
    if options.recurringNames.contains(name) {
      openParts.append(
        OpenRecurringElement(position: parts.count, memoryBefore: memoryBefore))
    }
    openElements.append(element)
    stopIfDocumentLimitsExceeded()
  }

  /// Closes the innermost open XML element, and adds it to its parent or, if it is a recurring
  /// element, to the list of recurring elements.
  mutating func endElement() {
    flushPendingText()
    scopes.endElementScope()
    guard problem == nil else { return }
    guard droppedDepth == 0 else {
      droppedDepth -= 1
      return
    }
    guard var element = openElements.popLast() else { return }
    if options.recurringNames.contains(element.name) {
      element.outerBases = openElements.compactMap(\.baseAddress)
      // The elements around the last entry end with the document.
      let opened =
        openParts.popLast() ?? OpenRecurringElement(position: parts.count, memoryBefore: memory)
      let whole = memory - opened.memoryBefore
      if let outer = openParts.indices.last { openParts[outer].innerMemory += whole }
      parts.insert(
        FinishedRecurringElement(element: element, memory: whole - opened.innerMemory),
        at: opened.position)
      if openParts.isEmpty, parts.count >= 2 * options.mostRecurringElements {
        removeExcessRecurringElements()
      }
    } else if !openElements.isEmpty {
      openElements[openElements.count - 1].addChild(element)
    } else if root == nil {
      root = element
    }
  }

  mutating func addText(_ bytes: some Sequence<UInt8>) {
    guard !isOver, !openElements.isEmpty else { return }
    if text.count < Self.longestText { text += bytes }
    stopIfDocumentLimitsExceeded()
  }

  /// Closes all open XML elements at the end of the document.
  mutating func finishTree() {
    while !openElements.isEmpty || droppedDepth > 0 { endElement() }
    removeExcessRecurringElements()
  }

  /// Removes recurring XML elements beyond the maximum number: the oldest, or if elements have no
  /// dates those in the middle. The others keep their order.
  private mutating func removeExcessRecurringElements() {
    let most = options.mostRecurringElements
    guard parts.count > most else { return }
    guard let date = options.recurringElementDate else { return parts.removeMiddle(keeping: most) }
    let dates = parts.map { $0.date ?? date($0.element) }.fillingMissingDates
    for (index, date) in zip(parts.indices, dates) { parts[index].date = date }
    let before = parts.reduce(0) { $0 + $1.memory }
    parts = dates.indicesOfNewest(most).map { parts[$0] }
    memory -= before - parts.reduce(0) { $0 + $1.memory }
  }

  func resolvedElementName(_ raw: String) -> String { scopes.resolvedElementName(raw) }

  var countsLines: Bool { options.countsLines }

  /// True if the XML document's root was closed, so that only recurring elements may follow.
  var hasRoot: Bool { root != nil }

  private mutating func flushPendingText() {
    if !openElements.isEmpty, !text.isEmpty {
      memory += text.count + 48
      openElements[openElements.count - 1].addText(
        String(decoding: CharacterDecoding.textWithRepairedEncoding(text), as: UTF8.self))
    }
    text.removeAll(keepingCapacity: true)
  }

  private mutating func stopIfDocumentLimitsExceeded() {
    if memory > Self.mostMemory { stopAtLimit(.tooMuchMemory) }
    stopIfProcessorTimeExceeded()
  }

  /// Stops building the XML tree if the limit of processor time is exceeded; only one call in 1,024
  /// looks at the clock.
  mutating func stopIfProcessorTimeExceeded() {
    events += 1
    if events % 1024 == 0, options.processorTime() > deadline { stopAtLimit(.tooSlow) }
  }

  /// Stops parsing the XML document, which exceeds a limit: without an error if recurring elements
  /// were read, otherwise with the limit as the error.
  private mutating func stopAtLimit(_ limit: XMLError.XMLProblem) {
    guard !parts.isEmpty else { return stopParsing(because: limit) }
    (isEnough, exceededLimit) = (true, limit)
  }

  mutating func stopParsing(because problem: XMLError.XMLProblem) {
    if !isOver { self.problem = problem }
  }

  /// The processor time that the current thread has used, in seconds.
  static var processorTime: Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}

extension [Int64?] {
  /// These dates of successive entries, in which an entry without a date has that of the entry
  /// before it, and the first ones without a date have that of the first entry with one; unchanged
  /// if no entry has a date.
  var fillingMissingDates: [Int64?] {
    var last = first { $0 != nil } ?? nil
    return map { date in
      last = date ?? last
      return last
    }
  }

  /// Returns the indices, in ascending order, of the newest of these dates; of equal dates, the
  /// first ones count as newer.
  func indicesOfNewest(_ most: Int) -> [Int] {
    indices.sorted { (self[$0] ?? .min, $1) > (self[$1] ?? .min, $0) }.prefix(most).sorted()
  }
}

extension Array {
  /// Removes the elements in the middle beyond a number. The first and the last stay, as the newest
  /// of a feed's entries can be at either end.
  mutating func removeMiddle(keeping most: Int) {
    guard count > most else { return }
    let first = (most + 1) / 2
    removeSubrange(first..<(first + count - most))
  }
}

/// A stack of the XML namespaces that the open elements of a document declare, by which names of
/// elements are resolved.
struct XMLNamespaceScopes {
  private struct XMLNamespaceBinding {
    let depth: Int
    let prefix: String
    let usual: String
  }

  /// The prefixes that Tweetie uses for XML namespaces, by the namespace's address in a form for
  /// comparing.
  private let usual: [String: String]
  private var depth = 0
  private var bindings: [XMLNamespaceBinding] = []
  /// Maximum number of XML namespaces declared at a time, since the search for a prefix looks at
  /// each of them.
  private static let mostBindings = 256
  /// The resolved names of XML elements, by the name as written; a cache that is emptied when the
  /// declared namespaces change.
  private var resolvedNames: [String: String] = [:]

  init(_ namespaces: [String: String]) {
    usual = namespaces
  }

  /// Records the namespaces that an XML element declares; returns the element's name with Tweetie's
  /// prefix for its namespace.
  mutating func beginElementScope(_ raw: String, _ attributes: [XMLElement.XMLAttribute]) -> String
  {
    depth += 1
    for attribute in attributes where attribute.name.hasPrefix("xmlns") {
      let prefix = attribute.name.dropFirst(5)
      guard prefix.isEmpty || prefix.first == ":" else { continue }
      guard bindings.count < Self.mostBindings else { break }
      let given = String(prefix.dropFirst())
      bindings.append(
        XMLNamespaceBinding(
          depth: depth, prefix: given,
          usual: usual[Self.comparableNamespaceAddress(attribute.value)] ?? given))
      resolvedNames = [:]
    }
    if let name = resolvedNames[raw] { return name }
    let found = resolvedElementName(raw)
    resolvedNames[raw] = found
    return found
  }

  mutating func endElementScope() {
    while let last = bindings.last, last.depth == depth {
      bindings.removeLast()
      resolvedNames = [:]
    }
    depth -= 1
  }

  /// Returns the name of an XML element with Tweetie's prefix for its namespace; a prefix that is
  /// not declared is taken for Tweetie's own.
  func resolvedElementName(_ raw: String) -> String {
    let raw = raw.lowercased()
    let parts = raw.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let (prefix, local) = parts.count == 2 ? (String(parts[0]), String(parts[1])) : ("", raw)
    let name = bindings.last { $0.prefix == prefix }?.usual ?? prefix
    return name.isEmpty ? local : "\(name):\(local)"
  }

  /// Returns the name of an XML attribute with Tweetie's prefix for its namespace; a name without a
  /// prefix is only lowercased.
  func resolvedAttributeName(_ raw: String) -> String {
    raw.utf8.contains(UInt8(ascii: ":")) ? resolvedElementName(raw) : raw.lowercased()
  }

  /// Returns the address of an XML namespace in a form for comparing: without case, scheme and last
  /// slash.
  static func comparableNamespaceAddress(_ address: String) -> String {
    var key = address.trimmingBlanks.lowercased()[...]
    for scheme in ["https://", "http://"] where key.hasPrefix(scheme) {
      key = key.dropFirst(scheme.count)
    }
    while let last = key.last, last == "/" || last == "#" { key = key.dropLast() }
    return String(key)
  }
}

/// A counter that returns the line of a byte in a document; lines must be asked for in the order of
/// the bytes.
struct LineCounter {
  private let bytes: [UInt8]
  private var offset = 0
  private var line = 1

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  mutating func lineNumber(at asked: Int) -> Int {
    while offset < min(asked, bytes.count) {
      if bytes[offset] == UInt8(ascii: "\n") { line += 1 }
      offset += 1
    }
    return line
  }
}
