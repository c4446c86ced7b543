internal import ContentDigests
internal import Foundation
internal import PhotoModel

/// The change tokens of one app, which tell it nothing about changes that it does not see.
///
/// The numbers of the history count all changes, so the app gets them enciphered. The enciphered block takes the place
/// of the catalogue's identifier. A token is valid until the owner changes what the app may see.
struct AppTokens: Sendable {
    private let cipher: BlockCipher

    init(key: [UInt8]) throws(PhotoLibraryError) { cipher = try BlockCipher(key: key) }

    /// The app's token for a position in the history.
    func enciphered(_ token: PersistentChangeToken) throws(PhotoLibraryError) -> PersistentChangeToken {
        // Half of the identifier shows that the block was deciphered with the right key and is of this catalogue.
        let block = Self.bytes(of: token.number) + Self.mark(of: token.generation)
        return PersistentChangeToken(
            generation: Self.uuid(try cipher.encipher(block)), number: 0, date: token.date)
    }

    /// The position of an app's token.
    ///
    /// - Parameter generation: The identifier of the catalogue.
    /// - Returns: `nil` if the token is of another app, another catalogue, or an earlier decision of the owner.
    func deciphered(
        _ token: PersistentChangeToken, generation: UUID
    ) throws(PhotoLibraryError) -> PersistentChangeToken? {
        let block = try cipher.decipher(withUnsafeBytes(of: token.generation.uuid) { Array($0) })
        guard Array(block.suffix(8)) == Self.mark(of: generation) else { return nil }
        let number = block.prefix(8).reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return PersistentChangeToken(
            generation: generation, number: Int64(bitPattern: number), date: token.date)
    }

    private static func bytes(of number: Int64) -> [UInt8] {
        withUnsafeBytes(of: UInt64(bitPattern: number).littleEndian) { Array($0) }
    }

    private static func mark(of generation: UUID) -> [UInt8] {
        withUnsafeBytes(of: generation.uuid) { Array($0.prefix(8)) }
    }

    private static func uuid(_ bytes: [UInt8]) -> UUID {
        bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
    }
}
