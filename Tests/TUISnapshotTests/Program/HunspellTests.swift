import Doubles
import Testing

@testable import TweetieTUI

/// The real library, with small dictionaries of the tests' own.
@Suite struct HunspellTests {
  private let folder = ScratchFolder()

  /// A dictionary of words, whose letters are those that suggestions are made of.
  private func dictionary(_ name: String, encoding: String, _ words: [[UInt8]]) {
    let letters = Array("SET \(encoding)\nTRY ".utf8) + words.joined() + [0x0A]
    folder.write(letters, to: name + ".aff")
    let lines = words.reduce(into: Array("\(words.count)\n".utf8)) { $0 += $1 + [0x0A] }
    folder.write(lines, to: name + ".dic")
  }

  private func hunspell(locale: String) -> HunspellChecker {
    HunspellChecker(DictionaryFolders(dicPath: folder.path), locale: locale)
  }

  @Test func `a word missing in the locale's dictionary is misspelled, and gets suggestions`()
    async
  {
    dictionary("xx_YY", encoding: "UTF-8", [Array("tram".utf8), Array("café".utf8)])
    let hunspell = hunspell(locale: "xx_YY.UTF-8")

    #expect(await hunspell.misspelledWords(["tram", "Café", "trma"], in: nil) == ["trma"])
    #expect(await hunspell.spellingSuggestions(for: "trma", in: nil) == ["tram"])
    #expect(await hunspell.spellingSuggestions(for: "caf", in: nil).contains("café"))
  }

  @Test func `words are converted to and from the dictionary's encoding`() async {
    dictionary("xx", encoding: "ISO8859-1", [[0x66, 0xFC, 0x72]])
    let hunspell = hunspell(locale: "C")

    // What cannot be written in it is another language's.
    #expect(await hunspell.misspelledWords(["für", "fur", "для"], in: "xx") == ["fur"])
    #expect(await hunspell.spellingSuggestions(for: "fur", in: "xx") == ["für"])
    #expect(await hunspell.spellingSuggestions(for: "для", in: "xx") == [])
  }

  @Test func `Hunspell's own encoding names are recognised`() async {
    dictionary("xx", encoding: "microsoft-cp1251", [[0xF2, 0xF0, 0xE0, 0xEC]])
    dictionary("yy", encoding: "TIS620-2533", [[0xA1, 0xD2]])
    let hunspell = hunspell(locale: "C")

    #expect(await hunspell.misspelledWords(["трам", "тарм"], in: "xx") == ["тарм"])
    #expect(await hunspell.spellingSuggestions(for: "тарм", in: "xx") == ["трам"])
    #expect(await hunspell.misspelledWords(["กา", "าก"], in: "yy") == ["าก"])
  }

  @Test func `without a dictionary no word is checked`() async {
    let hunspell = hunspell(locale: "C.UTF-8")

    #expect(await hunspell.misspelledWords(["tram"], in: nil) == nil)
    #expect(await hunspell.misspelledWords(["tram"], in: "xx") == nil)
    #expect(await hunspell.spellingSuggestions(for: "tram", in: nil) == [])
  }

  @Test(arguments: [
    ("xx", "xx_ZZ.UTF-8", "xx_ZZ"), ("xx-YY", "xx_ZZ", "xx_YY"), ("xx", "en_US", "xx_XX"),
    ("xx-AA", "C", "xx_XX"), ("yy", "xx_ZZ", "yy_AA"), ("../xx", "C", nil), ("", "", nil),
  ])
  func `of several regional dictionaries the closest to the locale is chosen`(
    language: String, locale: String, name: String?
  ) {
    for name in ["xx_XX", "xx_YY", "xx_ZZ", "yy_AA", "yy_BB"] {
      dictionary(name, encoding: "UTF-8", [])
    }
    // One half of a dictionary is none.
    folder.write([], to: "yy_YY.dic")

    let path = DictionaryFolders(dicPath: folder.path).dictionaryPath(of: language, locale: locale)

    #expect(path == name.map { folder[$0] })
  }
}
