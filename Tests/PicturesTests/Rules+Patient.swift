import Pictures

extension PictureDecoder.Rules {
  /// For tests of what is decoded, not of how soon: the machine is busy with the others.
  static var patient: PictureDecoder.Rules {
    var rules = PictureDecoder.Rules()
    rules.timeLimit = .seconds(60)
    return rules
  }
}
