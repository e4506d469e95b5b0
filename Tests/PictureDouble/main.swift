PictureDouble(calledBy: CommandLine.arguments).run()
