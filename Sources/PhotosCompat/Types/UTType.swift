internal import PhotoModel

/// A type of data, such as a JPEG file.
///
/// The declared types are those of pictures and videos, with their supertypes, and a few of text. Apple's systems also
/// know types of other programs, which have no counterpart here.
public struct UTType: Sendable, Hashable, Codable {
    let type: TypeIdentifier
    /// The supertype that the app gave for a type that the table does not declare.
    private let parent: TypeIdentifier?

    init(_ type: TypeIdentifier, parent: TypeIdentifier? = nil) {
        self.type = type
        self.parent = type.isDeclared ? nil : parent
    }

    /// The declared type with this identifier; `nil` if none is declared.
    public init?(_ identifier: String) {
        // The identifier of the table, in its letter case.
        guard let declared = TypeIdentifier(rawValue: identifier).declared else { return nil }
        self.init(declared)
    }

    /// The declared type of files with this extension; `nil` if none is declared that conforms to the supertype.
    ///
    /// Apple's systems make a type for an extension that they do not know.
    ///
    /// - Parameter filenameExtension: The extension without a dot, in any letter case.
    public init?(filenameExtension: String, conformingTo supertype: UTType = .data) {
        self.init(tag: filenameExtension, tagClass: .filenameExtension, conformingTo: supertype)
    }

    /// The declared type with this MIME type; `nil` if none is declared that conforms to the supertype.
    ///
    /// - Parameter mimeType: The MIME type without parameters, in any letter case.
    public init?(mimeType: String, conformingTo supertype: UTType = .data) {
        self.init(tag: mimeType, tagClass: .mimeType, conformingTo: supertype)
    }

    /// The declared type with this tag; `nil` if none is declared that conforms to the supertype.
    public init?(tag: String, tagClass: UTTagClass, conformingTo supertype: UTType?) {
        let type: TypeIdentifier? =
            switch tagClass {
            case .filenameExtension: TypeIdentifier(filenameExtension: tag)
            case .mimeType: TypeIdentifier(mimeType: tag)
            default: nil
            }
        guard let type, supertype.map(UTType(type).conforms) ?? true else { return nil }
        self.init(type)
    }

    /// The declared types with this tag that conform to the supertype: one type at most.
    public static func types(tag: String, tagClass: UTTagClass, conformingTo supertype: UTType?) -> [UTType] {
        UTType(tag: tag, tagClass: tagClass, conformingTo: supertype).map { [$0] } ?? []
    }

    /// A type that this app declares.
    ///
    /// - Parameter parentType: Its supertype; `public.data` if `nil`. The table's supertypes take precedence.
    public init(exportedAs identifier: String, conformingTo parentType: UTType? = nil) {
        self.init(TypeIdentifier(rawValue: identifier), parent: parentType?.type ?? .data)
    }

    /// A type that another program declares.
    ///
    /// - Parameter parentType: Its supertype; `public.data` if `nil`. The table's supertypes take precedence.
    public init(importedAs identifier: String, conformingTo parentType: UTType? = nil) {
        self.init(exportedAs: identifier, conformingTo: parentType)
    }

    /// Whether the identifiers are equal, regardless of letter case.
    public static func == (left: UTType, right: UTType) -> Bool { left.type == right.type }

    /// Hashes the identifier.
    public func hash(into hasher: inout Hasher) { hasher.combine(type) }

    /// Reads the identifier as a string.
    public init(from decoder: any Decoder) throws {
        self.init(importedAs: try decoder.singleValueContainer().decode(String.self))
    }

    /// Writes the identifier as a string.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(identifier)
    }
}

extension UTType {
    /// The identifier, such as `public.jpeg`.
    public var identifier: String { type.rawValue }

    /// The extension for the name of a file of this type, without a dot; `nil` if the type has no extension.
    public var preferredFilenameExtension: String? { type.preferredFilenameExtension }

    /// The MIME type; `nil` if the type has none.
    public var preferredMIMEType: String? { type.preferredMIMEType }

    /// The extensions and MIME types, the preferred ones first.
    public var tags: [UTTagClass: [String]] {
        [.filenameExtension: type.filenameExtensions, .mimeType: type.mimeTypes].filter { !$0.value.isEmpty }
    }

    /// The types that this type conforms to, directly or through other types.
    public var supertypes: Set<UTType> {
        let direct = (parent.map { [$0] } ?? type.supertypes).map { UTType($0) }
        return direct.reduce(into: Set(direct)) { $0.formUnion($1.supertypes) }
    }

    /// Whether this type is the other one or conforms to it.
    public func conforms(to type: UTType) -> Bool {
        self == type || supertypes.contains(type)
    }

    /// Whether this type is not the other one and conforms to it.
    public func isSubtype(of type: UTType) -> Bool { self != type && conforms(to: type) }

    /// Whether the other type is not this one and conforms to this one.
    public func isSupertype(of type: UTType) -> Bool { type.isSubtype(of: self) }

    /// Whether the type is in the table.
    public var isDeclared: Bool { type.isDeclared }

    /// Whether the identifier begins with `public.`.
    public var isPublic: Bool { identifier.lowercased().hasPrefix("public.") }

    /// Whether the type was made for an unknown extension; never `true`, because no such types are made.
    public var isDynamic: Bool { false }
}

extension UTType: CustomStringConvertible {
    /// The identifier.
    public var description: String { identifier }
}

/// A kind of name that a type has besides its identifier.
public struct UTTagClass: RawRepresentable, Sendable, Hashable {
    /// The identifier of the kind.
    public let rawValue: String

    /// Creates a kind with this identifier.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The extensions of file names.
    public static let filenameExtension: UTTagClass = UTTagClass(rawValue: "public.filename-extension")
    /// The MIME types.
    public static let mimeType: UTTagClass = UTTagClass(rawValue: "public.mime-type")
}
