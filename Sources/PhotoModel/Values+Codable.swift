internal import Foundation

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
    private enum Key: CodingKey { case version, hash, quality, picture, size }

    /// Reads a signature whose thumbnail has 64×64 levels and whose quality is 0 to 100.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        let thumbnail = try container.decode(Data.self, forKey: .picture)
        let quality = try container.decode(Int.self, forKey: .quality)
        guard thumbnail.count == Self.thumbnailSide * Self.thumbnailSide, 0...100 ~= quality else {
            throw DecodingError.dataCorruptedError(
                forKey: .picture, in: container, debugDescription: "This is no signature.")
        }
        self.init(
            version: try container.decode(Int.self, forKey: .version),
            hash: try container.decode(PerceptualHash.self, forKey: .hash), quality: quality,
            thumbnail: Array(thumbnail), size: try container.decode(PixelSize.self, forKey: .size))
    }

    /// Writes the properties, with the thumbnail in base64.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(version, forKey: .version)
        try container.encode(hash, forKey: .hash)
        try container.encode(quality, forKey: .quality)
        try container.encode(Data(thumbnail), forKey: .picture)
        try container.encode(size, forKey: .size)
    }
}
