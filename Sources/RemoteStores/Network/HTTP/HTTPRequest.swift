#if Network
    internal import Originals

    /// A request of HTTP (RFC 9110).
    struct HTTPRequest: Sendable {
        var method: String
        /// The whole address, percent-encoded.
        var url: String
        /// Names and values.
        ///
        /// Neither contains a line end.
        var headers: [(name: String, value: String)] = []
        var body: Upload?
        /// The object that the request is about, for errors.
        var subject: String?

        /// Whether the service may work for long after it has the whole request, and before it answers.
        var isAnsweredLate: Bool { ["PUT", "POST", "MOVE"].contains(method) }
    }

    /// The status and the headers of an answer.
    struct HTTPAnswer: Sendable {
        /// From 200 to 599.
        var status = 0
        /// The values by names in lower case.
        ///
        /// The last one if a name is repeated.
        var headers: [String: String] = [:]

        var isSuccess: Bool { (200..<300).contains(status) }

        /// The number of bytes of the body or, for HEAD, of the object; `nil` if it is not stated.
        var contentLength: Int64? { headers["content-length"].flatMap { Int64($0) }.flatMap { $0 >= 0 ? $0 : nil } }

        /// The version of the object.
        var version: ByteVersion { headers["etag"].map(ByteVersion.init(entityTag:)) ?? .unknown }
    }

    extension ByteVersion {
        /// The version for an entity tag (RFC 9110, section 8.8.3).
        ///
        /// The mark of a weak tag is left out: Apache's tags are weak while a file is younger than a second. A tag
        /// without quotation marks gets them: WsgiDAV leaves them out in lists.
        init(entityTag: String) {
            let tag = entityTag.hasPrefix("W/") ? String(entityTag.dropFirst(2)) : entityTag
            self = tag.isEmpty ? .unknown : .tag(tag.hasPrefix("\"") ? tag : "\"\(tag)\"")
        }
    }
#endif
