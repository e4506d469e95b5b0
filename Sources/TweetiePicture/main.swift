import PictureDecoder

PictureProgram(arguments: Array(CommandLine.arguments.dropFirst())).run()
