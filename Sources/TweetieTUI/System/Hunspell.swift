internal import CHunspell
internal import FeedDomain
internal import Glibc
internal import Groundwork
internal import Threads

/// A spelling checker that uses the library hunspell and the installed dictionaries, on a single
/// thread of its own. A dictionary is opened at the first word of its language.
actor HunspellChecker: SpellingGateway {
  private let thread = SerialThread(name: "spelling", isPolite: true)
  private let folders: DictionaryFolders
  private let locale: String
  /// The open spelling dictionaries by language; nil for a language without a dictionary.
  private var dictionaries: [String: HunspellDictionary?] = [:]

  nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

  /// Creates the spelling checker; `locale` gives the language of texts without one.
  init(_ folders: DictionaryFolders, locale: String) {
    (self.folders, self.locale) = (folders, locale)
  }

  // The dictionaries are not Sendable, and are closed on their thread.
  isolated deinit {}

  func misspelledWords(_ words: Set<String>, in language: String?) -> Set<String>? {
    openedDictionary(of: language).map { dictionary in
      words.filter { !dictionary.containsOrCannotEncodeWord($0) }
    }
  }

  func spellingSuggestions(for word: String, in language: String?) -> [String] {
    openedDictionary(of: language)?.spellingSuggestions(for: word) ?? []
  }

  private func openedDictionary(of language: String?) -> HunspellDictionary? {
    let language = language ?? locale
    if let known = dictionaries[language] { return known }
    let found = folders.dictionaryPath(of: language, locale: locale).flatMap {
      HunspellDictionary(path: $0)
    }
    dictionaries.updateValue(found, forKey: language)
    return found
  }
}

private final class HunspellDictionary {
  private static let maximumSuggestions = 8

  private let handle: OpaquePointer
  private let encoding: DictionaryEncoding

  /// Creates a spelling dictionary by opening its two files, ".aff" and ".dic"; nil if hunspell is
  /// not installed, or on errors.
  init?(path: String) {
    guard chunspell_load() == 1, let handle = chunspell_open(path + ".aff", path + ".dic") else {
      return nil
    }
    self.handle = handle
    let name = chunspell_encoding(handle).map { String(cString: $0) } ?? "UTF-8"
    guard let encoding = DictionaryEncoding(name) else {
      chunspell_close(handle)
      return nil
    }
    self.encoding = encoding
  }

  deinit { chunspell_close(handle) }

  /// Returns true if the spelling dictionary contains a word, or if its encoding cannot express the
  /// word.
  func containsOrCannotEncodeWord(_ word: String) -> Bool {
    guard let bytes = encoding.encodedWord(of: word) else { return true }
    return chunspell_knows(handle, bytes) != 0
  }

  func spellingSuggestions(for word: String) -> [String] {
    guard let bytes = encoding.encodedWord(of: word) else { return [] }
    var list: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
    let count = chunspell_suggest(handle, &list, bytes)
    defer { chunspell_give_back(handle, &list, count) }
    guard let list else { return [] }
    return (0..<min(Int(count), Self.maximumSuggestions)).compactMap { place in
      list[place].flatMap { encoding.decodedText(from: $0) }
    }
  }
}

private final class DictionaryEncoding {
  /// The converters to the spelling dictionary's encoding and back; nil for UTF-8.
  private let converters: (to: iconv_t, from: iconv_t)?

  init?(_ name: String) {
    guard name.uppercased() != "UTF-8" else {
      converters = nil
      return
    }
    let name = Self.iconvName(of: name)
    let failed = iconv_t(bitPattern: -1)
    let (to, from) = (iconv_open(name, "UTF-8"), iconv_open("UTF-8", name))
    guard let to, let from, to != failed, from != failed else {
      for opened in [to, from] where opened != failed { iconv_close(opened) }
      return nil
    }
    converters = (to, from)
  }

  deinit {
    guard let converters else { return }
    iconv_close(converters.to)
    iconv_close(converters.from)
  }

  /// Returns iconv's name of an encoding that a dictionary names in hunspell's way.
  private static func iconvName(of name: String) -> String {
    let (lower, prefix) = (name.lowercased(), "microsoft-")
    if lower.hasPrefix(prefix) { return String(name.dropFirst(prefix.count)) }
    return lower == "tis620-2533" ? "TIS-620" : name
  }

