package import Foundation
package import PhotoModel

/// Adjustment data as a file: the property list that Apple's Photos writes (AAE), so that other programs can read it
/// too.
package enum AdjustmentFile {
    /// The file name that Apple's Photos uses.
    static let name = "Adjustments.plist"

    private static let formatIdentifier = "adjustmentFormatIdentifier"
    private static let formatVersion = "adjustmentFormatVersion"
    private static let data = "adjustmentData"

    /// - Throws: `invalidResource` without a format, or one with NUL; `limitExceeded` for too many bytes.
    static func encode(_ adjustmentData: AdjustmentData) throws -> Data {
        try adjustmentData.formatIdentifier.checkHasNoNUL(.invalidResource)
        try adjustmentData.formatVersion.checkHasNoNUL(.invalidResource)
        guard !adjustmentData.formatIdentifier.isEmpty, !adjustmentData.formatVersion.isEmpty else {
            throw PhotoLibraryError(
                .invalidResource, "Adjustment data needs a format identifier and a format version.")
        }
        guard adjustmentData.data.count <= AdjustmentData.maximumBytes else {
            throw PhotoLibraryError(
                .limitExceeded, "Adjustment data has at most \(ByteText.of(AdjustmentData.maximumBytes)).")
        }
        return try PropertyListSerialization.data(
            fromPropertyList: [
                formatIdentifier: adjustmentData.formatIdentifier, formatVersion: adjustmentData.formatVersion,
                data: adjustmentData.data,
            ], format: .xml, options: 0)
    }

    /// `nil` if the bytes are not such a property list.
    package static func decode(_ bytes: Data) -> AdjustmentData? {
        // Foundation on Linux never frees the error of a property list that it cannot read, so other files do not reach
        // it.
        guard bytes.starts(with: Data("bplist".utf8)) || bytes.prefix(512).range(of: Data("<plist".utf8)) != nil else {
            return nil
        }
        let list = try? PropertyListSerialization.propertyList(from: bytes, format: nil)
        guard let list = list as? [String: Any], let identifier = list[formatIdentifier] as? String,
            let data = list[data] as? Data
        else { return nil }
        return AdjustmentData(
            formatIdentifier: identifier, formatVersion: list[formatVersion] as? String ?? "", data: data)
    }
}
