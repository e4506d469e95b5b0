import Glibc
import TweetieTUI

// Not `exit`: destructors of the libraries would run beside threads that still use them, and free
// what those free. Everything to be stored has been written by now.
_exit(TweetieProgram(CommandLine.arguments, services: AllServicesProvider()).runProgram())