  /// Returns a word in the spelling dictionary's encoding, with a zero at the end; nil if the
  /// encoding cannot express the word.
  func encodedWord(of word: String) -> [CChar]? {
    let bytes = word.utf8.map { CChar(bitPattern: $0) }
    guard let converters else { return bytes + [0] }
    return Self.convertedBytes(bytes, converters.to).map { $0 + [0] }
  }

  /// Decodes a text of the spelling dictionary; nil if it is invalid.
  func decodedText(from string: UnsafePointer<CChar>) -> String? {
    let bytes = Array(UnsafeBufferPointer(start: string, count: strlen(string)))
    let text = converters.map { Self.convertedBytes(bytes, $0.from) } ?? bytes
    return text.flatMap { String(validating: $0, as: UTF8.self) }
  }

  private static func convertedBytes(_ bytes: [CChar], _ converter: iconv_t) -> [CChar]? {
    var input = bytes
    // Dictionary encodings have at most four bytes for one.
    var output = [CChar](repeating: 0, count: 4 * bytes.count + 4)
    let room = output.count
    let written: Int? = input.withUnsafeMutableBufferPointer { input in
      output.withUnsafeMutableBufferPointer { output in
        var (from, to) = (input.baseAddress, output.baseAddress)
        var (left, free) = (input.count, room)
        iconv(converter, nil, nil, nil, nil)
        guard iconv(converter, &from, &left, &to, &free) != -1, left == 0 else { return nil }
        return room - free
      }
    }
    return written.map { Array(output.prefix($0)) }
  }
}

struct DictionaryFolders: Sendable {
  /// The paths of the folders with spelling dictionaries, in order of priority.
  let paths: [String]

  /// Creates the list of folders with spelling dictionaries: those in `DICPATH`, then the system's.
  init(dicPath: String?) {
    paths =
      (dicPath ?? "").split(separator: ":").map(String.init)
      + ["/usr/share/hunspell", "/usr/share/myspell", "/usr/share/myspell/dicts"]
  }

  /// Returns the path, without extension, of the spelling dictionary for a language such as "de",
  /// "pt-BR" or "en_US.UTF-8"; nil if none is installed. For a language without a country, the
  /// locale's country comes first.
  func dictionaryPath(of language: String, locale: String) -> String? {
    let wanted = Self.dictionaryFileName(of: language)
    let own = Self.dictionaryFileName(of: locale)
    guard !wanted.isEmpty, wanted != "C", wanted != "POSIX" else { return nil }
    for folder in paths {
      let names = Self.dictionaryNames(in: folder)
      let exact = wanted == Self.languageWithoutRegion(of: own) ? [own, wanted] : [wanted]
      // Another country's dictionary is better than none: the words are nearly the same.
      let related = names.filter {
        Self.languageWithoutRegion(of: $0) == Self.languageWithoutRegion(of: wanted)
      }
      if let name = exact.first(where: names.contains)
        ?? Self.dictionaryOfMainRegion(among: related)
      {
        return folder + "/" + name
      }
    }
    return nil
  }

  /// Returns the preferred spelling dictionary from the names of a language's dictionaries:
  /// "en_US", a name with the same letters for language and country, such as "de_DE", or else the
  /// first name; nil without names.
  private static func dictionaryOfMainRegion(among names: [String]) -> String? {
    names.first {
      $0 == "en_US"
        || $0 == "\(languageWithoutRegion(of: $0))_\(languageWithoutRegion(of: $0).uppercased())"
    } ?? names.first
  }

  /// Returns the file name, without extension, of the spelling dictionary for a language, such as
  /// "pt_BR" for "pt-BR" or "pt_BR.UTF-8".
  private static func dictionaryFileName(of language: String) -> String {
    String(language.prefix { $0 != "." && $0 != "@" }.map { $0 == "-" ? "_" : $0 })
  }

  private static func languageWithoutRegion(of name: String) -> String {
    String(name.prefix { $0 != "_" })
  }

  private static func dictionaryNames(in folder: String) -> [String] {
    let names = FolderEntryNames(in: folder).map { $0.filter { $0.hasSuffix(".dic") } } ?? []
    return names.map { String($0.dropLast(4)) }
      .filter { access("\(folder)/\($0).aff", R_OK) == 0 }.sorted()
  }
}
