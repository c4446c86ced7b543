internal import Glibc
public import SystemPackage

/// The program for decoder workers, and the limits after which a worker is ended.
public struct JailConfiguration: Sendable {
    /// The path of a program that calls ``DecoderWorker/runIfAsked()`` before anything else.
    public var executable: FilePath
    /// The CPU time in seconds that a worker may use without progress in its file.
    public var maxCPUSeconds: Double = 20
    /// The wall-clock time in seconds that a worker may take without progress in its file.
    public var maxSeconds: Double = 60
    /// The number of bytes that a worker may map in addition to the memory budget of all decoders.
    public var memorySlack: Int = 64 << 20
    /// Called once for each reason why the jail is missing or incomplete, on a decoding thread.
    public var onRemark: @Sendable (DecoderRemark) -> Void = { _ in }

    #if FAULT_HOOKS
        /// The fault that a worker simulates in tests, in the format of ``DecoderFault``.
        package var fault = getenv(DecoderFault.variable).map { String(cString: $0) }
    #endif

    /// Creates a configuration with this worker program; `/proc/self/exe` is the running program.
    public init(executable: FilePath) { self.executable = executable }
}

/// The reason why decoding is less protected than requested.
public struct DecoderRemark: Sendable, Hashable {
    /// A stable text in camel case: `decoderNotJailed` or `decoderJailIncomplete`.
    public let code: String
    /// The reason as a sentence for the user.
    public let message: String
}
