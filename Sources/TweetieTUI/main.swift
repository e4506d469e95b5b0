import Glibc

let program = Program(
  arguments: CommandLine.arguments, environment: ProcessEnvironment.inherited())
exit(program.run())
