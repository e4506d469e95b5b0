package import FeedDomain
package import Terminal

extension Wording {
  package var languageHint: SafeText { say("such as en, de or pt-BR") }
  package var momentHint: SafeText { say("such as 2h, 18:30 or 2026-11-24 09:00") }
  package var at: SafeText { say("at") }
  package var momentUnclear: SafeText {
    say("The time to post it is not clear: write it like 2h, 18:30 or 2026-11-24 09:00.")
  }
  package var asUsual: SafeText { say("as usual") }

  package func question(_ field: AskedField) -> SafeText {
    switch field {
    case .licence: say("Licence:")
    case .spot: say("Taken at (latitude, longitude):")
    case .answerers: say("Who may reply:")
    case .isUnquotable: say("Nobody may quote it:")
    default: ""
    }
  }

  package func choice(of answerers: Answerers) -> SafeText {
    switch answerers {
    case .followers: say("followers may reply")
    case .followed: say("people you follow may reply")
    case .mentioned: say("those mentioned may reply")
    case .nobody: say("nobody may reply")
    }
  }

  /// On what terms a photo may be used: names that are the same everywhere.
  package func name(of licence: PhotoLicence) -> SafeText {
    switch licence {
    case .reserved: say("all rights reserved")
    case .by: "CC BY"
    case .bySA: "CC BY-SA"
    case .byND: "CC BY-ND"
    case .byNC: "CC BY-NC"
    case .byNCSA: "CC BY-NC-SA"
    case .byNCND: "CC BY-NC-ND"
    case .cc0: "CC0"
    }
  }

  package func choice(of quoters: Quoters) -> SafeText {
    switch quoters {
    case .everybody: say("everybody")
    case .followers: say("followers only")
    case .nobody: say("nobody")
    }
  }

  package func sentence(for quoters: Quoters) -> SafeText {
    switch quoters {
    case .everybody: say("everybody may quote it")
    case .followers: say("followers may quote it")
    case .nobody: say("nobody may quote it")
    }
  }
}
