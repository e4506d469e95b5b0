try Darkroom(arguments: Array(CommandLine.arguments.dropFirst())).run()
