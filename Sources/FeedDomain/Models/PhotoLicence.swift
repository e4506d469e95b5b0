/// On what terms others may use a photo.
public enum PhotoLicence: String, CaseIterable, Hashable, Sendable {
  /// On none, unless its author allows it.
  case reserved
  /// As Creative Commons has it: naming its author, and as it is, not for money, under the same terms.
  case by
  case bySA = "by-sa"
  case byND = "by-nd"
  case byNC = "by-nc"
  case byNCSA = "by-nc-sa"
  case byNCND = "by-nc-nd"
  /// On any.
  case cc0
}
