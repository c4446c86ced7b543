public import Foundation

/// The programs that see a representation; the raw values are Apple's.
///
/// It has no effect here, because an item never leaves its process.
public enum NSItemProviderRepresentationVisibility: Int, Sendable {
    /// All programs.
    case all = 0
    /// The programs of the same developer.
    case team = 1
    /// The programs of the same group.
    case group = 2
    /// This process.
    case ownProcess = 3
}

/// How a file representation can be read.
public struct NSItemProviderFileOptions: OptionSet, Sendable {
    /// The bits of the options.
    public let rawValue: Int

    /// Creates options from their bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// The file may be opened where it is; otherwise it is copied.
    public static let openInPlace: NSItemProviderFileOptions = NSItemProviderFileOptions(rawValue: 1)
}

/// An object that can be made from the bytes of an item.
public protocol NSItemProviderReading: NSObjectProtocol, SendableMetatype {
    /// The types from which the object can be made, best first.
    static var readableTypeIdentifiersForItemProvider: [String] { get }

    /// Makes an object.
    ///
    /// - Parameters:
    ///   - data: The bytes of a representation.
    ///   - typeIdentifier: One of ``readableTypeIdentifiersForItemProvider``, to which the representation conforms.
    /// - Throws: An error if the bytes are not those of such an object.
    static func object(withItemProviderData data: Data, typeIdentifier: String) throws -> Self
}

/// An object that can be written as the bytes of an item.
public protocol NSItemProviderWriting: NSObjectProtocol, SendableMetatype {
    /// The types in which objects of this class can be written, best first.
    static var writableTypeIdentifiersForItemProvider: [String] { get }

    /// The types in which this object can be written, best first.
    var writableTypeIdentifiersForItemProvider: [String] { get }

    /// Writes the object.
    ///
    /// - Parameters:
    ///   - typeIdentifier: One of the types in which the object can be written.
    ///   - completionHandler: Takes the bytes or an error, once.
    /// - Returns: The progress, by which the writing is cancelled; `nil` if the object does not report it.
    func loadData(
        withTypeIdentifier typeIdentifier: String,
        forItemProviderCompletionHandler completionHandler: @escaping @Sendable (Data?, (any Error)?) -> Void
    ) -> Progress?
}

extension NSItemProviderWriting {
    /// The types of the class.
    public var writableTypeIdentifiersForItemProvider: [String] { Self.writableTypeIdentifiersForItemProvider }
}

/// The domain of the errors of ``NSItemProvider``.
public let NSItemProviderErrorDomain: String = "NSItemProviderErrorDomain"

extension NSItemProvider {
    /// The domain of the errors of item providers.
    public static var errorDomain: String { NSItemProviderErrorDomain }

    /// The codes of the errors; the raw values are Apple's.
    public enum ErrorCode: Int, Sendable {
        /// An error without a more specific code.
        case unknownError = -1
        /// The item has no representation of the type, or it cannot be loaded: see `NSUnderlyingErrorKey`.
        case itemUnavailableError = -1000
        /// The bytes are not those of an object of the class: see `NSUnderlyingErrorKey`.
        case unexpectedValueClassError = -1100
        /// The item has no representation from which an object of the class can be made.
        case unavailableCoercionError = -1200
    }

    static func error(_ code: ErrorCode, _ message: String, cause: (any Error)? = nil) -> NSError {
        var userInfo: [String: Any] = [
            NSLocalizedDescriptionKey: message, NSLocalizedFailureReasonErrorKey: message,
        ]
        userInfo[NSUnderlyingErrorKey] = cause
        return NSError(domain: NSItemProviderErrorDomain, code: code.rawValue, userInfo: userInfo)
    }
}
