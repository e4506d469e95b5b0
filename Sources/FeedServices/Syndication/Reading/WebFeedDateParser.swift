internal import FeedDomain
internal import Groundwork

/// A namespace for parsing dates of web feeds: RFC 822 and ISO 8601 with their common mistakes,
/// asctime, numbers with slashes or dots, and month names in several languages. Dates without a
/// time zone are taken as UTC.
enum WebFeedDateParser {
  /// The beginning of 1990. Earlier dates in web feeds are errors, such as the zero of a clock that
  /// counts from 1970.
  private static let earliest = Timestamp(milliseconds: 631_152_000_000)

  /// Parses the text of a date in a web feed into a time; nil if it is no date, or before 1990.
  static func parsedTimestamp(_ text: String) -> Timestamp? {
    parsedTimestampOfAnyYear(text).flatMap { $0 < earliest ? nil : $0 }
  }

  private static func parsedTimestampOfAnyYear(_ text: String) -> Timestamp? {
    guard (4...100).contains(text.utf8.count) else { return nil }
    let text = rewritingAsianDate(
      rewritingDigitsAndMinusSigns(of: text.trimmingBlanks.lowercased()))
    if let moment = parsedUnixTime(text) { return moment }
    var parts = WebFeedDatePartsParser()
    if let rest = parts.readISODate(text) {
      parts.readDateWords(rest, isISO: true)
    } else {
      parts.readDateWords(text[...], isISO: false)
    }
    return parts.timestamp
  }

  /// Returns the time of the first of several texts in a web feed that is a date; nil without one.
  static func firstTimestamp(_ texts: [String]) -> Timestamp? {
    texts.lazy.compactMap { parsedTimestamp($0) }.first
  }

  /// Parses a web feed's date given as seconds or milliseconds since 1970; nil for other text.
  private static func parsedUnixTime(_ text: String) -> Timestamp? {
    guard text.utf8.count == 10 || text.utf8.count == 13,
      text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int64(text)
    else { return nil }
    return Timestamp(milliseconds: text.utf8.count == 10 ? number * 1000 : number)
  }

  /// Returns the text of a web feed's date with ASCII's digits and minus signs in place of others.
  private static func rewritingDigitsAndMinusSigns(of text: String) -> String {
    guard text.utf8.contains(where: { $0 >= 0x80 }) else { return text }
    return String(
      text.map { character -> Character in
        if "\u{2010}\u{2011}\u{2012}\u{2013}\u{2212}".contains(character) { return "-" }
        guard !character.isASCII, let digit = character.wholeNumberValue,
          character.unicodeScalars.first?.properties.numericType == .decimal
        else { return character }
        return Character(String(digit))
      })
  }

  /// Returns a Korean date in a web feed, such as "2004년 05월 28일 오후 01:31", rewritten as
  /// "2004-05-28 pm 01:31 +0900"; Japanese, Chinese and Mongolian dates likewise, without a zone;
  /// other text is unchanged.
  private static func rewritingAsianDate(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 >= 0x80 }) else { return text }
    if let date = rewritingMongolianDate(text) { return date }
    let isKorean = text.unicodeScalars.contains { (0xac00...0xd7a3).contains($0.value) }
    guard isKorean || text.unicodeScalars.contains(where: { (0x4e00...0x9fff).contains($0.value) })
    else { return text }
    var plain = ""
    for character in text where !(character == " " && plain.last == "-") {
      switch character {
      case "년", "월", "年", "月": plain += "-"
      // "2004. 5. 28. 오후 1:31".
      case "." where isKorean: plain += "-"
      case "일", "日", "号": plain += " "
      case "오", "午": plain += " "
      case "전", "前", "上": plain += "am "
      case "후", "後", "后", "下": plain += "pm "
      case "時", "时", "点", "分": plain += ":"
      case "秒": break
      default: plain.append(character)
      }
    }
    while plain.hasSuffix(":") { plain.removeLast() }
    return isKorean ? plain + " +0900" : plain
  }

  /// Returns a Mongolian date in a web feed, such as "2004 оны 5-р сарын 28, 01:31", rewritten as
  /// "2004-5-28 01:31"; nil for other text.
  private static func rewritingMongolianDate(_ text: String) -> String? {
    guard text.contains("сар") else { return nil }
    let words = text.split { $0.isWhitespace || $0 == "," || $0 == "." }
    let numbers = words.filter { $0.first?.isNumber == true && !$0.contains(":") }
      .map { String($0.prefix(while: \.isNumber)) }
    guard numbers.count >= 3, numbers[0].count == 4 else { return nil }
    let time = words.first { $0.contains(":") } ?? ""
    return numbers.prefix(3).joined(separator: "-") + " " + time
  }
}

