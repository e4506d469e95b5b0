import Pictures

extension PictureDecoder.DecoderRules {
  /// For tests of what is decoded, not of how soon: the machine is busy with the others.
  static var patient: PictureDecoder.DecoderRules {
    var rules = PictureDecoder.DecoderRules()
    rules.timeLimit = .seconds(60)
    return rules
  }
}
