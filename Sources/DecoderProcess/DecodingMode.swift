internal import Glibc
public import SystemPackage

/// Where pictures are decoded.
public enum DecodingMode: Sendable {
    /// In this process: the fastest, and a decoder that crashes takes the process with it.
    case inProcess
    /// In worker processes that can do nothing but compute: a crash or a hang costs one file's picture.
    case jailed(JailConfiguration)
}

/// How decoder workers are started, and when one is given up.
public struct JailConfiguration: Sendable {
    /// The program that calls ``DecoderWorker/runIfAsked()`` first of all.
    public var executable: FilePath
    /// How many seconds of CPU time a worker may use without getting further in its file.
    public var maxCPUSeconds: Double = 20
    /// How many seconds may pass without a worker getting further in its file.
    public var maxSeconds: Double = 60
    /// How many bytes a worker may map beyond the whole memory budget of all decoders.
    public var memorySlack: Int = 64 << 20
    /// Told once of each thing that keeps the jail from being whole; called on a decoding thread.
    public var onRemark: @Sendable (DecoderRemark) -> Void = { _ in }

    /// What a worker does wrong, as ``DecoderFault`` reads it: for tests.
    package var fault: String?

    /// Workers of this program; `/proc/self/exe` is the one that runs.
    public init(executable: FilePath) {
        self.executable = executable
        fault = getenv(DecoderFault.variable).map { String(cString: $0) }
    }
}

/// Why decoding is less protected than was asked for.
public struct DecoderRemark: Sendable, Hashable {
    /// Camel case, stable: `decoderNotJailed`, `decoderJailIncomplete`.
    public let code: String
    /// One sentence for a person.
    public let message: String
}