/// A parser of the text of a date in a web feed, which holds the parts found so far: year, month,
/// day, time and zone.
private struct WebFeedDatePartsParser {
  private var year: Int?
  private var month: Int?
  private var day: Int?
  /// The number of two digits that was taken as the year of the web feed's date; nil if the year
  /// was found otherwise.
  private var shortYear: Int?
  /// True if the word taken as the month of the web feed's date was the first word of the text, so
  /// that it may be the name of a weekday.
  private var isMonthUncertain = false
  private var time: (hour: Int, minute: Int, second: Int, millisecond: Int)?
  private var isAfternoon: Bool?
  /// The offset from UTC, in minutes, of the time zone in the web feed's date; nil without one.
  private var offset: Int?
  private var hasNumericOffset = false
  private var isBroken = false

  /// The time that results from the parts of the web feed's date found so far; nil if year or month
  /// is missing, and for an impossible date.
  var timestamp: Timestamp? {
    // The year 1 is the zero value of dates in several programming languages.
    guard !isBroken, let year, let month, year > 1 else { return nil }
    var date = CalendarDateTime(year: year, month: month, day: day ?? 1)
    var time = time ?? (0, 0, 0, 0)
    if let isAfternoon {
      guard time.hour <= 12 || isAfternoon else { return nil }
      if time.hour <= 12 { time.hour = time.hour % 12 + (isAfternoon ? 12 : 0) }
    }
    // 24:00 is the end of the day, and second 60 a leap second.
    let days = time.hour == 24 && time.minute == 0 ? 1 : 0
    let seconds = time.second == 60 ? 1 : 0
    (date.hour, date.minute) = (days == 1 ? 0 : time.hour, time.minute)
    date.second = time.second - seconds
    guard let moment = date.timestamp(millisecond: time.millisecond) else { return nil }
    return moment.timeAdvanced(by: .seconds(days * 86_400 + seconds - (offset ?? 0) * 60))
  }

  // MARK: ISO 8601

  /// Parses a web feed's date that begins with its year; returns the text behind the date, nil if
  /// the text does not begin with a year.
  mutating func readISODate(_ text: String) -> Substring? {
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    let rest = text[digits.endIndex...]
    if let end = readUnseparatedDate(digits, rest) { return end }
    if digits.count == 4, rest.first == "w", let week = Int(rest.dropFirst().prefix(2)) {
      let glued = rest.dropFirst(3).prefix(1)
      return readWeekDate(Int(digits), week, glued, rest.dropFirst(3 + glued.count))
    }
    guard digits.count == 4 || digits.count == 2, let separator = rest.first,
      separator == "-" || (digits.count == 4 && (separator == "/" || separator == "."))
    else { return nil }
    let second = rest.dropFirst().prefix { $0.isLetter || $0.isNumber }
    let behind = rest[second.endIndex...]
    let month = second.allSatisfy(\.isNumber) ? Int(second) : MonthNames.monthNumber(second)
    if second.first == "w", let week = Int(second.dropFirst().prefix(2)) {
      return readWeekDate(Int(digits), week, second.dropFirst(3), behind)
    }
    if digits.count == 4, second.count == 3, let ordinal = Int(second) {
      (year, self.month, day) = (Int(digits), 1, 1)
      return setDayOfYear(ordinal) ? behind : nil
    }
    guard let month else { return nil }
    let third =
      behind.first == separator ? behind.dropFirst().prefix { $0.isASCII && $0.isNumber } : ""
    // "02-01-2006" and "06-Nov-94" begin with the day.
    if digits.count == 2, third.count != 2 || !second.allSatisfy(\.isNumber) { return nil }
    guard !third.isEmpty || digits.count == 4, third.count <= 2 else { return nil }
    year = Self.yearWithCentury(digits)
    (self.month, day) = (month, third.isEmpty ? 1 : Int(third))
    return third.isEmpty ? behind : behind[third.endIndex...]
  }

