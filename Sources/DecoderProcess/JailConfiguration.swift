internal import Glibc
public import SystemPackage

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

    #if FAULT_HOOKS
        /// What a worker does wrong, as ``DecoderFault`` reads it: for tests.
        package var fault = getenv(DecoderFault.variable).map { String(cString: $0) }
    #endif

    /// Workers of this program; `/proc/self/exe` is the one that runs.
    public init(executable: FilePath) { self.executable = executable }
}

/// Why decoding is less protected than was asked for.
public struct DecoderRemark: Sendable, Hashable {
    /// Camel case, stable: `decoderNotJailed`, `decoderJailIncomplete`.
    public let code: String
    /// One sentence for a person.
    public let message: String
}
