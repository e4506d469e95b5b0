import PictureDecoder

#if hasFeature(Embedded)
  // Embedded Swift passes no arguments on by itself.
  @_cdecl("main")
  func main(_ count: CInt, _ words: UnsafePointer<UnsafePointer<CChar>?>) -> CInt {
    let arguments = (0..<Int(count)).compactMap { words[$0].map { String(cString: $0) } }
    DecoderProgram(arguments: Array(arguments.dropFirst())).runProgram()
  }
#else
  @main
  enum Program {
    static func main() {
      DecoderProgram(arguments: Array(CommandLine.arguments.dropFirst())).runProgram()
    }
  }
#endif
