import Doubles
import FeedDomain
import Groundwork
import Terminal
import Testing

@testable import TweetieTUI
@testable import Words

struct CommandLineWordingTests {
  private struct Shouting: TranslationCatalogue {
    func translatedText(_ message: String) -> String { message + "!" }
    func translatedText(_ one: String, _ many: String, count: Int) -> String {
      count < 3 ? "{x} few" : many
    }
  }

  private struct Hanoi: LocalTimeSource {
    func utcOffset(at moment: Timestamp) -> Int { 7 * 3_600 }
  }

  @Test func `a rate limit is worded with its end in local time`() {
    let wording = Wording(zone: Hanoi())
    let error = FeedError.rateLimited(until: FakeWorld.noon)

    #expect(
      wording.sentence(for: error).string
        == "Too many requests. The service asks to wait until 19:00.")
    #expect(wording.errorReasonText(error) == "the service asks Tweetie to wait until 19:00.")
    for (earlier, sentence) in [
      (FeedError.rateLimited(until: nil), "Too many requests. Wait a little and try again."),
      (error, "Too many requests. Wait a little and try again."),
    ] {
      #expect(wording.sentence(for: earlier, now: FakeWorld.noon).string == sentence)
    }
  }

  @Test func `placeholders are replaced once, whatever the value looks like`() {
    let text = Wording(Shouting()).say("{a} and {b} {c}", ["a": "{b}", "b": "2"])

    #expect(text == "{b} and 2 {c}!")
  }

  @Test func `a single name is joined as the language requires`() {
    #expect(Wording(Shouting()).joinedNames(["Ada"], count: 1) == "Ada!")
    #expect(Wording().joinedNames(["Ada"], count: 1) == "Ada")
  }

  @Test func `the plural form matches the number in each language`() {
    #expect(Wording(Shouting()).plural("one", "{count} {x}", 2, ["x": "y"]) == "y few")
    #expect(Wording(Shouting()).plural("one", "{count} {x}", 3, ["x": "y"]) == "3 y")
    #expect(Wording().plural("{count} like", "{count} likes", 1) == "1 like")
  }

  @Test(arguments: [
    (0, "now"), (-60, "now"), (59, "now"), (60, "1m"), (3_599, "59m"), (3_600, "1h"),
    (86_399, "23h"), (86_400, "1d"), (604_799, "6d"), (604_800, "Feb 25"),
    (64 * 86_400, "Dec 30, 2025"), (-61, "Mar 4"),
  ])
  func `a relative time has a few characters`(_ seconds: Int, _ expected: String) {
    let moment = FakeWorld.noon.timeAdvanced(by: .seconds(-seconds))

    #expect(Wording().relativeTimeText(moment, now: FakeWorld.noon).string == expected)
  }

  @Test(arguments: [
    (0, "12:00"), (-60, "12:01"), (43_200, "00:00"), (43_201, "Mar 3 23:59"),
    (64 * 86_400, "Dec 30, 2025"),
  ])
  func `a local time is a time of day, and a date for another day`(
    _ seconds: Int, _ expected: String
  ) {
    let moment = FakeWorld.noon.timeAdvanced(by: .seconds(-seconds))

    #expect(Wording().localTimeText(moment, now: FakeWorld.noon).string == expected)
  }

  @Test func `a date is in the user's time zone`() {
    let evening = Timestamp(milliseconds: FakeWorld.noon.milliseconds - 9 * 86_400_000 + 21_600_000)

    #expect(Wording().relativeTimeText(evening, now: FakeWorld.noon) == "Feb 23")
    #expect(Wording(zone: Hanoi()).relativeTimeText(evening, now: FakeWorld.noon) == "Feb 24")
  }

  @Test func `the earliest and latest timestamps have a text`() {
    for moment in [Int64.min, .max] {
      #expect(
        !Wording().relativeTimeText(Timestamp(milliseconds: moment), now: FakeWorld.noon).isEmpty)
    }
  }

  @Test(arguments: [
    [:], ["LANG": "en_GB.UTF-8"], ["LC_ALL": "C", "LANGUAGE": "es"],
    ["LANG": "de_DE.UTF-8", "LANGUAGE": "en:de"], ["LANG": "it_IT.UTF-8"],
    ["LANG": "zh_TW.UTF-8"], ["LANG": "zh-Hant-HK"],
  ])
  func `for English no translation file is searched`(_ environment: [String: String]) {
    let choice = ChosenTranslationLanguage(
      setting: "", environment: environment, executable: "/x/bin/tweetie", isUTF8: true
    ) { _ in
      Issue.record("looked")
      return true
    }

    #expect(choice.language == nil)
    #expect(choice.directory == nil)
  }

  @Test func `a missing library is named with its package`() {
    let wording = Wording(packages: SystemPackages(osRelease: "ID=debian\nVERSION_ID=12\n"))
    let sentence = "libcurl is missing: install the package libcurl4 and start Tweetie again."

    #expect(wording.sentence(for: FeedError.missingLibrary(.curl)).string == sentence)
    #expect(wording.signInRefusedMessage(.missingLibrary(.curl), at: .server).string == sentence)
    #expect(wording.signInRefusedMessage(.missingLibrary(.curl), at: .address).string == sentence)
    #expect(wording.errorReasonText(.missingLibrary(.curl)).string == sentence)
    #expect(
      wording.sentence(for: PictureFileProblem.missingLibrary(.heif)).string.contains("libheif1"))
    #expect(
      Wording().sentence(for: FeedError.missingLibrary(.expat)).string
        == "libexpat is missing: install it and start Tweetie again.")
  }

  @Test func `in an ASCII terminal the language is English`() {
    let choice = ChosenTranslationLanguage(
      setting: "ja", environment: [:], executable: "/x/bin/tweetie", isUTF8: false
    ) { _ in true }

    #expect(choice.language == nil)
  }

  @Test(arguments: [
    ("", ["LANG": "es_MX.UTF-8"], "es"), ("", ["LANG": "C.UTF-8", "LANGUAGE": "it:de_AT"], "de"),
    ("", ["LANG": "fr_CA"], "fr"), ("fr-BE", [:], "fr"),
    ("pt-BR", [:], "pt_BR"), ("", ["LANG": "pt_BR.UTF-8"], "pt_BR"),
    ("", ["LANG": "pt_PT.UTF-8"], "pt_BR"), ("", ["LC_MESSAGES": "pt-BR"], "pt_BR"),
    ("", ["LANG": "de_DE.UTF-8", "LANGUAGE": "pt"], "pt_BR"),
    ("", ["LANG": "ko_KR.UTF-8"], "ko"), ("", ["LANG": "zh_CN.UTF-8"], "zh_CN"),
    ("", ["LANG": "zh_SG"], "zh_CN"), ("zh-Hans", [:], "zh_CN"),
    ("", ["LANG": "vi_VN", "LC_MESSAGES": "ja_JP.UTF-8"], "ja"),
    ("", ["LANG": "vi_VN.UTF-8", "LANGUAGE": "it"], "vi"),
    ("de", ["LANG": "es_MX.UTF-8"], "de"), ("de", ["LC_ALL": "C"], "de"),
  ])
  func `the language setting comes first, then the first available language of the environment`(
    _ setting: String, _ environment: [String: String], _ expected: String
  ) {
    let choice = ChosenTranslationLanguage(
      setting: setting, environment: environment, executable: "/x/bin/tweetie", isUTF8: true
    ) { $0.hasSuffix("/\(expected)/LC_MESSAGES/tweetie.mo") }

    #expect(choice.language == expected)
    #expect(choice.directory == "/x/bin/../share/locale")
  }

  @Test func `the language tag has the form that services use`() {
    func tag(_ setting: String) -> String {
      ChosenTranslationLanguage(
        setting: setting, environment: [:], executable: "/x/bin/tweetie", isUTF8: true
      ) { _ in true }.tag
    }

    #expect(tag("") == "en")
    #expect(tag("fr_CA") == "fr")
    #expect(tag("pt") == "pt-BR")
    #expect(tag("zh") == "zh-CN")
  }

  @Test func `translations are found beside the program`() {
    let choice = ChosenTranslationLanguage(
      setting: "es", environment: [:], executable: "/x/bin/tweetie", isUTF8: true
    ) { $0 == "/x/bin/locale/es/LC_MESSAGES/tweetie.mo" }

    #expect(choice.directory == "/x/bin/locale")
  }

  @Test func `TEXTDOMAINDIR is searched first for translations`() {
    let choice = ChosenTranslationLanguage(
      setting: "es", environment: ["TEXTDOMAINDIR": "/own"], executable: "/x/bin/tweetie",
      isUTF8: true
    ) { _ in true }

    #expect(choice.directory == "/own")
  }

  @Test(arguments: [
    ("de_DE.UTF-8", true), ("ja_JP.utf8", true), ("ca_ES.UTF-8@valencia", true), ("de_DE", false),
    ("de_DE.ISO-8859-1", false), ("C", false), ("", false),
  ])
  func `a locale's name tells whether its encoding is UTF-8`(_ name: String, _ expected: Bool) {
    #expect(ProcessLocale.isUTF8LocaleSet(["LANG": name]) == expected)
    #expect(ProcessLocale.isUTF8LocaleSet(["LC_ALL": name, "LANG": "C"]) == expected)
  }
}
