import Terminal
import Testing

@testable import Preferences

struct ThemeTests {
  @Test func `without colour every style is weight alone`() {
    for role in Role.allCases {
      let style = Theme.none.style(role)
      #expect(style.foreground == .standard && style.background == .standard)
    }
  }

  @Test(arguments: [ThemeName.dark, .light, .contrast, .none])
  func `what matters is told apart`(name: ThemeName) {
    let theme = name.theme

    for (one, other) in [
      (Role.liked, Role.count), (.boosted, .count), (.currentTab, .tab), (.link, .text),
      (.currentAuthor, .text), (.bad, .text), (.bar, .text),
    ] {
      #expect(theme.style(one) != theme.style(other), "\(one) and \(other)")
    }
  }

  @Test(arguments: [ThemeName.dark, .light])
  func `text can be read on the bars`(name: ThemeName) {
    for role in [
      Role.bar, .barStrong, .barFaint, .tab, .currentTab, .hint, .key, .busy, .bad, .good,
    ] {
      let style = name.theme.styleOnBar(role)
      let (front, back) = (luminance(style.foreground), luminance(style.background))
      let contrast = (max(front, back) + 0.05) / (min(front, back) + 0.05)
      #expect(contrast >= 3.8, "\(role)")
    }
  }

  @Test(arguments: [(ThemeName.dark, Colour.rgb(0, 0, 0)), (.light, .rgb(0xff, 0xff, 0xff))])
  func `hearts, counts and names can be read`(name: ThemeName, ground: Colour) {
    let theme = name.theme
    let names = (0..<40).map { theme.nameStyle(of: "@\($0)", DisplayOptions()) }
    let marks = [Role.liked, .boosted, .bookmarked, .count, .faint].map(theme.style)

    for style in names + marks {
      let (front, back) = (luminance(style.foreground), luminance(ground))
      #expect((max(front, back) + 0.05) / (min(front, back) + 0.05) >= 4.5, "\(style)")
    }
  }

  /// Relative luminance as the web's accessibility guidelines define it.
  private func luminance(_ colour: Colour) -> Double {
    guard case .rgb(let red, let green, let blue) = colour else { return .nan }
    let parts = [red, green, blue].map { value in
      // x to the power of 2.2 is close to x²·(0.2 x + 0.8), and needs no library.
      let x = Double(value) / 255
      return x * x * (0.2 * x + 0.8)
    }
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
  }
}
