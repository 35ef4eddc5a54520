import Glibc

ProcessMemory.prepare()
exit(Run.exitCode(arguments: Array(CommandLine.arguments.dropFirst())).rawValue)
