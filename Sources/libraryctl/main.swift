import Glibc

exit(Run.exitCode(arguments: Array(CommandLine.arguments.dropFirst())).rawValue)
