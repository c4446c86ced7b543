#if Network
    internal import Foundation
    package import PhotoModel

    /// The address of a service: `https://HOST[:PORT][/PATH]`.
    package struct HTTPEndpoint: Sendable, Hashable {
        /// `https`, or `http`.
        let scheme: String
        /// A name or an address; an IPv6 address in brackets.
        let host: String
        let port: Int?
        /// Percent-encoded, and empty or with a slash at the beginning and none at the end.
        let path: String

        /// - Parameter permitsPlainText: Whether other hosts than this one may be reached without TLS.
        /// - Throws: `invalidResource` for a text that is no such address, or has a user, a query or a fragment.
        package init(_ text: String, permitsPlainText: Bool = false) throws(PhotoLibraryError) {
            // The text may contain a password, so that no error shows it.
            guard let parts = URLComponents(string: text), let scheme = parts.scheme?.lowercased(),
                let host = parts.percentEncodedHost, !host.isEmpty, ["http", "https"].contains(scheme)
            else { throw Self.invalid("It is no address of the form https://HOST/PATH.") }
            guard parts.user == nil, parts.password == nil else {
                throw Self.invalid("It contains a user or a password. Give them separately.")
            }
            guard parts.query == nil, parts.fragment == nil else { throw Self.invalid("It contains `?` or `#`.") }
            guard parts.port.map({ (1...65535).contains($0) }) != false else {
                throw Self.invalid("It has no valid port.")
            }
            self.init(scheme: scheme, host: host.lowercased(), port: parts.port, path: parts.percentEncodedPath)
            guard scheme == "https" || permitsPlainText || isThisHost else {
                throw Self.invalid("It is not encrypted. Use https, or permit it explicitly.")
            }
        }

        private init(scheme: String, host: String, port: Int?, path: String) {
            (self.scheme, self.host, self.port) = (scheme, host, port)
            let components = path.split(separator: "/")
            self.path = components.map { "/" + $0 }.joined()
        }

        private static func invalid(_ reason: String) -> PhotoLibraryError {
            PhotoLibraryError(.invalidResource, "The address of the service cannot be used. \(reason)")
        }

        /// Whether the service is on this computer.
        var isThisHost: Bool { Self.isThisHost(host) }

        /// Whether a host is this computer.
        ///
        /// - Parameter host: In lower case, an IPv6 address with or without brackets.
        static func isThisHost(_ host: String) -> Bool {
            if ["localhost", "[::1]", "::1"].contains(host) { return true }
            let parts = host.split(separator: ".", omittingEmptySubsequences: false)
            return parts.count == 4 && parts.first == "127" && parts.allSatisfy { UInt8($0) != nil }
        }

        /// The host and the port unless it is the default one, as in the header Host.
        var authority: String {
            guard let port, port != (scheme == "https" ? 443 : 80) else { return host }
            return "\(host):\(port)"
        }

        /// The same service with a label before its host.
        func prefixed(with label: String) -> HTTPEndpoint {
            HTTPEndpoint(scheme: scheme, host: "\(label).\(host)", port: port, path: path)
        }

        /// The same service with another path at its end.
        ///
        /// - Parameter suffix: Percent-encoded.
        func appending(_ suffix: String) -> HTTPEndpoint {
            HTTPEndpoint(scheme: scheme, host: host, port: port, path: "\(path)/\(suffix)")
        }

        /// The address of a path of the service.
        ///
        /// - Parameter path: Percent-encoded, with a slash at the beginning.
        func url(_ path: String, query: String = "") -> String {
            "\(scheme)://\(authority)\(path)" + (query.isEmpty ? "" : "?\(query)")
        }
    }
#endif
