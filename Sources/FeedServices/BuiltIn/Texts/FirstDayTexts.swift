/// What is said before the reader comes for the first time, a theme a file.
enum FirstDayTexts {
  static let scripts = [front, travel, food, craft, nature, code, words, talks, house].map {
    Script($0)
  }
}
