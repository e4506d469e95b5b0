extension PictureOrder {
  /// How many seconds the decoder may work.
  package var patience: UInt32 {
    switch job {
    case .show: 2
    case .move: 6
    case .upload: 10
    }
  }
}