  /// Parses a web feed's date without separators: "20031231", also with a time, "2003335", "031231"
  /// or "2003". Returns the text behind the date; nil for other dates.
  private mutating func readUnseparatedDate(_ digits: Substring, _ rest: Substring) -> Substring? {
    func numberInDigits(_ from: Int, _ count: Int) -> Int? {
      Int(digits.dropFirst(from).prefix(count))
    }
    guard rest.isEmpty || rest.first == "t" || rest.first == "z" || rest.first == "+" else {
      return nil
    }
    switch digits.count {
    case 14, 12:
      (year, month, day) = (numberInDigits(0, 4), numberInDigits(4, 2), numberInDigits(6, 2))
      time = (numberInDigits(8, 2) ?? 0, numberInDigits(10, 2) ?? 0, numberInDigits(12, 2) ?? 0, 0)
    case 8: (year, month, day) = (numberInDigits(0, 4), numberInDigits(4, 2), numberInDigits(6, 2))
    case 7:
      (year, month, day) = (numberInDigits(0, 4), 1, 1)
      guard setDayOfYear(numberInDigits(4, 3) ?? 0) else { return nil }
    case 6:
      (year, month, day) = (
        Self.yearWithCentury(digits.prefix(2)), numberInDigits(2, 2), numberInDigits(4, 2)
      )
    case 4: (year, month, day) = (numberInDigits(0, 4), 1, 1)
    default: return nil
    }
    return rest
  }

  /// Sets the month and day of the web feed's date from the number of the day in its year; returns
  /// false if the year has no such day.
  private mutating func setDayOfYear(_ ordinal: Int) -> Bool {
    guard let year, (1...366).contains(ordinal),
      let start = CalendarDateTime(year: year, month: 1, day: 1).timestamp()
    else { return false }
    let date = CalendarDateTime(start.timeAdvanced(by: .seconds((ordinal - 1) * 86_400)))
    guard date.year == year else { return false }
    (month, day) = (date.month, date.day)
    return true
  }

  /// Parses a web feed's date with a week number: "2003-W40-5" or "2003-W405", where a missing
  /// weekday means Monday. Returns the text behind the date; nil for other dates.
  private mutating func readWeekDate(
    _ number: Int?, _ week: Int, _ glued: Substring, _ behind: Substring
  ) -> Substring? {
    var rest = behind
    var weekday = Int(glued) ?? 1
    if glued.isEmpty, rest.first == "-", let digit = rest.dropFirst().first?.wholeNumberValue {
      (weekday, rest) = (digit, rest.dropFirst(2))
    }
    guard let number, (1...53).contains(week), (1...7).contains(weekday),
      // The fourth of January is always in the first week.
      let fourth = CalendarDateTime(year: number, month: 1, day: 4).timestamp()
    else { return nil }
    // 1970 began with a Thursday.
    let days = Int(fourth.milliseconds / 86_400_000)
    let monday = days - ((days + 3) % 7 + 7) % 7
    let date = CalendarDateTime(
      Timestamp(milliseconds: Int64(monday + (week - 1) * 7 + weekday - 1) * 86_400_000))
    (year, month, day) = (date.year, date.month, date.day)
    return rest
  }

  // MARK: Words

  /// Parses the words of a web feed's date in any order: days, month names, years, a time of day
  /// and a time zone. With `isISO`, the day was parsed before, and only time and zone follow.
  mutating func readDateWords(_ text: Substring, isISO: Bool) {
    var text = text
    if isISO, text.first == "t" { text = text.dropFirst() }
    let words = text.split { $0.isWhitespace || $0 == "," || $0 == "(" || $0 == ")" }
    for (place, word) in words.enumerated() where !isBroken {
      let startsWithHour = word.prefix { $0.isASCII && $0.isNumber }.count >= 2
      let next = place + 1 < words.count ? words[place + 1] : ""
      if time == nil, let clock = Self.timeWithHourSign(word) {
        readTime(clock[...], isISO: isISO)
      } else if word.contains(":") && word.contains(where: \.isNumber)
        || isISO && place == 0 && startsWithHour
        || time == nil && Self.isHourOfHalfDay(word, before: next)
      {
        readTime(word, isISO: isISO)
      } else if time != nil, readTimeZone(word) || readAMOrPM(word) {
        continue
      } else if !isISO {
        readDateWord(word, isFirst: place == 0)
      } else {
        _ = readAMOrPM(word)
      }
    }
  }

