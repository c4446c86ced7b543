#if FAULT_HOOKS
    internal import CSandbox
    internal import Foundation
    internal import Glibc

    /// The faults that a worker simulates in tests, instead of decoding a file of a certain size.
    enum DecoderFault: String {
        /// Writes to memory that is not mapped.
        case crash
        /// Computes without end.
        case hang
        /// Allocates memory until that fails, and ends with the number of MiB.
        case allocate
        /// Reports progress without end.
        case chatter
        /// Sends a message that is not an answer.
        case lie

        /// The environment variable with the fault and the size of the file in bytes, such as `crash:1234`.
        static let variable = "OPENPHOTOKIT_DECODER_FAULT"

        /// Simulates the fault that the environment variable states for files of this size.
        static func happenIfPlanned(for request: DecodeRequest, on channel: Channel) {
            guard let parts = getenv(variable).map({ String(cString: $0).split(separator: ":") }), parts.count == 2,
                Int(parts[1]) == request.size, request.decodesPixels
            else { return }
            DecoderFault(rawValue: String(parts[0]))?.happen(on: channel)
        }

        private func happen(on channel: Channel) {
            switch self {
            case .crash: UnsafeMutablePointer<UInt8>(bitPattern: 16)?.pointee = 0
            case .hang: while true { _ = clock() }
            case .allocate:
                // mmap(2), because the optimiser removes a malloc(3) whose memory is not used.
                var count: Int32 = 0
                while mmap(nil, 1 << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) != MAP_FAILED {
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

    extension DecoderWorker {
        /// Tries the operations that the jail forbids.
        static func probe(_ payload: Data, on channel: Channel) {
            var results = [opk_probe](repeating: opk_probe(), count: 32)
            let count = opk_jail_probe(String(decoding: payload, as: UTF8.self), getppid(), &results, results.count)
            let errors = results.prefix(count).map { (String(cString: $0.name), $0.error) }
            guard channel.send(.probed, value: Dictionary(errors) { $1 }) else { exit(1) }
        }
    }
#endif
