import Testing

@testable import Words

/// Every sentence in the sources is there in every language, and nothing else is.
struct CommandLineCatalogueTests {
  private var messages: Set<CatalogueMessage> {
    let modules = [
      "Console", "Logging", "PhotoDisplay", "Preferences", "Scenes", "TweetieTUI", "Words",
    ]
    let paths = modules.flatMap { SourceTree.swiftFiles(below: "\(SourceTree.root)/Sources/\($0)") }
    return Set(paths.flatMap { MessageScanner.messages(in: SourceTree.text(at: $0) ?? "") })
  }

  private func file(_ language: String) throws -> TranslationFile {
    TranslationFile(try #require(SourceTree.text(at: "\(SourceTree.root)/po/\(language).po")))
  }

  @Test func `the message scanner finds the sentences in source text`() {
    let found = MessageScanner.messages(
      in: """
        // say("an example")
        wording.say("one {name}", ["name": x]) + say("say \\"it\\"") + plural("a", "b", 2)
        say(variable) + say("\\(interpolated)")
        """)

    #expect(
      Set(found) == [
        CatalogueMessage(one: "one {name}", many: nil),
        CatalogueMessage(one: "say \\\"it\\\"", many: nil),
        CatalogueMessage(one: "a", many: "b"),
      ])
  }

  @Test(arguments: ChosenTranslationLanguage.languages)
  func `each language translates exactly the sentences of the sources`(_ language: String) throws {
    let translated = Set(try file(language).translations.keys)

    #expect(messages.count > 100)
    #expect(messages.subtracting(translated).map(\.description).sorted() == [])
    #expect(translated.subtracting(messages).map(\.description).sorted() == [])
  }

  @Test(arguments: ChosenTranslationLanguage.languages)
  func `a translation has the placeholders of its sentence`(_ language: String) throws {
    for (message, forms) in try file(language).translations {
      let expected = CatalogueMessage.placeholders(of: message.many ?? message.one)
      for form in forms {
        #expect(!form.isEmpty, "\(message)")
        #expect(CatalogueMessage.placeholders(of: form) == expected, "\(form)")
      }
    }
  }

  @Test(arguments: ChosenTranslationLanguage.languages)
  func `each translation has as many plural forms as its file declares`(_ language: String) throws {
    let file = try file(language)
    let count = try #require(file.pluralForms)

    #expect(file.header.contains("charset=UTF-8"))
    for (message, forms) in file.translations {
      #expect(forms.count == (message.many == nil ? 1 : count), "\(message)")
    }
  }
}
