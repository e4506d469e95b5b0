import Glibc
import TweetieTUI

// Not `exit`: it would run the libraries' destructors while threads still use the libraries.
// Everything to be stored has been written by now.
_exit(TweetieProgram(CommandLine.arguments, services: AllServicesProvider()).runProgram())
