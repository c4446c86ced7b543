#if Network
    internal import CLibCurl
    internal import Glibc
    internal import PhotoModel

    /// A handle of libcurl for one transfer at a time, with the connections that it keeps open.
    ///
    /// Invariant of `@unchecked Sendable`: the object that took a connection from ``HTTPTransport`` is the only one
    /// that uses it, until it gives it back. Other threads only call ``wakeUp()``, for which curl_multi_wakeup(3) is
    /// made.
    final class HTTPConnection: @unchecked Sendable {
        let easy: UnsafeMutableRawPointer
        let multi: UnsafeMutableRawPointer

        private static let isInitialised = curl_global_init(Int(CURL_GLOBAL_ALL)) == CURLE_OK

        /// - Throws: `internalError` if libcurl has no memory.
        init() throws(PhotoLibraryError) {
            guard Self.isInitialised, let easy = curl_easy_init() else { throw Self.noMemory }
            guard let multi = curl_multi_init() else {
                curl_easy_cleanup(easy)
                throw Self.noMemory
            }
            (self.easy, self.multi) = (easy, multi)
        }

        deinit {
            curl_easy_cleanup(easy)
            curl_multi_cleanup(multi)
        }

        static var noMemory: PhotoLibraryError { PhotoLibraryError(.internalError, "libcurl has no memory.") }

        /// Ends a wait in curl_multi_poll(3), now or the next one.
        func wakeUp() { curl_multi_wakeup(multi) }

        // MARK: Options

        func set(_ option: CURLoption, _ value: Int) throws(PhotoLibraryError) {
            try check(clibcurl_set_number(easy, option, value))
        }

        func set(_ option: CURLoption, size: Int64) throws(PhotoLibraryError) {
            try check(clibcurl_set_size(easy, option, curl_off_t(size)))
        }

        func set(_ option: CURLoption, _ value: String) throws(PhotoLibraryError) {
            try check(clibcurl_set_text(easy, option, value))
        }

        func set(_ option: CURLoption, _ value: UnsafeMutableRawPointer?) throws(PhotoLibraryError) {
            try check(clibcurl_set_pointer(easy, option, value))
        }

        func set(_ option: CURLoption, _ function: curl_write_callback) throws(PhotoLibraryError) {
            try check(clibcurl_set_function(easy, option, function))
        }

        /// Limits the bytes that the kernel keeps, so that the bytes it took show the progress of an upload.
        func limitUnsentBytes() throws(PhotoLibraryError) {
            try check(
                clibcurl_set_socket_function(easy) { _, socket, _ in
                    var limit: Int32 = 1 << 17
                    setsockopt(
                        socket, Int32(IPPROTO_TCP), TCP_NOTSENT_LOWAT, &limit, socklen_t(MemoryLayout<Int32>.size))
                    return Int32(CURL_SOCKOPT_OK)
                })
        }

        private func check(_ code: CURLcode) throws(PhotoLibraryError) {
            guard code == CURLE_OK else {
                // The text does not show the value, which may be a credential.
                throw PhotoLibraryError(
                    .internalError, "libcurl does not accept an option: \(String(cString: curl_easy_strerror(code))).")
            }
        }
    }
#endif
