#if Network
    internal import CLibCurl
    internal import Foundation
    internal import PhotoModel

    /// Makes the errors of one request.
    ///
    /// None of them has a header of the request, a query or a credential.
    struct HTTPFailures {
        private let host: String
        private let subject: String?
        let isThisHost: Bool

        init(_ request: HTTPRequest) {
            let components = URLComponents(string: request.url)
            host = components?.host ?? "the service"
            isThisHost = HTTPEndpoint.isThisHost(host)
            subject = request.subject
        }

        static var cancelled: PhotoLibraryError { PhotoLibraryError(.cancelled, "The transfer was cancelled.") }

        static var changedWhileSent: PhotoLibraryError {
            PhotoLibraryError(.sourceChanged, "The file changed its size while it was sent. Try again.")
        }

        var noAnswer: PhotoLibraryError { networkError("\(host) closed the connection without an answer.") }

        var keptOtherBytes: PhotoLibraryError { networkError("\(host) kept other bytes than it was sent.") }

        static func noSize(of subject: String) -> PhotoLibraryError {
            PhotoLibraryError(.ioFailure, "The service does not state the size of its objects.", path: subject)
        }

        var isShort: PhotoLibraryError { networkError("\(host) sent fewer bytes than it announced.") }

        func stalled(for time: Duration) -> PhotoLibraryError {
            networkError("\(host) sent nothing for \(time.components.seconds) s.")
        }

        private func networkError(_ reason: String, isTransient: Bool = true, remedy: String = "Try again later.")
            -> PhotoLibraryError
        {
            PhotoLibraryError(
                .networkError, "\(reason) \(remedy)", path: subject,
                cause: HTTPFailure(isTransient: isTransient, reason: reason))
        }

        /// The error for a transfer that libcurl ended.
        ///
        /// - Parameter text: libcurl's description, which may be empty.
        func error(for code: CURLcode, _ text: String) -> PhotoLibraryError {
            let text = text.isEmpty ? String(cString: curl_easy_strerror(code)) : text
            switch code {
            case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_ISSUER_ERROR, CURLE_SSL_INVALIDCERTSTATUS:
                return networkError(
                    "The identity of \(host) cannot be verified: \(text).", isTransient: false,
                    remedy: "If it has an authority of its own, name the file of the authority's certificate.")
            case CURLE_SSL_CACERT_BADFILE, CURLE_SSL_CERTPROBLEM, CURLE_SSL_CIPHER, CURLE_SSL_ENGINE_NOTFOUND:
                return networkError(
                    "The certificates of the authorities cannot be used: \(text).", isTransient: false,
                    remedy: "Check the file of certificates.")
            case CURLE_URL_MALFORMAT:
                return PhotoLibraryError(
                    .ioFailure, "The address of the service cannot be used: \(text).", path: subject)
            case CURLE_OUT_OF_MEMORY: return HTTPConnection.noMemory
            case CURLE_ABORTED_BY_CALLBACK: return Self.cancelled
            default: return networkError("The connection to \(host) failed: \(text).")
            }
        }

        /// The error for an answer that is no success.
        ///
        /// - Parameters:
        ///   - detail: What the body of the answer says.
        ///   - meaning: The status that has the meaning of the detail; `nil` for that of the answer.
        func error(for answer: HTTPAnswer, detail: String?, as meaning: Int?) -> PhotoLibraryError {
            let status = meaning ?? answer.status
            let reason = "\(host) answered \(answer.status)" + (detail.map { " (\($0))" } ?? "") + "."
            let (code, isTransient, remedy): (PhotoLibraryError.Code, Bool, String) =
                switch status {
                case 300..<400: (.ioFailure, false, "It is at another address. Use that address for the store.")
                case 401, 403, 407: (.accessUserDenied, false, "Check the user, the password and the permissions.")
                case 404, 410: (.missingResource, false, "It has no such object.")
                case 413: (.ioFailure, false, "The object is too large for it.")
                case 507: (.notEnoughSpace, false, "It is full. Free some space there.")
                case 408, 423, 425, 429, 500, 502, 503, 504: (.networkError, true, "Try again later.")
                case 501, 505: (.ioFailure, false, "It does not support what a store needs.")
                case 500...: (.networkError, true, "Try again later.")
                default: (.ioFailure, false, "It refused the request.")
                }
            let cause = HTTPFailure(
                status: answer.status, retryAfter: answer.retryAfter, isTransient: isTransient, reason: reason)
            return PhotoLibraryError(code, "\(reason) \(remedy)", path: subject, cause: cause)
        }
    }

    extension HTTPAnswer {
        /// The time of the header Retry-After: seconds, or a date (RFC 9110, section 10.2.3).
        var retryAfter: Duration? {
            guard let value = headers["retry-after"] else { return nil }
            if let seconds = Int64(value) { return seconds >= 0 ? .seconds(min(seconds, 86_400)) : nil }
            guard let date = Date(httpText: value) else { return nil }
            return .seconds(min(max(0, date.timeIntervalSinceNow), 86_400))
        }

        /// When the service answered, by its own clock; `nil` if it does not say (RFC 9110, section 6.6.1).
        var date: Date? { headers["date"].flatMap(Date.init(httpText:)) }
    }

    extension Date {
        /// A date as headers of HTTP and properties of WebDAV have it (RFC 9110, section 5.6.7).
        init?(httpText text: String) {
            let seconds = curl_getdate(text, nil)
            guard seconds >= 0 else { return nil }
            self.init(timeIntervalSince1970: TimeInterval(seconds))
        }
    }
#endif
