internal import DeviceRegistry
internal import Foundation
package import PhotoModel
package import SystemPackage

/// A photo that other devices of the registry have and this library lacks.
package struct PhotoOfOtherDevices: Hashable, Sendable {
    /// The name that it has on every device.
    package let stableID: [UInt8]
    /// The original, and the files that an import joins with it; no edits.
    ///
    /// Another device states them. Only the digests are compared with the bytes.
    package let files: [File]

    /// The number of bytes of all files.
    package var bytes: Int64 {
        files.reduce(0) { sum, file in
            let (next, overflows) = sum.addingReportingOverflow(file.bytes)
            return overflows ? .max : next
        }
    }

    package struct File: Hashable, Sendable {
        package let sha256: Digest
        package let bytes: Int64
        /// The name that the file has in a folder beside the other ones.
        package let name: FilePath.Component
    }

    /// - Returns: `nil` if the files are not those of a photo.
    init?(stableID: [UInt8], _ evidence: AssetEvidence) {
        guard let original = evidence.files.first, original.kind == AssetResource.Kind.original.rawValue else {
            return nil
        }
        let name = original.fileName ?? original.defaultName(beside: nil)
        guard let name else { return nil }
        var files = [File(original, name)]
        for file in evidence.files.dropFirst() where file.isJoinedByImports {
            guard let name = file.fileName ?? file.defaultName(beside: name) else { continue }
            files.append(File(file, name))
        }
        (self.stableID, self.files) = (stableID, files)
    }
}

extension PhotoOfOtherDevices.File {
    fileprivate init(_ file: AssetEvidence.File, _ name: FilePath.Component) {
        self.init(sha256: file.sha256, bytes: Int64(file.bytes), name: name)
    }
}

extension AssetEvidence.File {
    /// Whether an import finds out by itself that the file belongs to the photo.
    fileprivate var isJoinedByImports: Bool {
        switch AssetResource.Kind(rawValue: kind) {
        case .alternate, .alternatePhoto, .pairedVideo, .sidecar: true
        case .original, .fullSizePhoto, .adjustmentData, .fullSizePairedVideo, nil: false
        }
    }

    /// The name at import; `nil` if it is unknown, or if a file cannot have it.
    fileprivate var fileName: FilePath.Component? {
        guard !name.isEmpty, !name.contains(0), let path = FilePath(blob: Data(name)), path.root == nil,
            path.components.count == 1, let component = path.components.first, component.kind == .regular,
            // A path with a slash at its end has one component, too.
            FilePath(root: nil, [component]).blob == Data(name),
            // An import takes a folder with this file for a store.
            component.string != "store.json"
        else { return nil }
        return component
    }

    /// The name of the photo or the digest, with the extension of the format.
    fileprivate func defaultName(beside photo: FilePath.Component?) -> FilePath.Component? {
        let extensions = ImageFormat(rawValue: format)?.filenameExtensions
        let ending = (kind == AssetResource.Kind.sidecar.rawValue ? "xmp" : extensions?.first).map { "." + $0 } ?? ""
        let beside = (photo?.stem ?? sha256.hex) + ending
        return FilePath.Component(beside.utf8.count <= 255 ? beside : sha256.hex + ending)
    }
}