  /// Returns true if a word of a web feed's date is an hour without minutes that counts from
  /// midnight or noon, as in "8am" or "8 pm".
  private static func isHourOfHalfDay(_ word: Substring, before next: Substring) -> Bool {
    let digits = word.prefix { $0.isASCII && $0.isNumber }
    guard (1...2).contains(digits.count), let hour = Int(digits), (1...12).contains(hour) else {
      return false
    }
    let rest = word[digits.endIndex...]
    return halvesOfDay.keys.contains(String(rest.isEmpty ? next : rest))
  }

  /// Returns a French time of day in a web feed's date, such as "10h05" or "10h", as "10:05"; nil
  /// for other words.
  private static func timeWithHourSign(_ word: Substring) -> String? {
    let parts = word.split(separator: "h", omittingEmptySubsequences: false)
    guard parts.count == 2, (1...2).contains(parts[0].utf8.count), parts[1].utf8.count <= 2,
      parts.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } })
    else { return nil }
    return "\(parts[0]):\(parts[1].isEmpty ? "00" : parts[1])"
  }

  /// The abbreviations for the halves of a day; true for the second one.
  private static let halvesOfDay = ["am": false, "pm": true, "a.m.": false, "p.m.": true]

  private mutating func readDateWord(_ word: Substring, isFirst: Bool) {
    if readAMOrPM(word) { return }
    for separator in ["/", ".", "-"] as [Character] where word.contains(separator) {
      let parts = word.split(separator: separator)
      // After a complete date, numbers with dots are a time: "15.04.05".
      if separator == ".", day != nil, year != nil, time == nil, parts.count > 1 {
        return readTime(parts.joined(separator: ":")[...], isISO: false)
      }
      if parts.count == 3 { return readThreeDateNumbers(parts, isDayFirst: separator != "/") }
      // "02-Jan 2006" and "2-Jan".
      if parts.count == 2, separator == "-" {
        for part in parts { readDateWord(part, isFirst: false) }
        return
      }
    }
    if let number = MonthNames.monthNumber(word), month == nil || isMonthUncertain {
      (month, isMonthUncertain) = (number, isFirst)
      return
    }
    let digits = word.prefix { $0.isASCII && $0.isNumber }
    guard let number = Int(digits), digits.count <= 4 else { return }
    let suffix = word[digits.endIndex...]
    guard suffix.isEmpty || suffix == "." || ["st", "nd", "rd", "th"].contains(suffix) else {
      return
    }
    if digits.count == 4 {
      // If the year is known, four digits are a time zone without its sign, which is ignored.
      if year == nil {
        year = number
      } else if month == nil, let second = shortYear, (1...12).contains(second) {
        // "28 05 2004": what was taken for the year is the month.
        (month, year) = (second, number)
      }
    } else if day == nil {
      day = number
    } else if year == nil, digits.count <= 3 {
      (year, shortYear) = (Self.yearWithCentury(digits), number)
    }
  }

  /// Parses the three numbers of a web feed's date: "02.01.2006", "1/2/2006", "06-Nov-94" or
  /// "2006/01/02".
  private mutating func readThreeDateNumbers(_ parts: [Substring], isDayFirst: Bool) {
    guard parts.allSatisfy({ $0.count <= 9 }) else { return }
    if let name = MonthNames.monthNumber(parts[1]) {
      (day, month, year) = (Int(parts[0]), name, Self.yearWithCentury(parts[2]))
      return
    }
    if let name = MonthNames.monthNumber(parts[0]) {
      (month, day, year) = (name, Int(parts[1]), Self.yearWithCentury(parts[2]))
      return
    }
    let numbers = parts.compactMap { Int($0) }
    guard numbers.count == 3 else { return }
    if parts[0].count == 4 {
      (year, month, day) = (numbers[0], numbers[1], numbers[2])
      return
    }
    year = Self.yearWithCentury(parts[2])
    let isDayFirst = isDayFirst || numbers[0] > 12
    (day, month) = isDayFirst ? (numbers[0], numbers[1]) : (numbers[1], numbers[0])
  }

  /// Parses the time of day in a web feed's date: "13:00", "1:00:05.5", "3:04pm" or
  /// "15:04:05-07:00"; in ISO dates also "130005".
  private mutating func readTime(_ word: Substring, isISO: Bool) {
    guard time == nil else {
      // A second time of four digits is a time zone whose plus sign was decoded as a blank, or the
      // end of an event; its meaning is uncertain, so that it is ignored.
      if !readTimeZone(word), word.utf8.count != 5 { isBroken = true }
      return
    }
    let clock = word.prefix { $0.isASCII && ($0.isNumber || $0 == ":") }
    var parts = clock.split(separator: ":", omittingEmptySubsequences: false)
      .map { $0.isEmpty ? 0 : Int($0) }
    if parts.count == 1, clock.count == 4 || clock.count == 6 {
      parts = stride(from: 0, to: clock.count, by: 2).map { Int(clock.dropFirst($0).prefix(2)) }
    }
    // Some feeds write the fraction of a second after a colon.
    if isISO, parts.count == 4 { parts.removeLast() }
    let numbers = parts.compactMap(\.self)
    guard !numbers.isEmpty, numbers.count == parts.count, numbers.count <= 3,
      numbers.allSatisfy({ $0 < 100 })
    else { return isBroken = true }
    var rest = word[clock.endIndex...]
    var millisecond = 0
    if rest.first == "." || rest.first == ",",
      let digit = rest.dropFirst().first, digit.isNumber
    {
      let digits = rest.dropFirst().prefix { $0.isASCII && $0.isNumber }
      millisecond = Int(digits.prefix(3)) ?? 0
      for _ in digits.count..<max(3, digits.count) { millisecond *= 10 }
      rest = rest[digits.endIndex...]
    }
    time = (
      numbers[0], numbers.dropFirst().first ?? 0, numbers.dropFirst(2).first ?? 0, millisecond
    )
    if !rest.isEmpty, !readAMOrPM(rest) { _ = readTimeZone(rest) }
  }

  /// Parses "am", "pm", "a.m." or "p.m." behind the time of day in a web feed's date; returns false
  /// for other words.
  private mutating func readAMOrPM(_ word: Substring) -> Bool {
    guard let isAfternoon = Self.halvesOfDay[String(word)] else { return false }
    self.isAfternoon = isAfternoon
    return true
  }

  /// Parses a word of a web feed's date as a time zone, of which a numeric one replaces a named
  /// one; returns false for other words.
  private mutating func readTimeZone(_ word: Substring) -> Bool {
    var name = word.prefix { $0.isLetter || $0 == "/" || $0 == "_" }
    let number = word[name.endIndex...]
    for start in ["etc/"] where name.hasPrefix(start) { name = name.dropFirst(start.count) }
    if !number.isEmpty {
      guard !number.allSatisfy(\.isNumber) else { return false }
      guard !hasNumericOffset, let minutes = Self.parsedZoneMinutes(number) else {
        return hasNumericOffset
      }
      (offset, hasNumericOffset) = (minutes, true)
      return true
    }
    guard let minutes = Self.zones[String(name)] else { return false }
    if offset == nil { offset = minutes }
    return true
  }

  /// Returns the offset from UTC, in minutes, of a numeric time zone in a web feed's date, such as
  /// "+0200", "-07:00", "--0700" or "+2"; nil for other text.
  private static func parsedZoneMinutes(_ text: Substring) -> Int? {
    guard let sign = text.first, sign == "+" || sign == "-" else { return nil }
    let digits = text.drop { $0 == "+" || $0 == "-" }
      .prefix { $0.isASCII && ($0.isNumber || $0 == ":") }
    let parts = digits.split(separator: ":")
    guard var first = parts.first, first.count <= 4 else { return nil }
    // The last digit is missing: "-040" is four hours.
    if first.count == 3, first.first == "0" { first += "0" }
    guard let number = Int(first) else { return nil }
    var minutes = first.count > 2 ? number / 100 * 60 + number % 100 : number * 60
    if parts.count == 2, first.count <= 2 { minutes += Int(parts[1]) ?? 0 }
    guard minutes < 24 * 60 else { return nil }
    return sign == "-" ? -minutes : minutes
  }

  /// Returns the year of a web feed's date from its digits; a year of two digits gets its century.
  /// nil for other text.
  private static func yearWithCentury(_ digits: Substring) -> Int? {
    guard let year = Int(digits), digits.count < 3 else { return Int(digits) }
    return year < 90 ? 2000 + year : 1900 + year
  }

  private static let zones: [String: Int] = [
    "ut": 0, "utc": 0, "gmt": 0, "z": 0, "adt": -180, "ast": -240, "at": -240, "edt": -240,
    "est": -300, "et": -300, "cdt": -300, "cst": -360, "ct": -360, "mdt": -360, "mst": -420,
    "mt": -420, "pdt": -420, "pst": -480, "pt": -480, "a": -60, "n": 60, "m": -720, "y": 720,
    "met": 60, "mest": 120, "mez": 60, "mesz": 120, "wet": 0, "west": 60, "bst": 60, "cet": 60,
    "cest": 120, "eet": 120, "eest": 180, "msk": 180, "jst": 540, "kst": 540,
    "ist": 330, "hkt": 480, "sgt": 480, "awst": 480, "acst": 570, "aest": 600, "acdt": 630,
    "aedt": 660, "nzst": 720, "nzdt": 780, "sast": 120, "brt": -180, "akst": -540, "akdt": -480,
    "hst": -600,
    "europe/brussels": 60, "america/los_angeles": -420,
  ]
}

