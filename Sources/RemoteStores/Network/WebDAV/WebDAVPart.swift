#if Network
    package import SystemSupport

    /// The name of an object while it is written.
    enum WebDAVPart {
        static let suffix = ".part"

        /// A name that no other write has.
        static func name(for key: StoreKey) -> String {
            let random = (0..<2).map { _ in
                let digits = String(UInt64.random(in: .min ... .max), radix: 16)
                return String(repeating: "0", count: 16 - digits.count) + digits
            }
            return "\(key.text).\(random.joined())\(suffix)"
        }

        /// Whether a name is one that ``name(for:)`` gives.
        static func isName(_ text: String) -> Bool { text.wholeMatch(of: /.+\.[0-9a-f]{32}\.part/) != nil }
    }

    extension WebDAVClient {
        package func removeAbandonedParts(_ cancellation: Cancellation) throws {
            for part in try abandonedParts(cancellation) { try remove(part, cancellation) }
        }

        /// The files that writers left behind: those with the name of a part that did not change for a day.
        func abandonedParts(_ cancellation: Cancellation) throws -> [StoreKey] {
            var parts: [StoreKey] = []
            try forEachFile(in: "", "", cancellation) { key, entry in
                if WebDAVPart.isName(key.text), let age = entry.age, age > 86_400 { parts.append(key) }
            }
            return parts
        }
    }
#endif
