#if Network
    package import PhotoModel

    /// The keys of an account of a service.
    package struct S3Credentials: Sendable {
        let accessKey: String
        let secretKey: String
        /// For temporary keys.
        let sessionToken: String?

        package init(accessKey: String, secretKey: String, sessionToken: String? = nil) {
            (self.accessKey, self.secretKey, self.sessionToken) = (accessKey, secretKey, sessionToken)
        }
    }

    /// A bucket of a service, and the beginning of the keys in it.
    package struct S3Location: Sendable {
        /// The address of the bucket.
        let endpoint: HTTPEndpoint
        let region: String
        /// Empty, or with a slash at its end.
        let prefix: String

        /// - Parameters:
        ///   - prefix: What is before the keys of the store, with or without a slash at its end.
        ///   - endpoint: The service; `nil` for Amazon's of the region.
        ///   - isInPath: Whether the bucket is in the path of the address, not in its host; `nil` for the usual way: in
        ///     the host at Amazon's service unless the name has a dot, and in the path at others.
        /// - Throws: `invalidResource` for a bucket or region that cannot exist.
        package init(
            bucket: String, prefix: String = "", region: String = "us-east-1", endpoint: HTTPEndpoint? = nil,
            isInPath: Bool? = nil
        ) throws(PhotoLibraryError) {
            // The names that any service permits: the bucket becomes a part of the address.
            let isName = { (text: String) in
                !text.isEmpty && text.count <= 255
                    && text.utf8.allSatisfy { S3Encoding.isUnreserved($0) && $0 != UInt8(ascii: "~") }
            }
            guard isName(bucket), isName(region), !bucket.hasPrefix(".") else {
                throw PhotoLibraryError(.invalidResource, "The bucket or the region has no valid name.")
            }
            let service: HTTPEndpoint
            if let endpoint {
                service = endpoint
            } else {
                service = try HTTPEndpoint("https://s3.\(region).amazonaws.com")
            }
            if isInPath ?? (endpoint != nil || bucket.contains(".")) {
                self.endpoint = service.appending(bucket)
            } else {
                self.endpoint = service.prefixed(with: bucket)
            }
            self.region = region
            self.prefix = prefix.isEmpty || prefix.hasSuffix("/") ? prefix : prefix + "/"
        }
    }
#endif
