extension Draft {
  /// The same draft in that language, as far as it was typed; blank for the usual one.
  public func written(in language: String?) -> Draft {
    let typed = language.map { Poll.trimmed($0) } ?? ""
    var copy = self
    copy.language = typed.isEmpty ? nil : LanguageTag.written(typed) ?? typed
    return copy
  }

  /// The same draft, to be quoted by these; nil for whoever is set at the service.
  public func quotable(by quoters: Quoters?) -> Draft { changed(self) { $0.quoters = quoters } }

  /// The same draft with that said about it besides; what is empty is not said.
  public func remarked(_ remarks: [AskedField: String]) -> Draft {
    changed(self) { $0.remarks = remarks.filter { !$0.value.allSatisfy(\.isWhitespace) } }
  }

  /// The same draft, posted by the service at that moment; nil for at once.
  public func posted(at moment: Timestamp?) -> Draft { changed(self) { $0.postsAt = moment } }
}

extension Draft.Attachment {
  /// The same picture, described so: one that was sent but not posted is sent again with it.
  func described(as altText: String) -> Draft.Attachment {
    Draft.Attachment(path: path, altText: altText, uploaded: isPosted ? uploaded : nil)
  }
}
