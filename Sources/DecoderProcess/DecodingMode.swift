public import SystemPackage

/// The process in which pictures are decoded.
public enum DecodingMode: Sendable {
    /// In worker processes if ``DecoderWorker/installedProgram()`` finds a worker program, otherwise in this process.
    ///
    /// This is the default. ``resolved`` is the mode that is used.
    case automatic
    /// In this process. This is the fastest mode, but a decoder that crashes ends the process.
    case inProcess
    /// In worker processes that can only compute. After a crash or a hang, the picture of one file only is missing.
    ///
    /// If no worker can be started, pictures are decoded in this process, and ``JailConfiguration/onRemark`` is called.
    case jailed(JailConfiguration)

    /// The mode that is used: ``jailed(_:)`` or ``inProcess``, never ``automatic``.
    ///
    /// Each read searches for the worker program again, with a few system calls.
    public var resolved: DecodingMode {
        guard case .automatic = self else { return self }
        return DecoderWorker.installedProgram().map { .jailed(JailConfiguration(executable: $0)) } ?? .inProcess
    }
}

extension DecoderWorker {
    /// The worker program of ``DecodingMode/automatic``: an executable file `photos-decoder`, first in the folder of
    /// the running program, then in `../libexec/openphotokit/` from there.
    ///
    /// `swift build -c release --product photos-decoder` builds it. Name a program in another folder, or the app's own,
    /// in a ``JailConfiguration``.
    ///
    /// - Returns: Its path; `nil` if no such program exists, or the running program's folder is unknown.
    public static func installedProgram() -> FilePath? {
        FilePath.runningProgram.flatMap { installedProgram(beside: $0) }
    }

    /// The worker program for a program at this path.
    static func installedProgram(beside program: FilePath) -> FilePath? {
        let folder = program.removingLastComponent()
        return [folder, folder.appending("../libexec/openphotokit").lexicallyNormalized()]
            .map { $0.appending("photos-decoder") }
            .first { $0.isExecutableFile }
    }
}
