internal import Glibc

/// What tests have a worker do instead of decoding a file of a certain size.
enum DecoderFault: String {
    /// Writes to memory that is not there.
    case crash
    /// Computes for ever.
    case hang
    /// Takes memory until there is none, and ends with the number of MiB.
    case allocate
    /// Tells of progress for ever.
    case chatter
    /// Says something that is no answer.
    case lie

    /// `crash:1234`: the fault and the size of the file in bytes.
    static let variable = "OPENPHOTOKIT_DECODER_FAULT"

    /// The fault of the environment and its size; `nil` outside tests.
    static var planned: (fault: DecoderFault, size: Int)? {
        guard let text = getenv(variable).map({ String(cString: $0) }) else { return nil }
        let parts = text.split(separator: ":")
        guard parts.count == 2, let fault = DecoderFault(rawValue: String(parts[0])), let size = Int(parts[1]) else {
            return nil
        }
        return (fault, size)
    }

    /// Happens.
    func happen(on channel: Channel) {
        switch self {
        case .crash: UnsafeMutablePointer<UInt8>(bitPattern: 16)?.pointee = 0
        case .hang: while true { sched_yield() }
        case .allocate:
            var count: Int32 = 0
            while let memory = malloc(1 << 20) {
                memset(memory, 1, 1 << 20)
                count += 1
            }
            exit(min(count, 255))
        case .chatter:
            var count = 0
            while channel.send(.progress, .init(number: count)) { count += 1 }
        case .lie: _ = channel.send(.answer, value: ["picture": "none"])
        }
    }
}
