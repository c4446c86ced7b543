#if Network
    internal import Foundation
    internal import Originals

    /// An entry of a folder in an answer to PROPFIND (RFC 4918, section 9.1).
    struct WebDAVEntry {
        /// Percent-encoded: an address, or a path with or without a slash at its beginning.
        var href = ""
        var isFolder = false
        var size: Int64?
        var version = ByteVersion.unknown
        /// For how many seconds it has not changed, by the service's own clock; `nil` if the service does not say.
        var age: TimeInterval?

        /// The body of a request for these properties.
        static let request = """
            <?xml version="1.0" encoding="utf-8"?>
            <D:propfind xmlns:D="DAV:"><D:prop><D:resourcetype/><D:getcontentlength/><D:getetag/><D:getlastmodified/>\
            </D:prop></D:propfind>
            """

        /// The name in a folder; `nil` for the folder itself and for what is elsewhere.
        ///
        /// - Parameter folder: The folder's path: decoded, with slashes at both ends.
        func name(in folder: String) -> String? {
            guard let decoded = pathOfHref.removingPercentEncoding else { return nil }
            var name = decoded[...]
            if decoded.hasPrefix("/") {
                guard decoded.hasPrefix(folder) else { return nil }
                name = name.dropFirst(folder.count)
            }
            if name.hasSuffix("/") { name = name.dropLast() }
            return name.isEmpty || name.contains("/") ? nil : String(name)
        }

        /// Without the scheme and the host, which may be those that the service has behind a proxy.
        private var pathOfHref: Substring {
            guard let scheme = href.range(of: "://"), !href[..<scheme.lowerBound].contains("/") else {
                return href[...]
            }
            return href[scheme.upperBound...].drop { $0 != "/" }
        }
    }

    extension HTTPTransfer {
        /// Calls `body` with each entry of the answer to PROPFIND while it arrives, also with the folder itself.
        func readEntries(_ body: @escaping (WebDAVEntry) throws -> Void) throws {
            var entry = WebDAVEntry()
            let now = try answer().date
            try readXML { event in
                switch event {
                case .start("response"): entry = WebDAVEntry()
                case .end("href", let text): entry.href = text.trimmingCharacters(in: .whitespacesAndNewlines)
                case .end("collection", _): entry.isFolder = true
                case .end("getcontentlength", let text):
                    if let size = Int64(text), size >= 0 { entry.size = size }
                case .end("getetag", let text):
                    if !text.isEmpty { entry.version = ByteVersion(entityTag: text) }
                case .end("getlastmodified", let text):
                    entry.age = Date(httpText: text).flatMap { now?.timeIntervalSince($0) }
                case .end("response", _): try body(entry)
                default: break
                }
            }
        }
    }
#endif
