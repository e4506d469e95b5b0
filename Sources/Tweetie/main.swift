import Glibc
import TweetieTUI

exit(Program(CommandLine.arguments, services: Services()).run())