private enum MonthNames {
  /// Returns the number of the month, 1 to 12, with a name or an abbreviation in one of several
  /// languages; nil for other words.
  static func monthNumber(_ word: some StringProtocol) -> Int? {
    guard let first = word.first, first.isLetter else { return nil }
    // Names such as "juin" and "juillet" have equal beginnings, so four letters are compared first.
    for length in [4, 3] {
      if let number = numbers[String(word.prefix(length))] { return number }
    }
    return nil
  }

  private static let numbers: [String: Int] = {
    var numbers: [String: Int] = [:]
    for (place, line) in table.split(separator: "\n").enumerated() {
      for name in line.split(separator: " ") { numbers[String(name)] = place + 1 }
    }
    return numbers
  }()

  /// The table of month names for dates of web feeds, a line for each month: English, German,
  /// French, Spanish, Italian, Portuguese, Dutch, Swedish, Norwegian, Polish, Czech, Hungarian,
  /// Greek, Russian, Bulgarian, Ukrainian, Turkish, Finnish, Estonian, Romanian, Indonesian, Arabic.
  private static let table = """
    jan ene gen led sty ιαν янв яну січ oca tam jaa ian ينا
    feb fév fev úno lut φεβ фев лют şub hel vee فبر
    mar mär mrt maa bře már μάρ μαρ μάώ μαώ мар бер märt مار
    apr avr abr dub kwi ápr απρ апр кві nis huh أبر ابر إبر
    may mai maj mei mag máj máu μάι μαι μαϊ μάϊ май мая тра tou ماي
    jun juin giu jún červ cze ιούν ιουν ιον июн юни чер haz kes juun iun يون
    jul juil lug júl lip ιούλ ιουλ ιολ июл юли лип tem hei juul iul يول
    aug aoû aou ago srp sie αύγ αυγ авг сер ağu elo agu أغس اغس
    sep set sze zář wrz σεπ сен сеп вер eyl syy سبت
    oct okt ott out říj paź οκτ окт жов eki lok أكت اكت
    nov lis νοέ νοε ноя ное лис kas marr noi نوف
    dec dez déc dic pro gru δεκ дек гру ara jou det des ديس
    """
}
