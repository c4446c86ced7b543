public import PhotoInspection
public import PhotoModel
public import SystemPackage

/// A remark about an imported file.
public enum ImportWarning: Sendable, Hashable {
    /// A warning of the library that decoded the picture.
    case decoding(PhotoAnalysis.Warning)
    /// The library's own file was missing or damaged, and the import replaces it with this file.
    case restored
    /// The library had only a reference to the photo, and the import stores a copy.
    case copied
    /// The library had the bytes in a remote store only, and the import stores a copy on this device.
    case broughtBack
    /// The file that the library referred to was moved or replaced, and the library refers to this file from now on.
    case followed
    /// The library referred to the file when it had other bytes, and the photo describes it as it is now.
    case updated
    /// The library refers to another file at this path, of the asset of this local identifier: the bytes of that file
    /// are lost.
    case replaced(asset: String)
    /// The library has the bytes in a remote store only.
    case elsewhere
    /// The photo was recently deleted, and the import restores it.
    case undeleted
    /// The import moves files, and did not remove this one at the source.
    case sourceKept(KeptSource)

    /// The kind of the remark: camel case, stable.
    public var code: String {
        switch self {
        case .decoding(let warning): warning.code
        case .restored, .copied, .followed: "restored"
        case .broughtBack: "broughtBack"
        case .updated: "updated"
        case .replaced: "replaced"
        case .elsewhere: "elsewhere"
        case .undeleted: "undeleted"
        case .sourceKept: "sourceKept"
        }
    }
}

/// Why an import that moves did not remove a file at the source.
public enum KeptSource: Sendable, Hashable {
    /// The library refers to the file, and has no copy of its own.
    case onlyReference
    /// The file is the library's own, or a hard link to it.
    case librarysOwnFile
    /// The library's copy has other bytes.
    case copyDiffers
    /// The library's copy cannot be read back.
    case copyUnreadable(PhotoLibraryError)
    /// The library's copy is in a remote store, and no store shows it now.
    case onlyElsewhere
    /// The source is a link.
    case link
    /// The source changed after it was read.
    case changed
    /// The system refused to remove the source.
    case notRemovable(Errno)
}
