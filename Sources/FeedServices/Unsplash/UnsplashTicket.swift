internal import FeedDomain

/// What is needed to go on when the person comes back from the browser.
struct UnsplashTicket: Equatable, Sendable {
  let access: Secret
  let consumer: Secret
  /// Comes back with the address, where one comes back.
  let state: String
}

extension UnsplashTicket {
  init?(_ secret: Secret) {
    let json = secret.kept
    guard let access = json["access"].filledString, let consumer = json["consumer"].filledString,
      let state = json["state"].filledString
    else { return nil }
    self.init(access: Secret(access), consumer: Secret(consumer), state: state)
  }

  var secret: Secret {
    Secret(keeping: [
      "access": .string(access.revealed), "consumer": .string(consumer.revealed),
      "state": .string(state),
    ])
  }

  /// The code in what somebody brought back: the code itself, or the address at which the browser
  /// ended, which must be of the same attempt.
  func code(in answer: String) -> String? {
    let answer = answer.trimmingBlanks
    guard answer.contains("=") else {
      return answer.isEmpty || answer.contains("://") ? nil : answer
    }
    let fields = FormReply(String(answer.split(separator: "?").last ?? "")).fields
    // The page that shows the code is told no state.
    let page = answer.split(separator: "?").first
    let isUntold = fields["state"] == nil && page?.hasSuffix("/oauth/authorize/native") == true
    guard fields["state"] == state || isUntold else { return nil }
    return fields["code"].flatMap { $0.isEmpty ? nil : $0 }
  }
}
