internal import Foundation
internal import SystemPackage

// The encoding of values between processes. A value with an invariant checks it after decoding, because the sender
// can be a decoder that a malicious file controls.

extension Digest: Codable {
    /// Reads 32 bytes in base64.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let digest = Digest(try container.decode(Data.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "A digest has 32 bytes.")
        }
        self = digest
    }

    /// Writes the bytes in base64.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(Data(bytes))
    }
}

extension PerceptualHash: Codable {
    /// Reads 32 bytes in base64.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let hash = PerceptualHash(bytes: try container.decode(Data.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "A hash has 32 bytes.")
        }
        self = hash
    }

    /// Writes ``bytes`` in base64.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(Data(bytes))
    }
}

extension CaptureTime: Codable {
    /// Reads the form that ``description`` gives.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let time = CaptureTime(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "This is no time.")
        }
        self = time
    }

    /// Writes ``description``, which contains all properties.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}

extension ImageMetadata.Location: Codable {
    private enum Key: CodingKey { case latitude, longitude, altitude }

    /// Reads degrees and metres.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        guard
            let location = ImageMetadata.Location(
                latitude: try container.decode(Double.self, forKey: .latitude),
                longitude: try container.decode(Double.self, forKey: .longitude),
                altitude: try container.decodeIfPresent(Double.self, forKey: .altitude))
        else {
            throw DecodingError.dataCorruptedError(
                forKey: .latitude, in: container, debugDescription: "This place is not on Earth.")
        }
        self = location
    }

    /// Writes degrees and metres.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(latitude, forKey: .latitude)
        try container.encode(longitude, forKey: .longitude)
        try container.encodeIfPresent(altitude, forKey: .altitude)
    }
}

extension ContentSignature: Codable {
    private enum Key: CodingKey { case version, hash, quality, picture, size, unconverted, unconvertedHash }

    /// Reads a signature whose thumbnails have 64×64 levels and whose quality is 0 to 100.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        let thumbnail = try container.decode(Data.self, forKey: .picture)
        let quality = try container.decode(Int.self, forKey: .quality)
        let unconverted = try container.decodeIfPresent(Data.self, forKey: .unconverted)
        let count = Self.thumbnailSide * Self.thumbnailSide
        guard thumbnail.count == count, unconverted?.count ?? count == count, 0...100 ~= quality else {
            throw DecodingError.dataCorruptedError(
                forKey: .picture, in: container, debugDescription: "This is no signature.")
        }
        self.init(
            version: try container.decode(Int.self, forKey: .version),
            hash: try container.decode(PerceptualHash.self, forKey: .hash), quality: quality,
            picture: .thumbnail(Array(thumbnail)), size: try container.decode(PixelSize.self, forKey: .size),
            unconverted: try unconverted.map {
                .thumbnail(Array($0), hash: try container.decode(PerceptualHash.self, forKey: .unconvertedHash))
            })
    }

    /// Writes the properties, with the thumbnails in base64.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(version, forKey: .version)
        try container.encode(hash, forKey: .hash)
        try container.encode(quality, forKey: .quality)
        try container.encode(Data(thumbnail), forKey: .picture)
        try container.encode(size, forKey: .size)
        guard case .thumbnail(let levels, let hash) = unconverted else { return }
        try container.encode(Data(levels), forKey: .unconverted)
        try container.encode(hash, forKey: .unconvertedHash)
    }
}

extension AssetResource.Location: Codable {
    private enum Key: CodingKey { case library, reference, asset }

    /// Reads a location; an empty object is ``elsewhere``.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        self =
            if let path = try container.decodePathIfPresent(forKey: .library) {
                .library(path)
            } else if let path = try container.decodePathIfPresent(forKey: .reference) {
                .reference(path)
            } else if let asset = try container.decodeIfPresent(String.self, forKey: .asset) {
                .withheld(asset: asset)
            } else {
                .elsewhere
            }
    }

    /// Writes the bytes of paths in base64.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        switch self {
        case .library(let path): try container.encode(Data(path.bytes), forKey: .library)
        case .reference(let path): try container.encode(Data(path.bytes), forKey: .reference)
        case .withheld(let asset): try container.encode(asset, forKey: .asset)
        case .elsewhere: break
        }
    }
}

extension AssetResource: Codable {
    private enum Key: CodingKey {
        case kind, location, originalFilename, bytes, sha256, imageDataDigest, format, orientation, colorProfile, size
    }

    /// Reads a resource with a size of at least 0 and a file name without slashes.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        let name = try container.decodePathIfPresent(forKey: .originalFilename)
        let bytes = try container.decode(Int.self, forKey: .bytes)
        guard bytes >= 0, name.map({ $0.components.count == 1 && $0.isRelative }) ?? true else {
            throw DecodingError.dataCorruptedError(
                forKey: .bytes, in: container, debugDescription: "This is not a resource.")
        }
        self.init(
            kind: try container.decode(Kind.self, forKey: .kind),
            location: try container.decode(Location.self, forKey: .location),
            originalFilename: name?.lastComponent, bytes: bytes,
            sha256: try container.decode(Digest.self, forKey: .sha256),
            imageDataDigest: try container.decodeIfPresent(Digest.self, forKey: .imageDataDigest),
            format: try container.decode(ImageFormat.self, forKey: .format),
            orientation: try container.decode(Orientation.self, forKey: .orientation),
            colorProfile: try container.decode(ColorProfile.self, forKey: .colorProfile),
            size: try container.decodeIfPresent(PixelSize.self, forKey: .size))
    }

    /// Writes the properties, with the bytes of names and paths in base64.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(kind, forKey: .kind)
        try container.encode(location, forKey: .location)
        try container.encodeIfPresent(
            originalFilename.map { Data(FilePath(root: nil, [$0]).bytes) }, forKey: .originalFilename)
        try container.encode(bytes, forKey: .bytes)
        try container.encode(sha256, forKey: .sha256)
        try container.encodeIfPresent(imageDataDigest, forKey: .imageDataDigest)
        try container.encode(format, forKey: .format)
        try container.encode(orientation, forKey: .orientation)
        try container.encode(colorProfile, forKey: .colorProfile)
        try container.encodeIfPresent(size, forKey: .size)
    }
}

extension KeyedDecodingContainer {
    /// Reads the bytes of a path in base64.
    fileprivate func decodePathIfPresent(forKey key: Key) throws -> FilePath? {
        try decodeIfPresent(Data.self, forKey: key).map { bytes in
            guard let path = FilePath(bytes: bytes) else {
                throw DecodingError.dataCorruptedError(
                    forKey: key, in: self, debugDescription: "A path does not contain NUL.")
            }
            return path
        }
    }
}
